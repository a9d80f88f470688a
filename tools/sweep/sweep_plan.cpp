#include "tools/sweep/sweep_plan.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <set>

#include "common/base/contract.hpp"
#include "common/config/arguments.hpp"

namespace synchrono::tools::sweep {
namespace {

constexpr std::size_t kLabelCharsMax = 60;
constexpr std::size_t kNameCharsMax = 120;  // of a folder's name, which file systems limit to 255

std::optional<std::int64_t> whole(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// Splits a text at the commas that are not within brackets, braces or quotes.
std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    bool quoted = false, escaped = false;
    for (const char c : text) {
        if (c == ',' && depth == 0 && !quoted) {
            parts.emplace_back();
            continue;
        }
        parts.back() += c;
        if (quoted) {
            if (c == '"' && !escaped) quoted = false;
            escaped = c == '\\' && !escaped;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return parts;
}

/// Returns the values of a range such as "1..5", or nothing when the text does not have this form.
std::optional<Result<std::vector<std::string>>> range(std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == text.npos) return std::nullopt;
    const auto first = whole(text.substr(0, dots)), last = whole(text.substr(dots + 2));
    if (!first || !last) return std::nullopt;
    if (*first > *last) return fail(fmt::format("{}: expected FIRST..LAST with FIRST at most LAST", text));
    // The difference of two signed numbers may not fit into a signed number, so it is unsigned.
    const std::uint64_t count = static_cast<std::uint64_t>(*last) - static_cast<std::uint64_t>(*first);
    if (count >= kSweepRunsMax) return fail(fmt::format("{} has more than {} values", text, kSweepRunsMax));
    std::vector<std::string> values;
    for (std::uint64_t i = 0; i <= count; ++i)
        values.push_back(fmt::format("{}", *first + static_cast<std::int64_t>(i)));
    return values;
}

Result<std::vector<std::string>> values_of(std::string_view text) {
    auto values = range(text);
    if (!values) values = split(text);
    if (!*values) return tl::unexpected(values->error());
    std::set<std::string_view> seen;
    for (const std::string& value : **values) {
        if (value.empty()) return fail(fmt::format("a value is missing in '{}'", text));
        if (!seen.insert(value).second) return fail(fmt::format("{} is given twice", value));
    }
    return *values;
}

/// Returns the text, cut to kLabelCharsMax characters, with one '_' in place of each sequence of characters
/// that a file system or a shell may not accept as they are. Leaves out such sequences at both ends.
std::string plain(std::string_view text) {
    std::string out;
    bool gap = false;
    for (const char c : text) {
        const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          c == '_' || c == '-' || c == '+' || c == '.';
        if (good && gap && !out.empty()) out += '_';
        if (good) out += c;
        gap = !good;
    }
    return out.substr(0, kLabelCharsMax);
}

/// Sets the label of each parameter.
void label(std::vector<SweepParameter>& parameters) {
    for (SweepParameter& one : parameters) one.label = one.path.substr(one.path.rfind('.') + 1);
    std::vector<std::string> labels;
    for (const SweepParameter& one : parameters) labels.push_back(one.label);
    for (SweepParameter& one : parameters) {
        if (std::count(labels.begin(), labels.end(), one.label) > 1) one.label = one.path;
    }
}

std::string name_of(const std::vector<SweepParameter>& parameters, const std::vector<std::string>& values) {
    std::string name;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        name += (i > 0 ? "," : "") + plain(parameters[i].label) + "=" + plain(values[i]);
    return name;
}

Result<std::size_t> count_runs(const std::vector<SweepParameter>& parameters) {
    std::size_t runs = 1;
    for (const SweepParameter& one : parameters) {
        if (one.values.size() > kSweepRunsMax / runs)
            return fail(fmt::format("expected at most {} runs in all", kSweepRunsMax));
        runs *= one.values.size();
    }
    return runs;
}

}  // namespace

std::vector<std::string> SweepPlan::settings(const SweepPoint& point) const {
    SYN_REQUIRE(point.values.size() == parameters.size());
    std::vector<std::string> settings;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        settings.push_back(parameters[i].path + "=" + point.values[i]);
    return settings;
}

Result<SweepParameter> parse_over(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos)
        return fail(fmt::format("'{}': expected PATH=VALUE,VALUE,... or PATH=FIRST..LAST", text));
    auto values = values_of(text.substr(equals + 1));
    if (!values) return fail(fmt::format("'{}': {}", text, values.error().text));
    return SweepParameter{.path = std::string(text.substr(0, equals)), .values = std::move(*values)};
}

Result<SweepParameter> parse_seeds(std::string_view text) {
    auto values = values_of(text);
    if (!values) return tl::unexpected(values.error());
    for (const std::string& value : *values) {
        if (const auto seed = config::parse_seed(value); !seed)
            return fail(fmt::format("{}: {}", value, seed.error().text));
    }
    return SweepParameter{.path = std::string(kSeedPath), .values = std::move(*values)};
}

Result<SweepPlan> plan_sweep(std::vector<SweepParameter> parameters) {
    SYN_REQUIRE(!parameters.empty());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (parameters[i].path == parameters[j].path)
                return fail(fmt::format("'{}' is given twice", parameters[i].path));
        }
    }
    const auto runs = count_runs(parameters);
    if (!runs) return tl::unexpected(runs.error());
    SweepPlan plan{.parameters = std::move(parameters), .points = {}};
    label(plan.parameters);
    std::set<std::string> names;
    for (std::size_t run = 0; run < *runs; ++run) {
        SweepPoint point;
        std::size_t rest = run;
        for (auto one = plan.parameters.rbegin(); one != plan.parameters.rend(); ++one) {
            point.values.insert(point.values.begin(), one->values[rest % one->values.size()]);
            rest /= one->values.size();
        }
        point.name = name_of(plan.parameters, point.values);
        if (point.name.size() > kNameCharsMax) point.name.resize(kNameCharsMax);
        while (!names.insert(point.name).second) point.name += fmt::format("-{}", run + 1);
        plan.points.push_back(std::move(point));
    }
    return plan;
}

Result<SweepPlan> plan_seeds(SweepParameter seeds) {
    auto plan = plan_sweep({std::move(seeds)});
    if (!plan) return plan;
    for (SweepPoint& point : plan->points) point.name = "seed" + point.values.front();
    return plan;
}

}  // namespace synchrono::tools::sweep

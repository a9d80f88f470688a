#include "common/config/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"

namespace synchrono::config {

namespace {

constexpr double kFactorMin = 0.001, kFactorMax = 1'000;

/// Parses all of `text` as a number of type T.
template <typename T>
std::optional<T> all_of(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string_view take_digits(std::string_view& text) {
    const auto end = std::find_if(text.begin(), text.end(), [](char c) { return c < '0' || c > '9'; });
    const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
}

}  // namespace

Result<GatePolicy> parse_gate(std::string_view text) {
    const auto expected = [&] {
        return fail(fmt::format("'{}' is not a gate: expected window:1 to window:{} or exact:1 to exact:{}",
                                text, limits::kWindowMax, limits::kLagMax));
    };
    const std::size_t colon = text.find(':');
    const std::string_view kind = text.substr(0, colon);
    GatePolicy gate;
    if (kind == "exact") {
        gate = {GatePolicy::Kind::exact, 1};
    } else if (kind != "window") {
        return expected();
    }
    if (colon != text.npos) {
        const std::int64_t most = kind == "exact" ? limits::kLagMax : limits::kWindowMax;
        const auto heartbeats = all_of<std::int64_t>(text.substr(colon + 1));
        if (!heartbeats || *heartbeats < 1 || *heartbeats > most) return expected();
        gate.heartbeats = *heartbeats;
    }
    return gate;
}

std::string to_text(GatePolicy gate) {
    return fmt::format("{}:{}", gate.kind == GatePolicy::Kind::exact ? "exact" : "window", gate.heartbeats);
}

Result<Pace> parse_pace(std::string_view text) {
    if (text == "max") return Pace{};
    if (text == "real") return Pace{1.0};
    if (text.ends_with('x')) {
        const auto factor = all_of<double>(text.substr(0, text.size() - 1));
        if (factor && *factor >= kFactorMin && *factor <= kFactorMax) return Pace{*factor};
    }
    return fail(fmt::format("'{}' is not a rate: expected max, real, or a factor from {}x to {}x", text,
                            kFactorMin, kFactorMax));
}

std::string to_text(const Pace& pace) {
    if (!pace.factor) return "max";
    return *pace.factor == 1 ? "real" : fmt::format("{}x", *pace.factor);
}

Result<SimDuration> parse_duration_s(std::string_view text) {
    const auto ns = decimal_to_ns(text, 9);
    if (!ns) return fail(fmt::format("'{}' is not a duration in seconds: {}", text, ns.error().text));
    if (*ns <= 0) return fail(fmt::format("'{}' is not a duration in seconds: expected more than 0", text));
    return SimDuration::nanoseconds(*ns);
}

Result<std::uint64_t> parse_seed(std::string_view text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc{} || end != text.data() + text.size() ||
        (text.size() > 1 && text.front() == '0')) {
        return fail(
            fmt::format("'{}' is not a seed: expected a whole number from 0 to 18446744073709551615", text));
    }
    return seed;
}

Result<std::vector<AgentId>> parse_agents(std::string_view text, std::size_t agent_count) {
    const auto bad = [&](std::string_view why) {
        return fail(fmt::format("'{}' is not a list of agents such as 0-9,12: {}", text, why));
    };
    std::vector<AgentId> agents;
    std::string_view rest = text;
    for (;;) {
        const std::size_t comma = rest.find(',');
        const std::string_view part = rest.substr(0, comma);
        const std::size_t dash = part.find('-');
        const auto first = all_of<std::uint32_t>(part.substr(0, dash));
        const auto last = dash == part.npos ? first : all_of<std::uint32_t>(part.substr(dash + 1));
        if (!first || !last) return bad("expected numbers, ranges and commas");
        if (*first > *last) return bad(fmt::format("{}: expected FIRST-LAST with FIRST at most LAST", part));
        if (*last >= agent_count)
            return bad(fmt::format("the last agent is {}, not {}", agent_count - 1, *last));
        for (std::uint32_t agent = *first; agent <= *last; ++agent) agents.push_back(AgentId{agent});
        // Keeps the list bounded even if a hostile text repeats a wide range over and over.
        if (agents.size() > agent_count) return bad("an agent is given twice");
        if (comma == rest.npos) break;
        rest.remove_prefix(comma + 1);
    }
    std::sort(agents.begin(), agents.end());
    if (const auto twin = std::adjacent_find(agents.begin(), agents.end()); twin != agents.end()) {
        return bad(fmt::format("agent {} is given twice", twin->value));
    }
    return agents;
}

std::string to_text(std::span<const AgentId> agents) {
    std::string text;
    for (std::size_t i = 0; i < agents.size();) {
        std::size_t last = i;
        while (last + 1 < agents.size() && agents[last + 1].value == agents[last].value + 1) ++last;
        SYN_REQUIRE(last + 1 == agents.size() || agents[last] < agents[last + 1]);
        if (!text.empty()) text += ',';
        text += std::to_string(agents[i].value);
        if (last > i) text += (last > i + 1 ? '-' : ',') + std::to_string(agents[last].value);
        i = last + 1;
    }
    return text;
}

Result<std::int64_t> decimal_to_ns(std::string_view text, int unit_power) {
    const auto not_a_number = [&] { return fail("expected a decimal number"); };
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);

    const std::string_view whole = take_digits(text);
    if (whole.empty() || (whole.size() > 1 && whole[0] == '0')) return not_a_number();
    std::string_view fraction;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = take_digits(text);
        if (fraction.empty()) return not_a_number();
    }
    std::int64_t power = 0;  // the digits count units of 10^power
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        const bool down = text.starts_with('-');
        if (down || text.starts_with('+')) text.remove_prefix(1);
        std::string_view digits = take_digits(text);
        if (digits.empty()) return not_a_number();
        digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
        // Nine digits of an exponent are enough: no text has so many zeros that they could balance a longer
        // exponent.
        power = all_of<std::int64_t>(digits.substr(0, 9)).value();
        if (down) power = -power;
    }
    if (!text.empty()) return not_a_number();

    // Removes leading and trailing zeros. The remaining digits count units of 10^power nanoseconds.
    std::string digits = std::string(whole) + std::string(fraction);
    power += unit_power - static_cast<std::int64_t>(fraction.size());
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) return 0;
    while (digits.back() == '0') {
        digits.pop_back();
        ++power;
    }
    if (power < 0) return fail("expected a whole number of nanoseconds");
    // The longest int64 has 19 digits, so appending zeros stays bounded.
    if (static_cast<std::int64_t>(digits.size()) + power > 19) return fail("expected a time below 292 years");
    digits.append(static_cast<std::size_t>(power), '0');
    const auto ns = all_of<std::int64_t>(digits);
    if (!ns) return fail("expected a time below 292 years");
    return negative ? -*ns : *ns;
}

}  // namespace synchrono::config

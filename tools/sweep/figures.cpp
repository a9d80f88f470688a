#include "tools/sweep/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fnmatch.h>
#include <sstream>

#include "common/base/contract.hpp"
#include "common/base/quoted_list.hpp"
#include "tools/report/report_json.hpp"
#include "tools/sweep/internal/figure_value.hpp"

namespace synchrono::tools::sweep {
namespace {

constexpr std::string_view kAgents = "agents.";

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == at)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

bool matches(const std::string& pattern, const std::string& name) {
    return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

const Json::Value* leaf_at(const Json::Value& from, std::span<const std::string> path) {
    const Json::Value* value = &from;
    for (const std::string& key : path) {
        if (!value->isObject() || !value->isMember(key)) return nullptr;
        value = &(*value)[key];
    }
    return value;
}

std::optional<double> number_at(const Json::Value& from, std::span<const std::string> path) {
    const Json::Value* const leaf = leaf_at(from, path);
    if (leaf == nullptr || (!leaf->isNumeric() && !leaf->isBool())) return std::nullopt;
    const double number = leaf->asDouble();
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Returns whether a report may have a number at the path, judged by the sample. Null and an empty object
/// stand for anything, since the sample does not say what a report may have in their place.
bool may_have(const Json::Value& sample, std::span<const std::string> path) {
    if (sample.isNull() || (sample.isObject() && sample.empty())) return true;
    if (path.empty()) return sample.isNumeric() || sample.isBool();
    return sample.isObject() && sample.isMember(path[0]) && may_have(sample[path[0]], path.subspan(1));
}

/// Adds the paths of all numbers in the sample to `names`, each behind `prefix`.
void add_names(const Json::Value& sample, const std::string& prefix, std::vector<std::string>& names) {
    for (const std::string& key : sample.getMemberNames()) {
        const Json::Value& value = sample[key];
        if (value.isObject()) {
            add_names(value, prefix + key + ".", names);
        } else if (value.isNull() || value.isNumeric() || value.isBool()) {
            names.push_back(prefix + key);
        }
    }
}

const Json::Value& sample_report() {
    static const Json::Value kSample = [] {
        Json::Value sample;
        std::istringstream(report::sample_report()) >> sample;
        return sample;
    }();
    return kSample;
}

const Json::Value& sample_agent() { return sample_report()["traffic"]["vehicle_list"][0]; }

std::string refusal(const std::string& text, const std::vector<std::string>& known) {
    return "no such figure" + expected_one_of(text, known, [](const std::string& name) { return name; });
}

Result<Figure> parse_agents_figure(const std::string& name, std::span<const std::string> vehicles) {
    auto parts = split(name, '.');
    if (parts.size() < 3 || parts[1].empty() || parts[2].empty())
        return fail("expected agents.NAME.FIGURE, where NAME may have * for any characters");
    Figure figure{.name = name, .path = {parts.begin() + 2, parts.end()}, .agents = std::move(parts[1])};
    if (std::none_of(vehicles.begin(), vehicles.end(),
                     [&figure](const std::string& vehicle) { return matches(figure.agents, vehicle); })) {
        return fail(fmt::format(
            "no vehicle '{}'{}", figure.agents,
            expected_one_of(figure.agents, vehicles, [](const std::string& vehicle) { return vehicle; })));
    }
    if (may_have(sample_agent(), figure.path)) return figure;
    std::vector<std::string> known;
    add_names(sample_agent(), "", known);
    return fail(refusal(fmt::format("{}", fmt::join(figure.path, ".")), known));
}

Result<Figure> parse_figure(const std::string& name, std::span<const std::string> vehicles) {
    const auto& ordinary = ordinary_figures();
    const auto known =
        std::find_if(ordinary.begin(), ordinary.end(), [&name](const Figure& f) { return f.name == name; });
    if (known != ordinary.end()) return *known;
    if (name.starts_with(kAgents)) return parse_agents_figure(name, vehicles);
    Figure figure{.name = name, .path = split(name, '.')};
    if (may_have(sample_report(), figure.path)) return figure;
    std::vector<std::string> names;
    for (const Figure& one : ordinary) names.push_back(one.name);
    add_names(sample_report(), "", names);
    return fail(refusal(name, names));
}

}  // namespace

const std::vector<Figure>& ordinary_figures() {
    static const std::vector<Figure> kFigures = [] {
        std::vector<Figure> figures;
        for (const char* name :
             {"collisions", "conflicts", "close_passes", "red_lights_run", "smallest_ttc_s", "hard_brakings",
              "arrived", "mean_delay_s", "mean_waiting_s", "mean_speed_m_s", "stops", "distance_m"})
            figures.push_back({.name = name, .path = {"traffic", name}});
        figures.push_back({.name = "radio_messages", .path = {"radio", "messages"}});
        figures.push_back({.name = "radio_delivery_ratio", .path = {"radio", "delivery_ratio"}});
        for (const char* name : {"sim_s", "real_time_factor"})
            figures.push_back({.name = name, .path = {name}});
        return figures;
    }();
    return kFigures;
}

Result<std::vector<Figure>> parse_figures(std::string_view text, std::span<const std::string> vehicles) {
    std::vector<Figure> figures;
    for (const std::string& name : split(text, ',')) {
        if (name.empty()) return fail(fmt::format("a figure is missing in '{}'", text));
        if (std::any_of(figures.begin(), figures.end(), [&](const Figure& f) { return f.name == name; }))
            return fail(fmt::format("{} is given twice", name));
        auto figure = parse_figure(name, vehicles);
        if (!figure) return fail(fmt::format("{}: {}", name, figure.error().text));
        figures.push_back(std::move(*figure));
    }
    return figures;
}

std::optional<double> value_of(const Figure& figure, const Json::Value& report) {
    if (figure.agents.empty()) return number_at(report, figure.path);
    static const std::vector<std::string> kList{"traffic", "vehicle_list"};
    const Json::Value* const list = leaf_at(report, kList);
    if (list == nullptr || !list->isArray()) return std::nullopt;
    double sum = 0;
    int count = 0;
    for (const Json::Value& agent : *list) {
        if (!agent.isObject() || !agent["name"].isString()) continue;
        if (!matches(figure.agents, agent["name"].asString())) continue;
        if (const auto number = number_at(agent, figure.path)) {
            sum += *number;
            ++count;
        }
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

Wording wording_of(std::string_view name) {
    static constexpr std::pair<std::string_view, std::string_view> kUnits[]{
        {"m_s2", "m/s^2"}, {"m_s", "m/s"}, {"dbm", "dBm"},     {"db", "dB"},   {"ms", "ms"},
        {"us", "us"},      {"ns", "ns"},   {"bytes", "bytes"}, {"deg", "deg"}, {"hz", "Hz"},
        {"kg", "kg"},      {"s", "s"},     {"m", "m"}};
    const std::size_t dot = name.rfind('.');
    const std::string path(dot == name.npos ? "" : name.substr(0, dot));
    std::string_view key = dot == name.npos ? name : name.substr(dot + 1);
    Wording wording;
    for (const auto& [suffix, unit] : kUnits) {
        const bool alone = key == suffix && !path.empty();
        const bool ends = key.size() > suffix.size() + 1 && key.ends_with(suffix) &&
                          key[key.size() - suffix.size() - 1] == '_';
        if (!alone && !ends) continue;
        wording.unit = unit;
        key.remove_suffix(alone ? key.size() : suffix.size() + 1);
        break;
    }
    std::string words(key);
    std::replace(words.begin(), words.end(), '_', ' ');
    wording.words = path.empty() ? words : words.empty() ? path : path + "." + words;
    return wording;
}

}  // namespace synchrono::tools::sweep

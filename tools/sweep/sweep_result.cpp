#include "tools/sweep/sweep_result.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <json/json.h>
#include <sstream>

#include "common/base/contract.hpp"

namespace synchrono::tools::sweep {
namespace {

/// The path of a number in report.json, and the name of its column.
struct Figure {
    const char* name;
    std::vector<const char*> path;
};

const std::vector<Figure>& figures() {
    static const std::vector<Figure> kFigures{
        {"collisions", {"traffic", "collisions"}},
        {"conflicts", {"traffic", "conflicts"}},
        {"close_passes", {"traffic", "close_passes"}},
        {"red_lights_run", {"traffic", "red_lights_run"}},
        {"smallest_ttc_s", {"traffic", "smallest_ttc_s"}},
        {"hard_brakings", {"traffic", "hard_brakings"}},
        {"arrived", {"traffic", "arrived"}},
        {"mean_delay_s", {"traffic", "mean_delay_s"}},
        {"mean_waiting_s", {"traffic", "mean_waiting_s"}},
        {"mean_speed_m_s", {"traffic", "mean_speed_m_s"}},
        {"stops", {"traffic", "stops"}},
        {"distance_m", {"traffic", "distance_m"}},
        {"radio_messages", {"radio", "messages"}},
        {"radio_delivery_ratio", {"radio", "delivery_ratio"}},
        {"sim_s", {"sim_s"}},
        {"real_time_factor", {"real_time_factor"}},
    };
    return kFigures;
}

std::optional<double> number_at(const Json::Value& report, const std::vector<const char*>& path) {
    const Json::Value* value = &report;
    for (const char* key : path) {
        if (!value->isObject() || !value->isMember(key)) return std::nullopt;
        value = &(*value)[key];
    }
    if (!value->isNumeric()) return std::nullopt;
    return value->asDouble();
}

/// Returns the text parsed as JSON or, if it is not JSON, as a string. `--set` does the same.
Json::Value as_json(const std::string& text) {
    Json::CharReaderBuilder builder;
    builder["failIfExtra"] = true;
    Json::Value value;
    std::istringstream in(text);
    std::string problem;
    return Json::parseFromStream(builder, in, &value, &problem) ? value : Json::Value(text);
}

bool is_seed(const SweepParameter& parameter) { return parameter.path == kSeedPath; }

}  // namespace

const std::vector<std::string>& figure_names() {
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> names;
        for (const Figure& figure : figures()) names.emplace_back(figure.name);
        return names;
    }();
    return kNames;
}

Result<RunResult> read_result(const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / "report.json";
    std::ifstream in(file);
    if (!in) return fail(fmt::format("{}: cannot be read", file.string()));
    Json::CharReaderBuilder builder;
    builder["failIfExtra"] = true;
    Json::Value json;
    std::string problem;
    try {
        if (!Json::parseFromStream(builder, in, &json, &problem) || !json.isObject())
            return fail(fmt::format("{}: not a complete report", file.string()));
    } catch (const Json::Exception&) {  // JsonCpp throws when the nesting is too deep
        return fail(fmt::format("{}: not a complete report", file.string()));
    }
    if (!json["scenario_id"].isString() || !json["good"].isBool() || !json["interrupted"].isBool() ||
        !json["verdict"].isString()) {
        return fail(fmt::format("{}: not a complete report", file.string()));
    }
    RunResult result{.scenario_id = json["scenario_id"].asString(),
                     .good = json["good"].asBool(),
                     .strict = json["strict"].asBool(),
                     .interrupted = json["interrupted"].asBool(),
                     .verdict = json["verdict"].asString(),
                     .figures = {}};
    for (const Figure& figure : figures()) result.figures.push_back(number_at(json, figure.path));
    return result;
}

std::size_t SweepResult::count_good() const {
    return static_cast<std::size_t>(
        std::count_if(runs.begin(), runs.end(), [](const SweepRun& run) { return run.good(); }));
}

std::optional<Spread> spread_of(const std::vector<double>& values) {
    if (values.empty()) return std::nullopt;
    Spread spread{.runs = values.size(), .low = values[0], .high = values[0]};
    for (const double value : values) {
        spread.mean += value;
        spread.low = std::min(spread.low, value);
        spread.high = std::max(spread.high, value);
    }
    const auto count = static_cast<double>(values.size());
    spread.mean /= count;
    if (spread.low == spread.high) {  // avoids a deviation that is only a rounding error
        spread.mean = spread.low;
        return spread;
    }
    for (const double value : values) spread.deviation += (value - spread.mean) * (value - spread.mean);
    spread.deviation = std::sqrt(spread.deviation / (count - 1));
    return spread;
}

std::vector<SeedGroup> seed_groups(const SweepResult& sweep) {
    const auto& parameters = sweep.plan.parameters;
    SYN_REQUIRE(sweep.runs.size() == sweep.plan.points.size());
    if (std::none_of(parameters.begin(), parameters.end(), is_seed)) return {};
    std::vector<SeedGroup> groups;
    std::vector<std::vector<std::vector<double>>> values;  // by group and figure
    for (std::size_t run = 0; run < sweep.runs.size(); ++run) {
        std::vector<std::string> key;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (!is_seed(parameters[i])) key.push_back(sweep.plan.points[run].values[i]);
        }
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&key](const SeedGroup& one) { return one.values == key; });
        if (group == groups.end()) {
            groups.push_back({.values = key, .figures = {}});
            group = groups.end() - 1;
            values.emplace_back(figure_names().size());
        }
        const SweepRun& one = sweep.runs[run];
        if (one.state != SweepRun::State::done || !one.result) continue;
        ++group->runs;
        if (!one.good()) continue;  // the figures of a run that ended early would mislead
        ++group->good;
        auto& of_group = values[static_cast<std::size_t>(group - groups.begin())];
        for (std::size_t figure = 0; figure < of_group.size(); ++figure) {
            if (one.result->figures[figure]) of_group[figure].push_back(*one.result->figures[figure]);
        }
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (const auto& of_figure : values[i]) groups[i].figures.push_back(spread_of(of_figure));
    }
    return groups;
}

std::vector<std::size_t> figures_there(const SweepResult& sweep) {
    std::vector<std::size_t> there;
    for (std::size_t figure = 0; figure < figure_names().size(); ++figure) {
        if (std::any_of(sweep.runs.begin(), sweep.runs.end(), [figure](const SweepRun& run) {
                return run.result && run.result->figures[figure];
            })) {
            there.push_back(figure);
        }
    }
    return there;
}

std::string sweep_json(const SweepResult& sweep) {
    const auto there = figures_there(sweep);
    Json::Value json;
    json["scenario"] = sweep.scenario;
    json["version"] = SYNCHRONO_VERSION;
    json["good"] = sweep.count_good() == sweep.runs.size();
    json["parameters"] = Json::arrayValue;
    for (const SweepParameter& parameter : sweep.plan.parameters) {
        Json::Value entry;
        entry["path"] = parameter.path;
        entry["label"] = parameter.label;
        for (const std::string& value : parameter.values) entry["values"].append(as_json(value));
        json["parameters"].append(entry);
    }
    json["figures"] = Json::arrayValue;
    for (const std::size_t figure : there) json["figures"].append(figure_names()[figure]);
    json["runs"] = Json::arrayValue;
    for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
        const SweepRun& run = sweep.runs[i];
        Json::Value entry;
        entry["folder"] = sweep.plan.points[i].name;
        for (const std::string& value : sweep.plan.points[i].values) entry["values"].append(as_json(value));
        entry["made"] = run.state == SweepRun::State::done;
        entry["good"] = run.good();
        if (!run.problem.empty()) entry["problem"] = run.problem;
        if (run.result) {
            entry["verdict"] = run.result->verdict;
            entry["scenario_id"] = run.result->scenario_id;
            entry["figures"] = Json::objectValue;
            for (const std::size_t figure : there) {
                if (const auto& value = run.result->figures[figure])
                    entry["figures"][figure_names()[figure]] = *value;
            }
        }
        json["runs"].append(entry);
    }
    json["over_seeds"] = Json::arrayValue;
    for (const SeedGroup& group : seed_groups(sweep)) {
        Json::Value entry;
        entry["values"] = Json::arrayValue;
        for (const std::string& value : group.values) entry["values"].append(as_json(value));
        entry["runs"] = Json::UInt64(group.runs);
        entry["good"] = Json::UInt64(group.good);
        entry["figures"] = Json::objectValue;
        for (const std::size_t figure : there) {
            const auto& spread = group.figures[figure];
            if (!spread) continue;
            Json::Value& of = entry["figures"][figure_names()[figure]];
            of["runs"] = Json::UInt64(spread->runs);
            of["mean"] = spread->mean;
            of["deviation"] = spread->deviation;
            of["low"] = spread->low;
            of["high"] = spread->high;
        }
        json["over_seeds"].append(entry);
    }
    Json::StreamWriterBuilder builder;
    builder["indentation"] = "  ";
    builder["precision"] = 12;
    return Json::writeString(builder, json) + "\n";
}

}  // namespace synchrono::tools::sweep

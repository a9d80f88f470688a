// Writes the result of a sweep and its statistics as JSON.
#include <fmt/format.h>
#include <json/json.h>
#include <sstream>

#include "tools/sweep/sweep_result.hpp"
#include "tools/sweep/variants.hpp"

namespace synchrono::tools::sweep {
namespace {

/// Returns the text parsed as JSON or, if it is not JSON, as a string. `--set` does the same.
Json::Value as_json(const std::string& text) {
    Json::CharReaderBuilder builder;
    builder["failIfExtra"] = true;
    Json::Value value;
    std::istringstream in(text);
    std::string problem;
    return Json::parseFromStream(builder, in, &value, &problem) ? value : Json::Value(text);
}

Json::Value values_json(const std::vector<std::string>& values) {
    Json::Value list(Json::arrayValue);
    for (const std::string& value : values) list.append(as_json(value));
    return list;
}

Json::Value summary_json(const Summary& summary) {
    Json::Value json;
    json["n"] = Json::UInt64(summary.n);
    json["mean"] = summary.mean;
    if (summary.deviation) json["deviation"] = *summary.deviation;
    if (summary.half_width) {
        json["low95"] = *summary.low95();
        json["high95"] = *summary.high95();
    }
    return json;
}

Json::Value over_seeds_json(const SweepResult& sweep, const std::vector<Variant>& all,
                            const std::vector<std::size_t>& figures) {
    Json::Value list(Json::arrayValue);
    for (const Variant& variant : all) {
        Json::Value entry;
        const RunCount count = count_runs(sweep, variant);
        entry["values"] = values_json(variant.values);
        entry["made"] = Json::UInt64(count.made);
        entry["good"] = Json::UInt64(count.good);
        entry["figures"] = Json::objectValue;
        for (const std::size_t figure : figures) {
            if (const auto summary = summary_of(sweep, variant, figure))
                entry["figures"][sweep.figures[figure].name] = summary_json(*summary);
        }
        list.append(entry);
    }
    return list;
}

Json::Value differences_json(const SweepResult& sweep, const std::vector<Variant>& all,
                             const std::vector<std::size_t>& figures) {
    Json::Value list(Json::arrayValue);
    for (const Comparison& comparison : comparisons(sweep.plan, all)) {
        Json::Value entry;
        entry["parameter"] = sweep.plan.parameters[comparison.parameter].path;
        entry["baseline"] = values_json(all[comparison.baseline].values);
        entry["compared"] = values_json(all[comparison.compared].values);
        entry["figures"] = Json::objectValue;
        for (const std::size_t figure : figures) {
            const ComparedFigure compared =
                compare(sweep, all[comparison.baseline], all[comparison.compared], figure);
            Json::Value& of = entry["figures"][sweep.figures[figure].name];
            if (compared.paired) {
                of = summary_json(compared.paired->difference);
                if (compared.paired->d_z) of["d_z"] = *compared.paired->d_z;
            } else {
                of["n"] = 0;
            }
            of["left_out_seeds"] = values_json(compared.left_out_seeds);
        }
        list.append(entry);
    }
    return list;
}

}  // namespace

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
    for (const std::size_t figure : there) json["figures"].append(sweep.figures[figure].name);
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
                    entry["figures"][sweep.figures[figure].name] = *value;
            }
        }
        json["runs"].append(entry);
    }
    if (has_seeds(sweep.plan)) {
        const auto all = variants(sweep.plan);
        json["over_seeds"] = over_seeds_json(sweep, all, there);
        json["differences"] = differences_json(sweep, all, there);
    }
    Json::StreamWriterBuilder builder;
    builder["indentation"] = "  ";
    builder["precision"] = 12;
    return Json::writeString(builder, json) + "\n";
}

}  // namespace synchrono::tools::sweep

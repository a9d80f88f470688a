#include "tools/sweep/sweep_result.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <json/json.h>

#include "tools/sweep/internal/figure_value.hpp"

namespace synchrono::tools::sweep {

Result<RunResult> read_result(const std::filesystem::path& folder, const std::vector<Figure>& figures) {
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
                     .studied = json.isMember("traffic"),
                     .verdict = json["verdict"].asString(),
                     .figures = {}};
    for (const Figure& figure : figures) result.figures.push_back(value_of(figure, json));
    return result;
}

std::size_t SweepResult::count_good() const {
    return static_cast<std::size_t>(
        std::count_if(runs.begin(), runs.end(), [](const SweepRun& run) { return run.good(); }));
}

std::vector<std::size_t> figures_there(const SweepResult& sweep) {
    std::vector<std::size_t> there;
    for (std::size_t figure = 0; figure < sweep.figures.size(); ++figure) {
        if (std::any_of(sweep.runs.begin(), sweep.runs.end(), [figure](const SweepRun& run) {
                return run.result && run.result->figures[figure];
            })) {
            there.push_back(figure);
        }
    }
    return there;
}

}  // namespace synchrono::tools::sweep

#include "tools/report/report_command.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <json/json.h>
#include <memory>
#include <sstream>
#include <system_error>

#include "common/config/arguments.hpp"
#include "tools/report/report_page.hpp"
#include "tools/report/study_text.hpp"
#include "tools/study/study.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools {
namespace {

constexpr int kCannot = 2;

std::string written(const Json::Value& json) {
    Json::StreamWriterBuilder builder;
    builder["indentation"] = "  ";
    builder["precision"] = 12;
    return Json::writeString(builder, json);
}

/// What a report.json would say as far as the logs tell it: `synchrono run` did not come to write one.
std::string report_of_logs(const std::filesystem::path& folder, const Study& study, const RunInfo& logs) {
    Json::Value json;
    const config::Scenario& s = study.scenario;
    double wall_s = 0;
    json["programs"] = Json::arrayValue;
    for (const LogFileInfo& log : logs.files) {
        Json::Value program;
        program["name"] = std::filesystem::path(log.file).stem().string();
        program["log"] = log.file;
        program["log_damage"] = log.damage;
        program["ended"] = log.end ? log.end->ended_because : "not told";
        if (log.end) {
            wall_s = std::max(wall_s, log.end->wall.to_seconds());
            for (const CounterReading& counter : log.end->counters)
                program["counters"][counter.name] = Json::UInt64(counter.value);
        }
        json["programs"].append(program);
    }
    if (wall_s == 0) {
        // Cut logs: from the first published state to the last.
        std::int64_t first_ns = INT64_MAX, last_ns = 0;
        for (const ClientPace& client : study.drives.clients) {
            for (const std::int64_t stamp_ns : client.wall_ns) {
                if (stamp_ns > 0) first_ns = std::min(first_ns, stamp_ns);
                last_ns = std::max(last_ns, stamp_ns);
            }
        }
        if (last_ns > first_ns) wall_s = static_cast<double>(last_ns - first_ns) * 1e-9;
    }
    const double sim_s = study.drives.end.to_seconds();
    json["scenario"] = s.name;
    json["scenario_id"] = config::scenario_id(s).to_hex();
    json["seed"] = Json::UInt64(s.seed);
    json["gate"] = config::to_text(s.gate);
    json["rate"] = config::to_text(s.pace);
    json["version"] = SYNCHRONO_VERSION;
    json["folder"] = folder.string();
    json["good"] = false;
    json["verdict"] = "the run left no report; this one is from its logs";
    json["agents"] = Json::UInt64(s.agents.size());
    json["sim_s"] = sim_s;
    json["duration_s"] = s.duration.to_seconds();
    json["wall_s"] = wall_s;
    json["real_time_factor"] = wall_s > 0 ? sim_s / wall_s : 0.0;
    return written(json);
}

Result<std::string> base_report(const std::filesystem::path& folder, const Study& study,
                                const RunInfo& logs) {
    const auto file = folder / "report.json";
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return report_of_logs(folder, study, logs);
    std::ifstream in(file);
    Json::Value json;
    std::string problem;
    if (!Json::parseFromStream(Json::CharReaderBuilder(), in, &json, &problem) || !json.isObject())
        return fail(fmt::format("{}: not a report", file.string()));
    return written(json);
}

struct Arguments {
    std::string run, html;
    bool json = false;
};

int report(const Arguments& arguments) {
    const auto cannot = [](const Error& error) {
        fmt::print(stderr, "synchrono report: {}\n", error.text);
        return kCannot;
    };
    const auto remade = remake_report(arguments.run);
    if (!remade) return cannot(remade.error());
    const std::filesystem::path html = arguments.html.empty()
                                           ? std::filesystem::path(arguments.run) / "report.html"
                                           : std::filesystem::path(arguments.html);
    auto file = NewFile::open(html, Existing::replace);
    if (!file) return cannot(file.error());
    file->write(remade->html);
    if (const auto done = file->commit(); !done) return cannot(done.error());
    fmt::print("{}", arguments.json ? remade->json : remade->text + html.string() + "\n");
    return 0;
}

}  // namespace

Result<RemadeReport> remake_report(const std::filesystem::path& folder) {
    const StudiedRun run = study_run(folder);
    if (!run.study) return tl::unexpected(run.study.error());
    const auto base = base_report(folder, *run.study, *run.logs);
    if (!base) return tl::unexpected(base.error());
    try {
        RemadeReport remade;
        remade.json = with_study(*base, *run.study);
        remade.html = report_page(*run.study, remade.json);
        Json::Value json;
        std::istringstream(remade.json) >> json;
        remade.text =
            fmt::format("Run of {}: {}\n", json["scenario"].asString(), json["verdict"].asString()) +
            study_text(*run.study);
        return remade;
    } catch (const Json::Exception& error) {
        return fail(fmt::format("{}: not a report: {}", (folder / "report.json").string(), error.what()));
    }
}

void add_report_command(CLI::App& app, int& exit_code) {
    auto* command = app.add_subcommand(
        "report", "Make a run's report anew from its folder: a page with map, plots and tables");
    const auto arguments = std::make_shared<Arguments>();  // lives as long as the callback that CLI11 keeps
    command->add_option("RUN", arguments->run, "The run's folder")->required();
    command->add_option("--html", arguments->html,
                        "Where the page goes (default: report.html in the run's folder)");
    command->add_flag("--json", arguments->json, "Print the report as JSON");
    command->callback([arguments, &exit_code] { exit_code = report(*arguments); });
}

}  // namespace synchrono::tools

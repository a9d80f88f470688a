#include "tools/report/report_json.hpp"

#include <cmath>
#include <fmt/format.h>
#include <json/json.h>
#include <sstream>

#include "tools/report/internal/study_json.hpp"

namespace synchrono::tools::report {
namespace {

Json::Value lead_json(const LeadReport& lead) {
    Json::Value json;
    json["heartbeats"] = Json::Int64(lead.largest.heartbeats);
    json["promised"] = Json::Int64(lead.promised);
    json["kept"] = lead.kept ? Json::Value(*lead.kept) : Json::Value();
    if (!lead.clocks.empty()) json["clocks"] = lead.clocks;
    json["ahead"] = lead.largest.agent;
    json["behind"] = lead.largest.peer;
    json["at_s"] = lead.largest.time.to_seconds();
    return json;
}

LeadReport parse_lead(const Json::Value& json) {
    const auto at_ns = static_cast<std::int64_t>(std::llround(json["at_s"].asDouble() * 1e9));
    return {.largest = {.heartbeats = json["heartbeats"].asInt64(),
                        .agent = json["ahead"].asString(),
                        .peer = json["behind"].asString(),
                        .time = SimTime::nanoseconds(at_ns)},
            .promised = json["promised"].asInt64(),
            .kept = json["kept"].isNull() ? std::nullopt : std::optional(json["kept"].asBool()),
            .clocks = json["clocks"].asString()};
}

void add_end(Json::Value& json, const RunEnd& end) {
    json["because"] = end.because;
    json["ended_early"] = end.ended_early;
    json["interrupted"] = end.interrupted;
    json["all_left"] = end.all_left;
    json["heartbeat_ms"] = end.heartbeat_ms;
    json["pilot_faults"] = Json::arrayValue;
    for (const std::string& fault : end.pilot_faults) json["pilot_faults"].append(fault);
    json["slowest_clients"] = Json::arrayValue;
    for (const ClientWait& wait : end.waits) {
        Json::Value entry;
        entry["client"] = wait.client;
        entry["waited_s"] = wait.waited_s;
        entry["waited_share"] = wait.share;
        json["slowest_clients"].append(entry);
    }
}

RunEnd parse_end(const Json::Value& json) {
    RunEnd end{.because = json["because"].asString(),
               .ended_early = json["ended_early"].asBool(),
               .interrupted = json["interrupted"].asBool(),
               .all_left = json["all_left"].asBool(),
               .heartbeat_ms = json["heartbeat_ms"].asDouble(),
               .pilot_faults = {},
               .waits = {}};
    for (const Json::Value& fault : json["pilot_faults"]) end.pilot_faults.push_back(fault.asString());
    for (const Json::Value& wait : json["slowest_clients"]) {
        end.waits.push_back({.client = wait["client"].asString(),
                             .waited_s = wait["waited_s"].asDouble(),
                             .share = wait["waited_share"].asDouble()});
    }
    return end;
}

Json::Value program_json(const ProgramReport& program) {
    Json::Value json;
    json["name"] = program.name;
    if (program.agents) json["agents"] = *program.agents;
    json["ended"] = program.ended;
    if (program.seen) {
        json["clean"] = program.seen->clean();
        json["stopped"] = program.seen->stopped;
        if (const auto& exit = program.seen->exit)
            json[exit->kind == process::ExitStatus::Kind::exited ? "exit_code" : "signal"] = exit->value;
        if (!program.seen->last_log_line.empty()) json["last_words"] = program.seen->last_log_line;
    }
    if (const auto& log = program.log) {
        json["log"] = log->file;
        json["log_damage"] = log->damage;
        if (log->version) json["version"] = *log->version;
        if (log->span) {
            json["first_s"] = log->span->first_s;
            json["last_s"] = log->span->last_s;
        }
        if (log->end) {
            json["ended_because"] = log->end->because;
            json["wall_s"] = log->end->wall_s;
        }
    }
    for (const auto& [name, value] : program.counters) json["counters"][name] = Json::UInt64(value);
    return json;
}

ProgramReport parse_program(const Json::Value& json) {
    ProgramReport program;
    program.name = json["name"].asString();
    if (json.isMember("agents")) program.agents = json["agents"].asString();
    program.ended = json["ended"].asString();
    if (json.isMember("stopped")) {
        ObservedExit& seen = program.seen.emplace();
        if (json.isMember("exit_code"))
            seen.exit = process::ExitStatus{process::ExitStatus::Kind::exited, json["exit_code"].asInt()};
        if (json.isMember("signal"))
            seen.exit = process::ExitStatus{process::ExitStatus::Kind::killed, json["signal"].asInt()};
        seen.stopped = json["stopped"].asBool();
        seen.last_log_line = json["last_words"].asString();
    }
    if (json.isMember("log")) {
        ProgramLogReport& log = program.log.emplace();
        log.file = json["log"].asString();
        log.damage = json["log_damage"].asString();
        if (json.isMember("version")) log.version = json["version"].asString();
        if (json.isMember("first_s")) log.span = {json["first_s"].asDouble(), json["last_s"].asDouble()};
        if (json.isMember("ended_because"))
            log.end = {json["ended_because"].asString(), json["wall_s"].asDouble()};
    }
    const Json::Value& counters = json["counters"];
    for (const std::string& name : counters.getMemberNames())
        program.counters[name] = counters[name].asUInt64();
    return program;
}

RunReport parse_object(const Json::Value& json) {
    RunReport report;
    report.scenario = json["scenario"].asString();
    report.scenario_id = json["scenario_id"].asString();
    report.seed = json["seed"].asUInt64();
    report.gate = json["gate"].asString();
    report.rate = json["rate"].asString();
    report.agents = json["agents"].asUInt64();
    report.duration_s = json["duration_s"].asDouble();
    report.version = json["version"].asString();
    report.folder = json["folder"].asString();
    report.good = json["good"].asBool();
    report.strict = json["strict"].asBool();
    report.verdict = json["verdict"].asString();
    report.sim_s = json["sim_s"].asDouble();
    report.wall_s = json["wall_s"].asDouble();
    report.real_time_factor = json["real_time_factor"].asDouble();
    if (json.isMember("because")) report.end = parse_end(json);
    if (json.isMember("lead")) report.lead = parse_lead(json["lead"]);
    for (const Json::Value& program : json["programs"]) report.programs.push_back(parse_program(program));
    return report;
}

}  // namespace

std::string report_json(const RunReport& report) {
    Json::Value json;
    json["scenario"] = report.scenario;
    json["scenario_id"] = report.scenario_id;
    json["seed"] = Json::UInt64(report.seed);
    json["gate"] = report.gate;
    json["rate"] = report.rate;
    json["agents"] = Json::UInt64(report.agents);
    json["duration_s"] = report.duration_s;
    json["version"] = report.version;
    json["folder"] = report.folder;
    json["good"] = report.good;
    json["strict"] = report.strict;
    json["verdict"] = report.verdict;
    json["sim_s"] = report.sim_s;
    json["wall_s"] = report.wall_s;
    json["real_time_factor"] = report.real_time_factor;
    if (report.end) add_end(json, *report.end);
    if (report.lead) json["lead"] = lead_json(*report.lead);
    json["programs"] = Json::arrayValue;
    for (const ProgramReport& program : report.programs) json["programs"].append(program_json(program));
    if (report.study != nullptr) add_study(json, *report.study);
    Json::StreamWriterBuilder builder;
    builder["indentation"] = "  ";
    builder["precision"] = 12;
    return Json::writeString(builder, json) + "\n";
}

std::string sample_report() {
    study::Study study;
    study.drives.drives.push_back({.name = "sample", .samples = {{}}});
    study.figures.emplace_back();
    study.radio.emplace();
    RunReport report;
    report.end.emplace();
    report.lead.emplace();
    report.study = &study;
    return report_json(report);
}

Result<RunReport> parse_report(const std::string& text) {
    try {
        Json::Value json;
        std::istringstream in(text);
        std::string problem;
        if (!Json::parseFromStream(Json::CharReaderBuilder(), in, &json, &problem) || !json.isObject())
            return fail("not a report");
        return parse_object(json);
    } catch (const Json::Exception& error) {
        return fail(fmt::format("not a report: {}", error.what()));
    }
}

}  // namespace synchrono::tools::report

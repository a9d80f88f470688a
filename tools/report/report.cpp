#include "tools/report/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <json/json.h>
#include <set>

#include "common/config/arguments.hpp"
#include "tools/reading/run_logs.hpp"
#include "tools/report/report_page.hpp"
#include "tools/report/study_text.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools {
namespace {

constexpr std::size_t kSlowestShown = 3;
constexpr const char* kWaitCounter = "gate.wait_ns";

struct Waiting {
    std::string client;
    double waited_s = 0;
    double share = 0;  // of the run's wall time
};

/// The numbers that the text and the JSON share.
struct Findings {
    double sim_s = 0;
    double duration_s = 0;
    double wall_s = 0;
    double factor = 0;
    bool reached_end = false;
    bool promise_kept = true;
    bool good = false;
    std::vector<std::string> pilot_faults;                                    // a line each
    std::vector<Waiting> waits;                                               // the shortest first
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> counters;  // of the server, of all clients
};

/// The log of a program carries its name.
const LogFileInfo* log_of(const RunInfo& logs, const std::string& program) {
    const auto found = std::find_if(logs.files.begin(), logs.files.end(),
                                    [&](const LogFileInfo& log) { return log.file == program + ".mcap"; });
    return found == logs.files.end() ? nullptr : &*found;
}

std::string version_of(const LogFileInfo& log) {
    const auto version = log.run.find("version");
    return version == log.run.end() ? std::string() : version->second;
}

Findings find(const PreparedRun& run, const RunOutcome& outcome, const RunInfo& logs) {
    Findings f;
    const SimTime end = SimTime{} + run.scenario.duration;
    SimTime reached;
    WallDuration wall;
    for (const auto& program : outcome.programs) {
        const auto* log = log_of(logs, program.name);
        if (log == nullptr) continue;
        // The server's log ends a heartbeat later, with the last agent's end.
        if (log->span && program.agents) reached = std::max(reached, log->span->last);
        if (!log->end) continue;
        wall = std::max(wall, log->end->wall);
        const auto& faults = log->end->pilot_faults;
        f.pilot_faults.insert(f.pilot_faults.end(), faults.begin(), faults.end());
        for (const auto& [name, value, over_programs] : log->end->counters) {
            auto& [server, clients] = f.counters[name];
            auto& total = program.agents ? clients : server;
            total = over_programs == OverPrograms::largest ? std::max(total, value) : total + value;
            if (name != kWaitCounter || !program.agents) continue;
            f.waits.push_back({.client = program.name, .waited_s = static_cast<double>(value) * 1e-9});
        }
    }
    f.duration_s = run.scenario.duration.to_seconds();
    f.sim_s = reached > SimTime{} ? reached.to_seconds() : outcome.last.sim_s;
    f.wall_s = (wall > WallDuration{} ? wall : outcome.wall).to_seconds();
    f.factor = f.wall_s > 0 ? f.sim_s / f.wall_s : 0;
    // The last message may stand at the last heartbeat or at the one before the end.
    f.reached_end = reached > SimTime{} ? reached + run.scenario.heartbeat >= end
                                        : f.sim_s + run.scenario.heartbeat.to_seconds() >= f.duration_s;
    f.reached_end = f.reached_end || outcome.all_left;
    f.promise_kept = logs.promise_kept().value_or(true);
    const bool clean = std::all_of(outcome.programs.begin(), outcome.programs.end(),
                                   [](const ProgramExit& program) { return program.clean(); });
    f.good = clean && f.reached_end && f.promise_kept && !outcome.ended_early && !outcome.interrupted;
    for (auto& waiting : f.waits) waiting.share = f.wall_s > 0 ? waiting.waited_s / f.wall_s : 0;
    std::stable_sort(f.waits.begin(), f.waits.end(),
                     [](const Waiting& a, const Waiting& b) { return a.waited_s < b.waited_s; });
    return f;
}

std::string exit_text(const ProgramExit& program) {
    return program.exit ? program.exit->to_string() : "not started";
}

std::string who(const ProgramExit& program) {
    return program.agents ? fmt::format("{} (agents {})", program.name, program.agents->to_string())
                          : program.name;
}

/// "all good", or what was not.
std::string verdict(const Findings& f, const RunOutcome& outcome) {
    if (f.good) {
        std::string text = f.pilot_faults.empty() ? "all good" : "ended well";
        if (outcome.all_left) text += ", all agents have left";
        if (!f.pilot_faults.empty())
            text += fmt::format(", but {} failed", counted(f.pilot_faults.size(), "pilot"));
        return text;
    }
    if (outcome.interrupted || outcome.ended_early) return "ended early: " + outcome.because;
    const auto failed = std::count_if(outcome.programs.begin(), outcome.programs.end(),
                                      [](const ProgramExit& program) { return !program.clean(); });
    if (failed > 0) return fmt::format("{} of {} programs failed", failed, outcome.programs.size());
    if (!f.promise_kept) return "the gate's promise was broken";
    return "ended early: " + outcome.because;
}

std::string text_of(const PreparedRun& run, const RunOutcome& outcome, const RunInfo& logs, const Findings& f,
                    const Study* study) {
    const auto& s = run.scenario;
    std::string text = fmt::format("Run of {}: {}\n", s.name, verdict(f, outcome));
    const auto line = [&text](const char* key, const std::string& value) {
        text += fmt::format("  {:<12} {}\n", key, value);
    };
    line("simulated", fmt::format("{:.3f} of {:.3f} s; seed {}, gate {}, rate {}", f.sim_s, f.duration_s,
                                  s.seed, config::to_text(s.gate), config::to_text(s.pace)));
    line("wall time", fmt::format("{:.2f} s, {:.2f}x real time", f.wall_s, f.factor));
    if (logs.largest_lead) {
        const auto& lead = *logs.largest_lead;
        line("lead", fmt::format("{} at most, {} promised ({} ahead of {} at {})",
                                 counted(lead.heartbeats, "heartbeat"), s.gate.heartbeats, lead.agent,
                                 lead.peer, to_text(lead.time)));
    }
    if (!f.waits.empty()) {
        std::string slowest;
        for (std::size_t i = 0; i < std::min(kSlowestShown, f.waits.size()); ++i) {
            slowest += fmt::format("{}{} waited {:.0f} %", i > 0 ? ", " : "", f.waits[i].client,
                                   100 * f.waits[i].share);
        }
        line("slowest",
             slowest + fmt::format(" of the time; the quickest {:.0f} %", 100 * f.waits.back().share));
    }
    for (const auto& fault : f.pilot_faults) line("PILOT", fault);
    std::size_t clean_clients = 0, stopped = 0;
    for (const auto& program : outcome.programs) {
        if (program.stopped && !program.clean()) {
            ++stopped;
            continue;
        }
        if (program.agents && program.clean()) {
            ++clean_clients;
            continue;
        }
        line(program.clean() ? "program" : "FAILED",
             fmt::format("{}: {}{}{}", who(program), exit_text(program),
                         program.last_words.empty() ? "" : ": ", program.last_words));
    }
    if (clean_clients > 0) line("programs", counted(clean_clients, "client") + ": exit 0");
    if (stopped > 0)
        line("programs", fmt::format("{} more did not end cleanly when they were stopped", stopped));
    std::set<std::string> versions;
    for (const auto& log : logs.files) {
        if (!log.damage.empty()) line("log", fmt::format("{}: {}", log.file, log.damage));
        if (const auto version = version_of(log); !version.empty()) versions.insert(version);
    }
    if (versions.size() > 1 || (versions.size() == 1 && *versions.begin() != SYNCHRONO_VERSION)) {
        std::string all;
        for (const auto& version : versions) all += (all.empty() ? "" : ", ") + version;
        line("versions", "the programs are of " + all + ", this command of " + SYNCHRONO_VERSION);
    }
    if (study != nullptr) text += study_text(*study);
    bool heading = true;
    for (const auto& [name, values] : f.counters) {
        if (values.first == 0 && values.second == 0) continue;
        if (heading) text += fmt::format("  {:<38} {:>15} {:>15}\n", "counters", "server", "all clients");
        heading = false;
        text += fmt::format("    {:<36} {:>15} {:>15}\n", name, values.first, values.second);
    }
    return text + run.folder.string() + "\n";
}

std::string json_of(const PreparedRun& run, const RunOutcome& outcome, const RunInfo& logs,
                    const Findings& f) {
    const auto& s = run.scenario;
    Json::Value json;
    json["scenario"] = s.name;
    json["scenario_id"] = config::scenario_id(s).to_hex();
    json["seed"] = Json::UInt64(s.seed);
    json["gate"] = config::to_text(s.gate);
    json["rate"] = config::to_text(s.pace);
    json["version"] = SYNCHRONO_VERSION;
    json["folder"] = run.folder.string();
    json["good"] = f.good;
    json["verdict"] = verdict(f, outcome);
    json["because"] = outcome.because;
    json["ended_early"] = outcome.ended_early || !f.reached_end;
    json["interrupted"] = outcome.interrupted;
    json["all_left"] = outcome.all_left;
    json["pilot_faults"] = Json::arrayValue;
    for (const auto& fault : f.pilot_faults) json["pilot_faults"].append(fault);
    json["agents"] = Json::UInt64(s.agents.size());
    json["sim_s"] = f.sim_s;
    json["duration_s"] = f.duration_s;
    json["heartbeat_ms"] = s.heartbeat.to_seconds() * 1e3;
    json["wall_s"] = f.wall_s;
    json["real_time_factor"] = f.factor;
    if (logs.largest_lead) {
        auto& lead = json["lead"];
        lead["heartbeats"] = Json::Int64(logs.largest_lead->heartbeats);
        lead["promised"] = Json::Int64(s.gate.heartbeats);
        lead["kept"] = f.promise_kept;
        lead["ahead"] = logs.largest_lead->agent;
        lead["behind"] = logs.largest_lead->peer;
        lead["at_s"] = logs.largest_lead->time.to_seconds();
    }
    json["slowest_clients"] = Json::arrayValue;
    for (const auto& waiting : f.waits) {
        Json::Value entry;
        entry["client"] = waiting.client;
        entry["waited_s"] = waiting.waited_s;
        entry["waited_share"] = waiting.share;
        json["slowest_clients"].append(entry);
    }
    json["programs"] = Json::arrayValue;
    for (const auto& program : outcome.programs) {
        Json::Value entry;
        entry["name"] = program.name;
        if (program.agents) entry["agents"] = program.agents->to_string();
        entry["ended"] = exit_text(program);
        entry["clean"] = program.clean();
        entry["stopped"] = program.stopped;
        if (program.exit) {
            entry[program.exit->kind == ExitStatus::Kind::exited ? "exit_code" : "signal"] =
                program.exit->value;
        }
        if (!program.last_words.empty()) entry["last_words"] = program.last_words;
        if (const auto* log = log_of(logs, program.name)) {
            entry["log"] = log->file;
            entry["log_damage"] = log->damage;
            entry["version"] = version_of(*log);
            if (log->span) {
                entry["first_s"] = log->span->first.to_seconds();
                entry["last_s"] = log->span->last.to_seconds();
            }
            if (log->end) {
                entry["ended_because"] = log->end->ended_because;
                entry["wall_s"] = log->end->wall.to_seconds();
                for (const CounterReading& counter : log->end->counters)
                    entry["counters"][counter.name] = Json::UInt64(counter.value);
            }
        }
        json["programs"].append(entry);
    }
    Json::StreamWriterBuilder builder;
    builder["indentation"] = "  ";
    builder["precision"] = 12;
    return Json::writeString(builder, json) + "\n";
}

}  // namespace

Report make_report(const PreparedRun& run, const RunOutcome& outcome, const Result<RunInfo>& logs,
                   const Study* study) {
    static const RunInfo kNothing;
    const RunInfo& known = logs ? *logs : kNothing;
    const Findings f = find(run, outcome, known);
    Report report{.good = f.good,
                  .text = text_of(run, outcome, known, f, study),
                  .json = json_of(run, outcome, known, f)};
    if (study != nullptr) {
        report.json = with_study(report.json, *study);
        report.html = report_page(*study, report.json);
    }
    return report;
}

Result<void> write_report(const std::filesystem::path& folder, const Report& report) {
    for (const auto& [name, text] : {std::pair{"report.txt", &report.text},
                                     {"report.json", &report.json},
                                     {"report.html", &report.html}}) {
        if (text->empty()) continue;
        std::ofstream file(folder / name);
        file << *text;
        if (!file.flush()) return fail(fmt::format("cannot write {}", (folder / name).string()));
    }
    return {};
}

}  // namespace synchrono::tools

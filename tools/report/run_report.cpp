#include "tools/report/run_report.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/shared_counters.hpp"
#include "common/config/arguments.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools::report {
namespace {

/// Returns the log that bears the name of a program, or nullptr.
const reading::LogFileInfo* log_of(const reading::RunInfo& logs, const std::string& program) {
    const auto found =
        std::find_if(logs.files.begin(), logs.files.end(),
                     [&](const reading::LogFileInfo& log) { return log.file == program + ".mcap"; });
    return found == logs.files.end() ? nullptr : &*found;
}

std::string version_of(const reading::LogFileInfo& log) {
    const auto version = log.run.find("version");
    return version == log.run.end() ? std::string() : version->second;
}

std::map<std::string, std::uint64_t> by_name(const std::vector<reading::CounterReading>& counters) {
    std::map<std::string, std::uint64_t> values;
    for (const reading::CounterReading& counter : counters) values[counter.name] = counter.value;
    return values;
}

std::optional<double> seconds_of(const ProgramReport& program, const CounterName& counter) {
    const auto found = program.counters.find(std::string(counter.text));
    if (found == program.counters.end()) return std::nullopt;
    return static_cast<double>(found->second) * 1e-9;
}

/// Returns a report with everything that the scenario and the folder alone say.
RunReport begin_report(const config::Scenario& scenario, const std::filesystem::path& folder) {
    RunReport report;
    report.scenario = scenario.name;
    report.scenario_id = config::scenario_id(scenario).to_hex();
    report.seed = scenario.seed;
    report.gate = config::to_text(scenario.gate);
    report.rate = config::to_text(scenario.pace);
    report.agents = scenario.agents.size();
    report.duration_s = scenario.duration.to_seconds();
    report.version = SYNCHRONO_VERSION;
    report.folder = folder.string();
    report.page = (folder / "report.html").string();
    return report;
}

/// Returns what became of a client that people started, as the server's log says it.
std::string fate_of(const std::string& client, const reading::RunInfo& logs) {
    const auto fate = logs.clients.find(client);
    return "started by hand: " + (fate == logs.clients.end() ? "never joined" : fate->second);
}

/// Returns when and how the world lost a client; empty if it did not.
std::string loss_of(const std::string& client, const reading::RunInfo& logs) {
    const auto fate = logs.clients.find(client);
    if (fate == logs.clients.end()) return "";
    const bool lost = fate->second.starts_with("lost ") || fate->second.starts_with("shot down ");
    return lost ? fate->second : "";
}

ProgramReport program_of(const run::ProgramExit& program, const reading::LogFileInfo* log,
                         const reading::RunInfo& logs) {
    ProgramReport report;
    report.name = program.name;
    if (program.agents) report.agents = program.agents->to_string();
    report.ended = program.exit ? program.exit->to_string() : "not started";
    if (program.external) {
        report.ended = fate_of(program.name, logs);
    } else {
        report.seen = {
            .exit = program.exit, .stopped = program.stopped, .last_log_line = program.last_log_line};
        report.lost = loss_of(program.name, logs);
    }
    if (log == nullptr) return report;
    report.log = {.file = log->file, .damage = log->damage, .version = version_of(*log)};
    if (log->span) report.log->span = {log->span->first.to_seconds(), log->span->last.to_seconds()};
    if (!log->end) return report;
    report.log->end = {log->end->ended_because, log->end->wall.to_seconds()};
    report.counters = by_name(log->end->counters);
    return report;
}

LogTotals log_totals(const run::RunOutcome& outcome, const reading::RunInfo& logs) {
    LogTotals all;
    all.unlogged = logs.unlogged;
    for (const reading::LogFileInfo& log : logs.files) {
        if (!log.damage.empty()) all.damages.push_back({log.file, log.damage});
        if (const auto version = version_of(log); !version.empty()) all.versions.insert(version);
    }
    for (const run::ProgramExit& program : outcome.programs) {
        const reading::LogFileInfo* log = log_of(logs, program.name);
        if (log == nullptr || !log->end) continue;
        for (const reading::CounterReading& counter : log->end->counters) {
            LogTotals::Total& totals = all.counters[counter.name];
            std::uint64_t& total = program.agents ? totals.clients : totals.servers;
            total = counter.over_programs == OverPrograms::largest ? std::max(total, counter.value)
                                                                   : total + counter.value;
        }
    }
    return all;
}

/// Returns how long each client waited at its gate, the shortest wait first.
std::vector<ClientWait> waits_of(const std::vector<ProgramReport>& programs, double wall_s) {
    std::vector<ClientWait> waits;
    for (const ProgramReport& program : programs) {
        const auto waited_s = program.waited_s();
        if (!program.agents || !waited_s) continue;
        waits.push_back({program.name, *waited_s, wall_s > 0 ? *waited_s / wall_s : 0});
    }
    std::stable_sort(waits.begin(), waits.end(),
                     [](const ClientWait& a, const ClientWait& b) { return a.waited_s < b.waited_s; });
    return waits;
}

/// Returns "all good", or what was not good.
std::string verdict(const RunReport& report, const run::RunOutcome& outcome, bool promise_kept) {
    const RunEnd& end = *report.end;
    const std::string left = end.all_left ? ", all agents have left" : "";
    const std::string faults =
        end.pilot_faults.empty() ? "" : text::counted(end.pilot_faults.size(), "pilot") + " failed";
    if (report.good) return faults.empty() ? "all good" + left : faults + ", all else is good" + left;
    if (outcome.interrupted || outcome.ended_early) return "ended early: " + outcome.because;
    if (!outcome.first_failure.empty()) return outcome.first_failure;
    if (!promise_kept) return "the gate's promise was broken";
    if (!end.ended_early) return faults + left;
    return "ended early: " + outcome.because;
}

}  // namespace

std::string ProgramReport::end_text() const {
    std::string text = ended;
    if (!lost.empty()) text += ", " + lost;
    if (seen && !seen->clean() && !seen->stopped && !seen->last_log_line.empty())
        text += ": " + seen->last_log_line;
    return text;
}

std::optional<double> ProgramReport::waited_s() const { return seconds_of(*this, kGateWaitCounter); }

ProcessorTime ProgramReport::processor_time() const {
    ProcessorTime time{.whole_s = seconds_of(*this, kProcessCpuCounter).value_or(0), .parts_s = {}};
    for (std::size_t i = 0; i < kCpuCounterNames.size(); ++i) {
        if (const auto part_s = seconds_of(*this, kCpuCounterNames[i])) time.parts_s[kCpuLabels[i]] = *part_s;
    }
    return time;
}

RunReport report_of(const run::PreparedRun& run, const run::RunOutcome& outcome,
                    const Result<reading::RunInfo>& found, const study::Study* study) {
    static const reading::RunInfo kNothing;
    const reading::RunInfo& logs = found ? *found : kNothing;
    const config::Scenario& scenario = run.scenario;
    RunReport report = begin_report(scenario, run.folder);
    report.logs = log_totals(outcome, logs);
    report.study = study;

    report.strict = run.options.strict;
    RunEnd& end = report.end.emplace();
    end.because = outcome.because;
    end.interrupted = outcome.interrupted;
    end.all_left = outcome.all_left;
    end.heartbeat_ms = scenario.heartbeat.to_seconds() * 1e3;

    const bool has_external = std::any_of(outcome.programs.begin(), outcome.programs.end(),
                                          [](const run::ProgramExit& program) { return program.external; });
    SimTime reached;
    WallDuration wall, wall_of_servers;
    bool farthest_ended = false;  // the log of the client that came farthest says how long it ran
    for (const run::ProgramExit& program : outcome.programs) {
        const reading::LogFileInfo* log = log_of(logs, program.name);
        report.programs.push_back(program_of(program, log, logs));
        if (log == nullptr) continue;
        // Only clients' logs count, because the server's log ends one heartbeat later, with the end of the
        // last agent. But those of external clients are elsewhere, so then the server's counts, too.
        if (log->span && program.agents && log->span->last >= reached) {
            farthest_ended = log->end.has_value() || (farthest_ended && log->span->last == reached);
            reached = log->span->last;
        }
        if (log->span && has_external && !program.agents && program.name == "server")
            reached = std::max(reached, SimTime{} + (log->span->last.since_start() - scenario.heartbeat));
        if (!log->end) continue;
        // Servers wait for clients that were lost, which is no part of the pace.
        WallDuration& longest = program.agents ? wall : wall_of_servers;
        longest = std::max(longest, log->end->wall);
        const auto& faults = log->end->pilot_faults;
        end.pilot_faults.insert(end.pilot_faults.end(), faults.begin(), faults.end());
    }
    report.sim_s = reached > SimTime{} ? reached.to_seconds() : outcome.last.sim_s;
    if (!farthest_ended) wall = wall_of_servers;
    report.wall_s = (wall > WallDuration{} ? wall : outcome.wall).to_seconds();
    report.real_time_factor = report.wall_s > 0 ? report.sim_s / report.wall_s : 0;
    end.waits = waits_of(report.programs, report.wall_s);

    const bool promise_kept = logs.promise_kept().value_or(true);
    if (logs.largest_lead)
        report.lead = {*logs.largest_lead, scenario.gate.heartbeats, logs.promise_kept(), logs.clocks_text()};

    // The last message in a log may be of the last heartbeat or of the heartbeat before.
    const bool reached_end =
        outcome.all_left ||
        (reached > SimTime{} ? reached + scenario.heartbeat >= SimTime{} + scenario.duration
                             : report.sim_s + scenario.heartbeat.to_seconds() >= report.duration_s);
    const bool clean = std::all_of(outcome.programs.begin(), outcome.programs.end(),
                                   [](const run::ProgramExit& program) { return program.clean(); });
    end.ended_early = outcome.ended_early || !reached_end;
    report.good = clean && promise_kept && !end.ended_early && !outcome.interrupted &&
                  (end.pilot_faults.empty() || !run.options.strict);
    report.verdict = verdict(report, outcome, promise_kept);
    return report;
}

RunReport report_of_logs(const std::filesystem::path& folder, const reading::RunInfo& logs,
                         const study::Study& study) {
    RunReport report = begin_report(study.scenario, folder);
    report.study = &study;
    report.verdict = "the run wrote no report; this one was made from its logs";
    for (const reading::LogFileInfo& log : logs.files) {
        ProgramReport program;
        program.name = std::filesystem::path(log.file).stem().string();
        program.ended = log.end ? log.end->ended_because : "unknown";
        program.log = {.file = log.file, .damage = log.damage};
        if (log.end) {
            report.wall_s = std::max(report.wall_s, log.end->wall.to_seconds());
            program.counters = by_name(log.end->counters);
        }
        report.programs.push_back(std::move(program));
    }
    if (report.wall_s == 0) {
        // No log has a summary, so the wall time is counted from the first published state to the last.
        std::int64_t first_ns = INT64_MAX, last_ns = 0;
        for (const study::ClientPace& client : study.drives.clients) {
            for (const std::int64_t stamp_ns : client.wall_ns) {
                if (stamp_ns > 0) first_ns = std::min(first_ns, stamp_ns);
                last_ns = std::max(last_ns, stamp_ns);
            }
        }
        if (last_ns > first_ns) report.wall_s = static_cast<double>(last_ns - first_ns) * 1e-9;
    }
    report.sim_s = study.drives.end.to_seconds();
    report.real_time_factor = report.wall_s > 0 ? report.sim_s / report.wall_s : 0;
    return report;
}

}  // namespace synchrono::tools::report

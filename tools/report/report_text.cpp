#include "tools/report/report_text.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "tools/reading/run_logs.hpp"
#include "tools/report/study_text.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools::report {
namespace {

constexpr std::size_t kSlowestShown = 3;

std::string heading(const RunReport& report) {
    return fmt::format("Run of {}: {}\n", report.scenario, report.verdict);
}

std::string line(const char* key, const std::string& value) {
    return fmt::format("  {:<12} {}\n", key, value);
}

std::string who(const ProgramReport& program) {
    return program.agents ? fmt::format("{} (agents {})", program.name, *program.agents) : program.name;
}

std::string lead_line(const LeadReport& lead) {
    return line("lead",
                fmt::format("{} at most, {} promised ({} ahead of {} at {}){}{}{}",
                            text::counted(lead.largest.heartbeats, "heartbeat"), lead.promised,
                            lead.largest.agent, lead.largest.peer, reading::to_text(lead.largest.time),
                            lead.kept ? "" : "; nobody can tell whether that was kept",
                            lead.clocks.empty() ? "" : "; ", lead.clocks));
}

std::string slowest_line(const std::vector<ClientWait>& waits) {
    std::string slowest;
    for (std::size_t i = 0; i < std::min(kSlowestShown, waits.size()); ++i) {
        slowest +=
            fmt::format("{}{} waited {:.0f} %", i > 0 ? ", " : "", waits[i].client, 100 * waits[i].share);
    }
    return line("slowest",
                slowest + fmt::format(" of the time; the quickest {:.0f} %", 100 * waits.back().share));
}

/// Returns the time that was simulated and the wall time that this took, and whether the gate kept its
/// promise.
std::string machine_line(const RunReport& report) {
    std::string apart;
    if (report.lead) {
        const LeadReport& lead = *report.lead;
        apart = fmt::format("; at most {} apart{}", text::counted(lead.largest.heartbeats, "heartbeat"),
                            !lead.kept   ? "; nobody can tell whether the gate kept its promise"
                            : *lead.kept ? ""
                                         : fmt::format(", {} promised", lead.promised));
    }
    return line("machine",
                fmt::format("{:.3f} of {:.3f} s simulated in {:.2f} s, {:.2f}x real time{}", report.sim_s,
                            report.duration_s, report.wall_s, report.real_time_factor, apart));
}

/// Returns a line for each program that failed or was started elsewhere. Programs that were stopped and did
/// not end well are only counted, and so are clients that were never started.
std::string failures_lines(const RunReport& report) {
    std::string text;
    std::size_t not_started = 0;
    std::string stopped;
    for (const ProgramReport& program : report.programs) {
        if (!program.seen) {
            // Without an end the report was made from logs, which do not say who started the programs.
            if (report.end) text += line("by hand", fmt::format("{}: {}", who(program), program.ended));
            continue;
        }
        if (program.agents && !program.seen->exit) {
            ++not_started;
            continue;
        }
        if (program.seen->clean()) continue;
        if (program.seen->stopped && !program.lost.empty()) {
            // The world had removed it before it was stopped.
            text += line("FAILED", fmt::format("{}: {}", who(program), program.lost));
            continue;
        }
        if (program.seen->stopped) {
            stopped += (stopped.empty() ? "" : ", ") + program.name;
            continue;
        }
        std::string end = program.end_text();
        if (program.seen->last_log_line.empty() && program.seen->exit)
            end += fmt::format(": {}/{}.log does not say why", report.folder, program.name);
        text += line("FAILED", fmt::format("{}: {}", who(program), end));
    }
    if (not_started > 0) text += line("FAILED", text::counted(not_started, "client") + ": not started");
    if (!stopped.empty()) text += line("programs", "stopped, but did not end cleanly: " + stopped);
    return text;
}

/// Returns a line for each server that ended well, and one for all such clients.
std::string clean_lines(const RunReport& report) {
    std::string text;
    std::size_t clients = 0;
    for (const ProgramReport& program : report.programs) {
        if (!program.seen || !program.seen->clean()) continue;
        if (program.agents) {
            ++clients;
        } else {
            text += line("program", fmt::format("{}: {}", who(program), program.ended));
        }
    }
    return clients == 0 ? text : text + line("programs", text::counted(clients, "client") + ": exit 0");
}

std::string logs_lines(const LogTotals& logs, const std::string& our_version) {
    std::string text;
    if (!logs.unlogged.empty())
        text += line("log", fmt::format("no states of {}: {}", text::counted(logs.unlogged.size(), "agent"),
                                        reading::shortened(logs.unlogged)));
    for (const auto& [file, what] : logs.damages) text += line("log", fmt::format("{}: {}", file, what));
    const auto& versions = logs.versions;
    if (versions.empty() || (versions.size() == 1 && *versions.begin() == our_version)) return text;
    return text + line("versions", fmt::format("the programs have version {}, this command has {}",
                                               fmt::join(versions, ", "), our_version));
}

std::string counters_lines(const std::map<std::string, LogTotals::Total>& counters) {
    std::string text;
    for (const auto& [name, total] : counters) {
        if (total.servers == 0 && total.clients == 0) continue;
        if (text.empty()) text = fmt::format("  {:<38} {:>15} {:>15}\n", "counters", "server", "all clients");
        text += fmt::format("    {:<36} {:>15} {:>15}\n", name, total.servers, total.clients);
    }
    return text;
}

}  // namespace

std::string report_text(const RunReport& report, Detail detail) {
    std::string text = heading(report);
    if (report.end)
        for (const std::string& fault : report.end->pilot_faults) text += line("PILOT", fault);
    text += failures_lines(report) + logs_lines(report.logs, report.version);
    if (report.study != nullptr)
        text += study_text(*report.study) + (report.page.empty() ? "" : line("page", report.page));
    text += machine_line(report);
    if (detail == Detail::all) {
        text +=
            line("settings", fmt::format("seed {}, gate {}, rate {}", report.seed, report.gate, report.rate));
        if (report.lead) text += lead_line(*report.lead);
        if (report.end && !report.end->waits.empty()) text += slowest_line(report.end->waits);
        text += clean_lines(report) + counters_lines(report.logs.counters);
    }
    return text + report.folder + "\n";
}

}  // namespace synchrono::tools::report

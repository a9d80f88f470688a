/// The report of a run as one structure: how far and how fast it went, which clients were slow, whether the
/// gate's promise was kept, how each program ended and what it counted. report_text.hpp, report_json.hpp
/// and report_page.hpp write the report; docs/report.md and docs/command-line.md explain its contents.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"
#include "tools/reading/log_analysis.hpp"
#include "tools/run/run.hpp"
#include "tools/study/study.hpp"

namespace synchrono::tools::report {

/// The processor time of a client: in total, and for each part that the client measures. The parts are found
/// by their labels.
struct ProcessorTime {
    double whole_s = 0;
    std::map<std::string_view, double> parts_s;
};

/// Facts about a program from its log.
struct ProgramLogReport {
    std::string file;
    std::string damage;  // what is damaged; empty: nothing
    std::optional<std::string> version = {};
    struct Span {
        double first_s = 0, last_s = 0;
    };
    std::optional<Span> span = {};  // of simulated time; none: the log has no messages
    struct End {
        std::string because;
        double wall_s = 0;
    };
    std::optional<End> end = {};  // none: the log has no summary, because it was cut
};

/// How a program ended, as seen by the command that started it.
struct ObservedExit {
    std::optional<process::ExitStatus> exit;  // none: the program was never started
    bool stopped = false;                     // whether the program was sent a signal, whatever its exit
    std::string last_log_line;                // after a failure: the log's last error, else its last line

    bool clean() const { return exit && exit->clean(); }
};

/// Everything that the report says about one program.
struct ProgramReport {
    std::string name;
    std::optional<std::string> agents;  // the agents of a client, "3" or "0-9"; none: a server, or unknown
    std::string ended;                  // "exit 0", or what the program's log says
    std::optional<ObservedExit> seen;   // none: people started the program, or only its log is known
    std::string lost = {};              // when and how the world lost the client; empty: it did not
    std::optional<ProgramLogReport> log;
    std::map<std::string, std::uint64_t> counters;  // by name; empty if the log has no summary

    /// Returns how the program ended, when the world lost it, and the last words of its log if it failed.
    std::string end_text() const;
    /// Returns how long the program waited at its gate, or nothing if the program has no such counter.
    std::optional<double> waited_s() const;
    ProcessorTime processor_time() const;
};

/// How long a client waited at its gate. The client that waited least is the slowest.
struct ClientWait {
    std::string client;
    double waited_s = 0;
    double share = 0;  // of the run's wall time
};

/// How the run ended, as seen by the command that ran it.
struct RunEnd {
    std::string because;
    bool ended_early = false;
    bool interrupted = false;
    bool all_left = false;  // every agent left before the duration was over
    double heartbeat_ms = 0;
    std::vector<std::string> pilot_faults;  // one line for each
    std::vector<ClientWait> waits;          // the shortest first
};

/// The largest lead of one agent over another, and the largest lead that the gate allows.
struct LeadReport {
    reading::Lead largest;
    std::int64_t promised = 0;        // in heartbeats
    std::optional<bool> kept = true;  // none: the clocks are not known well enough
    std::string clocks = {};          // what is known about the clocks of other hosts; empty: there are none
};

/// Facts from all logs of a run together.
struct LogTotals {
    struct Damage {
        std::string file, what;
    };
    std::vector<Damage> damages;
    std::vector<std::string> unlogged;  // agents that were in the world, but have no states in the logs
    std::set<std::string> versions;     // of the programs that wrote the logs
    /// The value of a counter over all servers and over all clients: the sum or the largest, as the
    /// counter's OverPrograms says.
    struct Total {
        std::uint64_t servers = 0, clients = 0;
    };
    std::map<std::string, Total> counters;
};

/// Everything that a report says.
struct RunReport {
    std::string scenario, scenario_id;
    std::uint64_t seed = 0;
    std::string gate, rate;  // spelled as on the command line
    std::uint64_t agents = 0;
    double duration_s = 0;  // of the scenario
    std::string version;    // of the command that made the report
    std::string folder;
    std::string page;  // the file of the report's page, which is written if the run could be studied

    /// Whether every program ended well, the run reached its end and the promise was kept. If the run is
    /// strict, no pilot may have failed either.
    bool good = false;
    bool strict = false;
    std::string verdict;  // in words, whether the run was good and, if not, why
    double sim_s = 0, wall_s = 0, real_time_factor = 0;
    std::optional<RunEnd> end;       // none: the report was made from logs alone
    std::optional<LeadReport> lead;  // none: unknown, or no agent was ever ahead of another
    std::vector<ProgramReport> programs;

    LogTotals logs;                       // not in the JSON, so empty in a report that was parsed
    const study::Study* study = nullptr;  // borrowed; null: the run could not be studied
};

/// Makes the report of a run that has just ended. `found` is the result of inspect_run() for the run's
/// folder. The report of a program without a log lacks the facts that only a log has.
RunReport report_of(const run::PreparedRun& run, const run::RunOutcome& outcome,
                    const Result<reading::RunInfo>& found, const study::Study* study = nullptr);

/// Makes the report of a run that left no report.json, from its logs alone. The report borrows the study,
/// which must outlive the report.
RunReport report_of_logs(const std::filesystem::path& folder, const reading::RunInfo& logs,
                         const study::Study& study);
RunReport report_of_logs(const std::filesystem::path& folder, const reading::RunInfo& logs,
                         const study::Study&&) = delete;

}  // namespace synchrono::tools::report

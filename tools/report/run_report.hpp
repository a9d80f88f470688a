/// What a run came to, as one structure: how far, how fast, who was slow, whether the gate's promise held,
/// how each program ended and what it counted. It is written as text, as JSON and as a page (report_text.hpp,
/// report_json.hpp, report_page.hpp); docs/report.md and docs/command-line.md name what they show.
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

namespace synchrono::tools {

/// The processor time of a client, and the parts of it that the client told apart, by their labels.
struct ProcessorTime {
    double whole_s = 0;
    std::map<std::string_view, double> parts_s;
};

/// What is known of a program from its log.
struct ProgramLogReport {
    std::string file;
    std::string damage;  // empty: whole
    std::optional<std::string> version = {};
    struct Span {
        double first_s = 0, last_s = 0;
    };
    std::optional<Span> span = {};  // of simulated time; none: it has no messages
    struct End {
        std::string because;
        double wall_s = 0;
    };
    std::optional<End> end = {};  // none: it was cut
};

/// How a program ended, by whoever had started it.
struct ProgramSeen {
    std::optional<ExitStatus> exit;  // none: it was never started
    bool stopped = false;            // by a signal of ours, whatever it made of it
    std::string last_words;          // when it failed

    bool clean() const { return exit && exit->clean(); }
};

struct ProgramReport {
    std::string name;
    std::optional<std::string> agents;  // of a client: "3" or "0-9"
    std::string ended;                  // "exit 0", or what its log says
    std::optional<ProgramSeen> seen;    // none: the report was made from logs alone
    std::optional<ProgramLogReport> log;
    std::map<std::string, std::uint64_t> counters;  // by name; empty: no log tells of them

    /// How long it waited at its gate; none: it counted no such thing.
    std::optional<double> waited_s() const;
    ProcessorTime processor_time() const;
};

struct ClientWait {
    std::string client;
    double waited_s = 0;
    double share = 0;  // of the run's wall time
};

/// How the run ended, by whoever watched it.
struct RunEnd {
    std::string because;
    bool ended_early = false;
    bool interrupted = false;
    bool all_left = false;  // every agent left before the duration was over
    double heartbeat_ms = 0;
    std::vector<std::string> pilot_faults;  // a line each
    std::vector<ClientWait> waits;          // the shortest first
};

struct LeadReport {
    Lead largest;
    std::int64_t promised = 0;  // heartbeats
    bool kept = true;
};

/// What all logs of a run say together.
struct LogsTogether {
    struct Damage {
        std::string file, what;
    };
    std::vector<Damage> damages;
    std::set<std::string> versions;  // of the programs that wrote them
    /// A counter over the servers, and over the clients: each is the sum or the largest, as the counter says.
    struct Total {
        std::uint64_t servers = 0, clients = 0;
    };
    std::map<std::string, Total> counters;
};

struct RunReport {
    std::string scenario, scenario_id;
    std::uint64_t seed = 0;
    std::string gate, rate;  // as the command line takes them
    std::uint64_t agents = 0;
    double duration_s = 0;  // of the scenario
    std::string version;    // of the command that made the report
    std::string folder;

    bool good = false;    // every program ended well, the duration was reached and the promise held
    std::string verdict;  // the same in words
    double sim_s = 0, wall_s = 0, real_time_factor = 0;
    std::optional<RunEnd> end;       // none: nobody watched the run to its end
    std::optional<LeadReport> lead;  // none: no agent was ever ahead of another
    std::vector<ProgramReport> programs;

    LogsTogether logs;             // not in the JSON: a report that was read from it knows nothing of this
    const Study* study = nullptr;  // what was driven, borrowed; null: that could not be studied
};

/// The report of a run that was watched. `found` is what inspect_run() gave for the run's folder; a program
/// without a log of its own is reported without what only that tells.
RunReport report_of(const PreparedRun& run, const RunOutcome& outcome, const Result<RunInfo>& found,
                    const Study* study = nullptr);

/// The report of a run that left none, as far as its logs tell. It borrows the study, which must outlive it.
RunReport report_of_logs(const std::filesystem::path& folder, const RunInfo& logs, const Study& study);
RunReport report_of_logs(const std::filesystem::path& folder, const RunInfo& logs, const Study&&) = delete;

}  // namespace synchrono::tools

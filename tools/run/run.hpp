/// Makes one run: prepares its folder, starts the servers and the clients, and watches these programs until
/// the last one has ended. Whatever happens, no program is left when execute_run() returns, and the result
/// says how each program ended.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/time/wall_clock.hpp"
#include "tools/process/process.hpp"
#include "tools/run/division.hpp"
#include "tools/run/progress.hpp"
#include "tools/run/server_event.hpp"

namespace synchrono::tools::run {

/// The options of synchrono-client that open a window.
struct ViewOptions {
    std::string view;    ///< an agent to follow; "*": the agent that the scenario names; empty: no window
    std::string record;  ///< a folder for pictures; empty: none
    std::string drive;   ///< an agent to drive; empty: none

    bool any() const { return !view.empty() || !record.empty() || !drive.empty(); }
};

/// The options of one run, as the user gave them.
struct RunOptions {
    std::filesystem::path scenario;
    config::Overrides overrides{};
    std::optional<std::size_t> clients{};
    std::optional<std::size_t> agents_per_client{};
    std::optional<std::size_t> handlers;  ///< threads of the server that receive; none: the server decides
    std::filesystem::path out{};  ///< the run's folder; empty: one under runs/, named after time and scenario
    /// Clients that people start by hand, perhaps on other machines: names of clients or of their agents.
    std::vector<std::string> external{};
    bool by_hand = false;  ///< people start all programs
    /// HOST, or HOST:PORT; the communication server has the next port. None: 127.0.0.1.
    std::optional<std::string> listen{};
    ViewOptions view{};
    bool strict = false;               ///< a run with a failed pilot is not good
    std::filesystem::path programs{};  ///< folder of servers and client; empty: the folder of this program
    WallDuration check_limit = WallDuration::seconds(60);   ///< until a client has loaded every pilot once
    WallDuration listen_limit = WallDuration::seconds(10);  ///< until the servers have said where they listen
    /// The time that programs get to end by themselves, in addition to their own limits.
    WallDuration patience = WallDuration::seconds(5);
    WallDuration grace = WallDuration::seconds(5);  ///< from SIGTERM to SIGKILL
};

/// A run that is ready to start: the scenario is resolved, the agents are divided, the folder exists.
struct PreparedRun {
    RunOptions options;
    config::Scenario scenario;
    std::vector<AgentRange> clients;    ///< the vehicles of each client
    std::optional<AgentRange> world{};  ///< the elements of the world, for the client that simulates them
    std::set<std::string> external{};   ///< names of the clients that people start by hand
    /// The addresses at which the servers are to listen.
    std::string server_listen = "127.0.0.1:0", radio_listen = "127.0.0.1:0";
    std::filesystem::path folder;                           ///< absolute
    std::map<AgentId, std::vector<std::string>> windows{};  ///< options of an agent's client, for its window
};

/// Checks the options and the scenario, loads every pilot once, makes the folder and writes scenario.json
/// into it. Fails with one or more lines that say what is wrong. The folder must be new or empty.
Result<PreparedRun> prepare_run(const RunOptions& options);

/// Returns a line about the agents that stay out because they would enter after the end; empty if none does.
std::string text_of_late_agents(const config::Scenario& scenario);

/// How one program of a run ended.
struct ProgramExit {
    std::string name;                           ///< "server", "client00", ...
    std::optional<AgentRange> agents{};         ///< the agents of a client; none: a server
    std::optional<process::ExitStatus> exit{};  ///< none: we have not started the program
    bool external = false;                      ///< whether people start the program, so that we see no exit
    bool stopped = false;                       ///< whether we sent the program a signal, whatever its exit
    std::string last_log_line{};                ///< after a failure: the log's last error, else its last line

    /// Returns whether the program ended well, as far as we can see. If an external one does not, the server
    /// fails.
    bool clean() const { return external || (exit && exit->clean()); }
};

/// How a whole run ended.
struct RunOutcome {
    std::string because;                  ///< why the run ended, in one line
    std::string first_failure{};          ///< the program that failed first, and how; empty: none did
    bool ended_early = false;             ///< before the programs ended by themselves
    bool all_left = false;                ///< every agent left before the scenario's time was over
    bool interrupted = false;             ///< by a signal to this program
    std::vector<ProgramExit> programs{};  ///< the server first
    ServerProgress last{};                ///< the last progress that the server wrote
    WallDuration wall{};  ///< from the first heartbeat, or from the start if none was seen, to the last exit
};

/// Starts the programs, waits until all have ended, and removes the credentials. When a client fails, the
/// others go on; when a server fails, the clients get a bounded time to end by themselves. The run is ended
/// as soon as `stop_fd` is readable: the programs get SIGTERM and, after `grace`, SIGKILL. If `stop_fd`
/// becomes readable again, the programs get SIGKILL at once.
/// Threading: the calling thread is the parent of all programs and must live as long as they do.
RunOutcome execute_run(const PreparedRun& run, int stop_fd, ProgressPrinter& progress);

}  // namespace synchrono::tools::run

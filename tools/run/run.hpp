/// One run: a folder, a server and its clients, from the first start to the last reaped exit. Whatever
/// happens to the programs, all of them are gone when it returns, and it tells how each one ended.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/time/wall_clock.hpp"
#include "tools/process/process.hpp"
#include "tools/run/division.hpp"
#include "tools/run/progress.hpp"
#include "tools/run/server_event.hpp"

namespace synchrono::tools {

/// Who opens a window, as synchrono-client's options say it.
struct ViewOptions {
    std::string view;    ///< an agent to follow; "*": whom the scenario says; empty: no window
    std::string record;  ///< a folder for pictures; empty: none
    std::string drive;   ///< an agent to drive; empty: none

    bool any() const { return !view.empty() || !record.empty() || !drive.empty(); }
};

struct RunOptions {
    std::filesystem::path scenario;
    config::Overrides overrides{};
    std::optional<std::size_t> clients{};
    std::optional<std::size_t> agents_per_client{};
    std::optional<std::size_t> handlers;  ///< of the server; none: as the server thinks best
    std::filesystem::path out{};  ///< the run's folder; empty: one under runs/, named after time and scenario
    ViewOptions view{};
    std::filesystem::path programs{};  ///< where synchrono-server and synchrono-client lie; empty: beside us
    WallDuration check_limit = WallDuration::seconds(60);   ///< until a client has loaded every pilot once
    WallDuration listen_limit = WallDuration::seconds(10);  ///< until the server says where it listens
    WallDuration patience =
        WallDuration::seconds(5);  ///< beyond their own limits, until programs that should end do
    WallDuration grace = WallDuration::seconds(5);  ///< from SIGTERM to SIGKILL
};

/// A run made ready: the scenario resolved, the agents divided, the folder made. Nothing has been started.
struct PreparedRun {
    RunOptions options;
    config::Scenario scenario;
    std::vector<AgentRange> clients;  ///< of vehicles
    std::optional<AgentRange>
        world{};                   ///< of the client that owns the elements of the world, if there are any
    std::filesystem::path folder;  ///< absolute
    std::map<AgentId, std::vector<std::string>> windows{};  ///< options for the client of an agent
};

/// Fails with what is wrong with the options or the scenario, pilots included, or when the folder exists
/// already (an empty one may) or cannot be written. Writes scenario.json into the folder.
Result<PreparedRun> prepare_run(const RunOptions& options);

/// How one program of a run ended.
struct ProgramExit {
    std::string name;                    ///< "server", "client00", ...
    std::optional<AgentRange> agents{};  ///< of a client
    std::optional<ExitStatus> exit{};    ///< none: it was never started
    bool stopped = false;                ///< by a signal of ours, whatever it made of it
    std::string last_words{};            ///< last line of its log, when it failed

    bool clean() const { return exit && exit->clean(); }
};

struct RunOutcome {
    std::string because;                  ///< one line
    bool ended_early = false;             ///< before the programs themselves called it done
    bool all_left = false;                ///< every agent left, before the scenario's time was over
    bool interrupted = false;             ///< by SIGINT or SIGTERM
    std::vector<ProgramExit> programs{};  ///< the server first
    ServerProgress last{};                ///< what the server said last
    WallDuration wall{};  ///< from the first heartbeat seen, else from the start, to the last exit
};

/// Starts the programs, waits until all have ended and cleans the token away. When a client fails the others
/// go on; when the server fails the clients get a bounded time to end by themselves. A byte readable on
/// `stop_fd` ends the run: SIGTERM, after `grace` SIGKILL; a second one kills at once. Threading: the calling
/// thread is the parent of all programs and must live as long as they do.
RunOutcome execute_run(const PreparedRun& run, int stop_fd, ProgressPrinter& progress);

}  // namespace synchrono::tools

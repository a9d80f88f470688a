/// Runs the real programs in a temporary folder: starts them one by one, waits for what they print and for
/// their end, and reads their logs afterwards. It never waits by sleeping. A wait that takes too long throws,
/// which GoogleTest counts as a failure; then the output of the programs is printed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/config/credentials.hpp"
#include "common/config/scenario.hpp"
#include "common/net/endpoint.hpp"
#include "proto/record.pb.h"
#include "tools/process/process.hpp"
#include "tools/run/server_event.hpp"

namespace synchrono {
/// Lets GoogleTest print a gate.
void PrintTo(const GatePolicy& gate, std::ostream* out);
}  // namespace synchrono

namespace synchrono::testing {

/// The limit of every wait. Nothing here should take this long, so a wait that does is a failure.
inline constexpr WallDuration kBound = WallDuration::seconds(60);

inline constexpr GatePolicy kWindow2{GatePolicy::Kind::window, 2};
inline constexpr GatePolicy kExact{GatePolicy::Kind::exact, 1};

/// Returns the scenario of the ring road with its first `agents` cars, at most 30. `factor` is the speed of
/// simulated time over wall time; without it the run is as fast as possible.
config::Scenario ring(std::size_t agents, SimDuration duration, GatePolicy gate,
                      std::optional<double> factor = {}, std::uint64_t seed = 1);

/// Returns the scenario of the ring road with radios. Its road-side unit is left out if there are fewer than
/// all thirty cars.
config::Scenario radio_ring(std::size_t agents, SimDuration duration, GatePolicy gate,
                            std::optional<double> factor = {});

/// A temporary folder that is removed with its object.
class TemporaryFolder {
  public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    ~TemporaryFolder();
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// A run of the real programs, which a test starts and watches.
/// Threading: one thread, as ChildProcess.  Owns: the folder and the programs.
class TestRun {
  public:
    explicit TestRun(config::Scenario scenario);
    ~TestRun();

    /// Makes a credential for a client of this name. Call it before start_server(). The names "client",
    /// "world", "client0" to "client31" and those of the agents have credentials from the start, each for all
    /// agents.
    void add_credential(const std::string& name, std::vector<AgentId> agents);
    /// Writes the file "all.json" with all credentials, if it is not there.
    void write_credentials();
    /// Starts the servers that the scenario needs, and waits until they listen. `more` are further options of
    /// the dynamics server.
    void start_server(const std::vector<std::string>& more = {});
    /// Starts the communication server alone, which connects to the dynamics server at `world`.
    /// start_server() then starts the dynamics server only.
    void start_comm_server(const net::Endpoint& world);
    /// Waits until the communication server listens.
    void wait_for_comm_server();
    /// Starts a client that connects to the server, or to `via`. `program` is a file, or the name of one of
    /// ours.
    void start_client(const std::string& name, const std::string& agents,
                      std::optional<net::Endpoint> via = {},
                      const std::filesystem::path& program = "synchrono-client");
    /// Starts a program: a file, or the name of one of ours.
    void start_tool(const std::string& name, const std::string& program,
                    const std::vector<std::string>& arguments);
    net::Endpoint address() const { return address_; }
    net::Endpoint radio_address() const { return radio_address_; }
    tools::process::ChildProcess& server() { return program("server"); }
    tools::process::ChildProcess& program(const std::string& name);

    /// Reads the progress that the server prints until `enough` returns true for it, and returns that
    /// progress.
    tools::run::ServerProgress wait_for(const std::function<bool(const tools::run::ServerProgress&)>& enough);
    /// Waits until a program has written a line with this text to standard error.
    void wait_for_line(const std::string& name, const std::string& text);
    /// Waits for the end of a program and returns how the program ended.
    tools::process::ExitStatus end_of(const std::string& name, WallDuration limit = kBound);
    /// Expects that every program for which end_of() was not called yet ends with exit 0.
    void expect_clean_ends();

    const config::Scenario& scenario() const { return scenario_; }
    /// Returns the credential of a client that may be started under this name.
    const config::Credential& credential(const std::string& name) const;
    const std::filesystem::path& folder() const { return folder_.path(); }
    /// Returns the lines that a program wrote to standard error.
    std::vector<std::string> error_lines_of(const std::string& name) const;

  private:
    void start(const std::string& name, const char* program, const std::vector<std::string>& more);
    /// Returns the address at which a server says that it listens.
    net::Endpoint address_of(const std::string& server);

    TemporaryFolder folder_;
    config::Scenario scenario_;
    config::Credentials credentials_;
    net::Endpoint address_, radio_address_;
    std::map<std::string, tools::process::ChildProcess> programs_;
    std::map<std::string, tools::process::ExitStatus> ends_;
};

/// How a command of `synchrono` ended, and what it wrote.
struct FinishedCommand {
    std::string exit;           // "exit 0"
    std::string output, error;  // standard output and standard error
};
/// Runs `synchrono` with these arguments to its end.
FinishedCommand run_synchrono(std::vector<std::string> arguments, WallDuration limit = kBound);

// The functions below read the logs afterwards.

using CounterValues = std::map<std::string, std::uint64_t>;
/// Returns the counters of the summary in `name`.mcap.
CounterValues counters_of(const std::filesystem::path& folder, const std::string& name);

/// One state that a client published.
struct LoggedState {
    SimTime time;
    WallTime wall;
};
/// Returns the states of one agent in `name`.mcap, in order.
std::vector<LoggedState> states_of(const std::filesystem::path& folder, const std::string& name,
                                   const std::string& agent);
/// Returns the messages of a topic in `name`.mcap, serialised.
std::vector<std::string> payloads_of(const std::filesystem::path& folder, const std::string& name,
                                     const std::string& topic);
/// Returns the longest wall time between two states in a row.
WallDuration longest_pause(const std::vector<LoggedState>& states);

/// Returns the server's decisions in order.
std::vector<WorldEvent> events_of(const std::filesystem::path& folder);

/// Expects that, according to the logs, no agent was ever further ahead than the gate promises.
void expect_promise_kept(const std::filesystem::path& folder);
/// Expects that a log is complete: closed by its program.
void expect_whole_log(const std::filesystem::path& folder, const std::string& name);

}  // namespace synchrono::testing

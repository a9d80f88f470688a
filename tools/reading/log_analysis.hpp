/// Reads all logs of a run. Finds what each program and agent recorded, and how far any agent ever ran ahead
/// of another. Reads truncated logs as well. It is an error if a log cannot be read at all or holds a
/// malformed message.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/result.hpp"
#include "common/log/log_reader.hpp"
#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"
#include "tools/reading/host_clock.hpp"

namespace synchrono::tools::reading {

/// First and last simulated time of some messages.
struct SimSpan {
    SimTime first;
    SimTime last;
};

/// A counter as a program wrote it when it ended.
struct CounterReading {
    std::string name;
    std::uint64_t value = 0;
    OverPrograms over_programs = OverPrograms::sum;  // logs of older versions, which do not say, mean sums
    bool operator==(const CounterReading&) const = default;
};

/// The summary that a program wrote when it ended.
struct LoggedEnd {
    std::string ended_because;
    WallDuration wall;  // from the first heartbeat to the last
    std::vector<CounterReading> counters;
    std::vector<std::string> pilot_faults{};  // one line for each
};

/// One log file of the run.
struct LogFileInfo {
    std::string file;  // its name in the folder
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    std::optional<SimSpan> span;
    std::string damage;                      // what is damaged, or why it was left out; empty: nothing
    std::map<std::string, std::string> run;  // the log's metadata record "run"
    std::optional<LoggedEnd> end;            // none: the log has no summary
};

/// Returns the host of a log. Logs of older versions do not say it; they were all made on one host.
std::string host_of(const LogFileInfo& file);

/// The states of one agent, over all files.
struct AgentInfo {
    std::string name;
    std::uint64_t messages = 0;
    SimSpan span;
};

/// How far a publication of `agent` was ahead of the slowest live agent, `peer`.
struct Lead {
    std::int64_t heartbeats = 0;
    std::string agent;
    std::string peer;
    SimTime time;  // of the publication
};

/// Everything that the logs of a run say.
struct RunInfo {
    std::optional<SimDuration> heartbeat;  // from scenario.json
    std::optional<GatePolicy> gate;        // from scenario.json; `heartbeats` is the largest lead it allows
    std::string scenario_problem;          // why heartbeat and gate are unknown; else empty
    std::vector<LogFileInfo> files;        // by name
    std::vector<AgentInfo> agents;         // by name, car2 before car10
    std::vector<std::string> unlogged;     // agents that were in the world, but have no states in these logs
    std::map<std::string, std::string> clients;  // what became of each client, as the server's log says it
    /// The largest lead that there may have been, since clocks of several hosts are compared only within
    /// bounds, and the largest that there has been for sure. None: unknown, or no agent was ever ahead of a
    /// live agent.
    std::optional<Lead> largest_lead, sure_lead;
    std::map<std::string, HostClock> clocks;  // by host, as host_of() names it
    /// Returns the clock of a program's log; null if there is no such log.
    const HostClock* clock_of(std::string_view program) const;
    /// Returns whether no lead was larger than the gate allows. Returns nothing when the gate is unknown or
    /// the clocks are not known well enough.
    std::optional<bool> promise_kept() const;
    /// Returns a sentence about the clocks of other hosts than the server's; empty if there is none.
    std::string clocks_text() const;
};

/// Returns the first names of a list, and how many more there are.
std::string shortened(const std::vector<std::string>& names);

/// Receives one message from the log of `program`. References in the message are valid until the function
/// returns.
using LogVisitor = std::function<void(const std::string& program, const log::LogMessage& message)>;

/// Reads every log of a run folder and passes each message to `visitor`.
Result<RunInfo> inspect_run(const std::filesystem::path& folder, const LogVisitor& visitor = {});

/// One stay of an agent in the world, from its first to its last publication in one file.
struct Life {
    std::string agent;
    std::int64_t first = 0;   // heartbeat of the first publication
    std::int64_t last = 0;    // heartbeat of the last publication
    std::int64_t period = 1;  // of the agent's flow, in heartbeats
};
/// One message in which an agent published its state.
struct Publication {
    std::int64_t wall_ns = 0;  // when it was handed to the network
    std::int64_t tick = 0;     // its heartbeat
    std::uint32_t life = 0;    // index of the life that it belongs to
    bool leads = true;         // whether its own lead counts, or only that the agent has come this far
};

/// Returns the largest lead that any publication had over the slowest agent that was live at that moment. An
/// agent counts as live until its last publication. It counts as live even before its first one, because the
/// gate waits for it. A publication covers all heartbeats of the agent's period. Returns nothing if no
/// publication was ahead.
std::optional<Lead> largest_lead(std::vector<Publication> publications, const std::vector<Life>& lives,
                                 SimDuration heartbeat);

}  // namespace synchrono::tools::reading

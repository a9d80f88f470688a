/// What the logs of a run say: who recorded what, and how far any agent ever ran ahead of another. Works on
/// whole and on cut logs alike; only what cannot be read at all is an error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/result.hpp"
#include "common/log/log_reader.hpp"
#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::tools {

/// First and last simulated time of some messages; no messages, no span.
struct SimSpan {
    SimTime first;
    SimTime last;
};

/// A counter as a program wrote it when it ended.
struct CounterReading {
    std::string name;
    std::uint64_t value = 0;
    OverPrograms over_programs = OverPrograms::sum;  // as logs of older versions have it, which do not say
    bool operator==(const CounterReading&) const = default;
};

/// What a program wrote of itself when it ended.
struct ProgramEnd {
    std::string ended_because;
    WallDuration wall;  // from the first heartbeat to the last
    std::vector<CounterReading> counters;
    std::vector<std::string> pilot_faults{};  // a line each
};

struct LogFileInfo {
    std::string file;  // its name in the folder
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    std::optional<SimSpan> span;
    std::string damage;                      // empty: whole
    std::map<std::string, std::string> run;  // the metadata "run"
    std::optional<ProgramEnd> end;
};

struct AgentInfo {
    std::string name;
    std::uint64_t messages = 0;
    SimSpan span;
};

/// One agent's publication ran this far ahead of the newest one of a live peer.
struct Lead {
    std::int64_t heartbeats = 0;
    std::string agent;
    std::string peer;
    SimTime time;  // of the publication
};

struct RunInfo {
    std::optional<SimDuration> heartbeat;  // of scenario.json, as the next
    std::optional<GatePolicy> gate;        // whose number is the largest lead that it promises
    std::string scenario_problem;          // why there are none
    std::vector<LogFileInfo> files;        // by name
    std::vector<AgentInfo> agents;         // by name, car2 before car10
    std::optional<Lead> largest_lead;      // none: no agent ever had a live peer behind it
    /// Nothing when no promise is known.
    std::optional<bool> promise_kept() const;
};

/// Is shown a message of the log of a program; what it borrows is valid until it returns.
using LogVisitor = std::function<void(const std::string& program, const log::LogMessage& message)>;

/// Reads every log of a run folder, and shows each message to `visitor` on the way.
Result<RunInfo> inspect_run(const std::filesystem::path& folder, const LogVisitor& visitor = {});

/// One agent's publications from its entry to its end, as one file has them.
struct Life {
    std::string agent;
    std::int64_t first = 0;  // heartbeats
    std::int64_t last = 0;
    std::int64_t period = 1;  // of its flow
};
struct Publication {
    std::int64_t wall_ns = 0;  // when it was handed to the network
    std::int64_t tick = 0;
    std::uint32_t life = 0;  // index
};

/// The largest lead that any publication had, at the moment of it, over the newest publication of a live
/// peer. A peer counts from before its first heartbeat, as the gate waits for it, until its last publication;
/// a publication stands for its whole period.
std::optional<Lead> largest_lead(std::vector<Publication> publications, const std::vector<Life>& lives,
                                 SimDuration heartbeat);

}  // namespace synchrono::tools

/// Collects what was driven in a run from the logs of its clients: where every agent was and how fast, what
/// the signals showed, and when each client published its states. Truncated logs are used as far as they go.
/// Memory is bounded: one state of each agent is kept every `step`, and the step grows with the number of
/// agents and the length of the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/log/log_reader.hpp"
#include "common/time/sim_time.hpp"
#include "proto/record.pb.h"
#include "tools/study/box.hpp"

namespace synchrono::tools::study {

/// The motion of a body as it was logged.
struct Sample {
    std::int64_t time_ns = 0;
    double x_m = 0, y_m = 0;  // the centre of gravity, which serves as the middle of the body
    float z_m = 0, yaw_rad = 0;
    float vx_m_s = 0, vy_m_s = 0;
    float acceleration_m_s2 = 0;  // forward
};

/// The motion of a body at any time, interpolated between two samples.
struct Pose {
    geo::Vec2 place, velocity;
    double z_m = 0, yaw_rad = 0;

    double speed_m_s() const { return length(velocity); }
};

/// The motion of one agent in the course of the run.
struct Drive {
    enum class Kind { vehicle, pedestrian, object };

    std::string name = {};
    Kind kind = Kind::vehicle;
    double length_m = 0, width_m = 0;
    std::vector<Sample> samples = {};     // ascending in time; at least one
    std::optional<SimTime> left_at = {};  // when the agent left of its own accord; none: it did not

    SimTime first() const { return SimTime::nanoseconds(samples.front().time_ns); }
    SimTime last() const { return SimTime::nanoseconds(samples.back().time_ns); }
    Box box(const Pose& pose) const {
        return {pose.place, {std::cos(pose.yaw_rad), std::sin(pose.yaw_rad)}, length_m / 2, width_m / 2};
    }
};

/// A cursor on a drive, which returns the pose at one time after another. The agent is not in the world
/// between two samples that are further apart than kGap.
/// Threading: one thread.  Borrows the drive.
class DriveCursor {
  public:
    static constexpr SimDuration kGap = SimDuration::milliseconds(1'500);

    explicit DriveCursor(const Drive& drive) : drive_(&drive) {}
    /// Returns the pose at a time, or nothing when the agent is not in the world then. Requires a time that
    /// is not before that of the previous call.
    std::optional<Pose> at(SimTime time);

  private:
    const Drive* drive_;
    std::size_t next_ = 0;  // the first sample after the time of the last call
};

/// A moment at which a signal group began to show another state.
struct SignalChange {
    SimTime time;
    std::uint32_t group = 0;
    int state = 0;  // as MovementPhaseState of SPaT
};
/// The signals of one intersection.
struct SignalHistory {
    std::string name = {};  // of the agent that publishes the signals
    std::int32_t intersection = 0, region = 0;
    std::vector<SignalChange> changes = {};  // ascending in time

    /// Returns what the group showed at a time, or nothing when that is unknown.
    std::optional<int> state_at(std::uint32_t group, SimTime time) const;
};

/// When a client handed each step's states to the network.
struct ClientPace {
    std::string client = {};
    std::vector<std::int64_t> wall_ns = {};  // by step, CLOCK_MONOTONIC; 0: nothing was published, or unknown
};

/// Everything that was collected.
struct Drives {
    SimDuration step = {};                    // between the samples that are kept
    SimTime end = {};                         // the time of the last sample
    std::vector<Drive> drives = {};           // agents that have samples, in the order of the scenario
    std::vector<SignalHistory> signals = {};  // in the order of the scenario
    std::vector<ClientPace> clients = {};     // by name
};

/// Collects drives from the messages of a run's logs, file after file.
/// Threading: one thread.  Owns: what it has collected.
class DriveCollector {
  public:
    explicit DriveCollector(const config::Scenario& scenario);

    /// Adds a message from the log of `program`. Ignores messages that cannot be parsed.
    void add(std::string_view program, const log::LogMessage& message);
    /// Returns everything that was collected and leaves the collector empty.
    Drives finish();

    /// Returns the time between two samples that are kept, for a number of agents and a duration.
    static SimDuration step_of(SimDuration heartbeat, std::size_t agents, SimDuration duration);

  private:
    void add_state(std::string_view program, std::string_view agent, const log::LogMessage& message);
    void add_departure(const log::LogMessage& message);

    /// An agent of the scenario, and what was collected of it.
    struct Agent {
        Drive drive = {};
        std::int64_t kept_ns = INT64_MIN;  // the time of the last state that was kept
        std::optional<SignalHistory> signals = {};
        std::map<std::uint32_t, int> showing = {};  // the last state of each signal group
    };
    SimDuration step_;
    SimDuration duration_;
    std::vector<Agent> agents_;
    std::map<std::string, std::size_t, std::less<>> by_name_;  // indices into agents_
    std::map<std::string, ClientPace, std::less<>> clients_;
    AgentRecord record_;
};

}  // namespace synchrono::tools::study

/// The sensors of one agent: turns each when it is due, keeps what they measured until it may be known, and
/// shows it to the pilot and to the radio without copying it.
///
/// A heartbeat at `now` goes: look(from, now) for those with rays; observe(now) for the others, which has
/// been called at the times between heartbeats that they want as well; arrive(now); the radio with news();
/// the pilot with shown(), and then taken().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "client/sensors/sensor.hpp"

namespace synchrono::sensors {

/// Hears of each sample when it is measured. `sensor` is its place among the agent's.
using SampleTap =
    std::function<void(AgentId agent, std::size_t sensor, const SynSample& sample, const geo::Motion& body)>;

/// Whether some of its sensors look at the world around, or up at the sky between its buildings.
bool needs_world(const config::Scenario& scenario, const config::AgentSpec& agent);

/// Threading: the client's loop thread.  Owns: sensors and samples; borrows: the scenario and the world.
class Suite {
  public:
    /// Requires an agent with sensors, and a world if it needs_world(). `tap` may be empty.
    Suite(const config::Scenario& scenario, const config::AgentSpec& agent, RayWorld* world, SampleTap tap);
    ~Suite();
    Suite(const Suite&) = delete;
    Suite& operator=(const Suite&) = delete;

    /// The agent is in the world from `entry` on; again, when it comes back.
    void begin(SimTime entry);

    /// The time between two instants at which somebody wants to observe; a heartbeat if that is enough.
    SimDuration piece() const { return piece_; }
    /// Whether an inner sensor is due at `time`, and whether one of them wants to know of the wheels.
    bool is_due(SimTime time) const;
    bool wants_wheels(SimTime time) const;
    void observe(const Instant& at);

    /// Whether one with rays has something to do in the heartbeat that ends at `time`.
    bool looks(SimTime time) const;
    /// The world is as it was in the heartbeat from `from` to `to`, without the agent itself.
    void look(const Instant& from, const Instant& to);

    /// What may be known by `now` is told.
    void arrive(SimTime now);
    /// What became known with the last arrive().
    const SynSensors& news() const { return news_; }
    /// What became known since taken(); the same object at every step.
    const SynSensors& shown() const { return shown_; }
    void taken() { taken_ = true; }

  private:
    struct Sample {
        SynSample head{};
        Reading reading;
    };
    struct Mounted;
    std::uint64_t index_of(const Mounted& mounted, SimTime due) const;
    void measure(Mounted& mounted, const Instant& at);

    const config::AgentSpec& agent_;
    SampleTap tap_;
    SimDuration piece_;
    std::optional<SimTime> first_entry_, entry_;
    std::vector<std::unique_ptr<Mounted>> mounted_;
    std::vector<SynSensor> sensors_;
    std::vector<std::pair<Mounted*, std::unique_ptr<Sample>>> arrived_;
    std::vector<SynSample> samples_;  // the heads of arrived_
    bool taken_ = false;
    SynSensors news_{}, shown_{};
};

}  // namespace synchrono::sensors

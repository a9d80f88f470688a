/// The sensors of one agent. Measures with each of them when it is due, keeps the samples until their delay
/// has passed, and then gives them to the pilot and to the radio without copying them.
///
/// At the heartbeat `now` the owner calls look(from, now) for the sensors with rays, observe(now) for the
/// others (also at the times between heartbeats, piece() apart), and then arrive(now). It passes news() to
/// the radio and shown() to the pilot, and calls taken() when the pilot has had its step.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "client/sensors/sensor.hpp"

namespace synchrono::sensors {

/// A function that gets each sample when it is measured. `sensor` is the index in the agent's list.
using SampleTap =
    std::function<void(AgentId agent, std::size_t sensor, const SynSample& sample, const geo::Motion& body)>;

/// Returns whether the agent has sensors that need a RayWorld: those with rays, and a gps, whose satellites
/// may be hidden by buildings.
bool needs_world(const config::Scenario& scenario, const config::AgentSpec& agent);

/// Threading: the client's loop thread.  Owns: sensors and samples; borrows: the scenario and the world.
class Suite {
  public:
    /// Requires an agent that has sensors, and a world if the agent needs_world(). `tap` may be empty.
    Suite(const config::Scenario& scenario, const config::AgentSpec& agent, RayWorld* world, SampleTap tap);
    ~Suite();
    Suite(const Suite&) = delete;
    Suite& operator=(const Suite&) = delete;

    /// Begins (anew): the agent is in the world from `entry` on. Samples that have not arrived are lost.
    void begin(SimTime entry);

    /// Returns the time between the instants at which observe() has to be called: a heartbeat, or a part of
    /// one where a sensor without rays also measures between heartbeats.
    SimDuration piece() const { return piece_; }
    /// Returns whether a sensor without rays is due at `time`.
    bool is_due(SimTime time) const;
    /// Returns whether a sensor that is due at `time` needs the wheels of an Instant.
    bool wants_wheels(SimTime time) const;
    /// Measures with the sensors without rays that are due at this instant.
    void observe(const Instant& at);

    /// Returns whether a sensor with rays measures in the heartbeat that ends at `time`.
    bool looks(SimTime time) const;
    /// Measures with the sensors with rays in the heartbeat from `from` to `to`. Requires a world that is as
    /// it was in that heartbeat, and whose rays pass through the agent's own body.
    void look(const Instant& from, const Instant& to);

    /// Makes known the samples whose delay has passed by `now`.
    void arrive(SimTime now);
    /// Returns the samples that the last arrive() made known.
    const SynSensors& news() const { return news_; }
    /// Returns the samples that became known since the pilot's last step, in the same object at each step.
    const SynSensors& shown() const { return shown_; }
    /// Ends the pilot's step: the next arrive() removes the samples that the pilot has seen.
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
    std::vector<SynSample> samples_;  // heads of the samples in arrived_
    bool taken_ = false;
    SynSensors news_{}, shown_{};
};

}  // namespace synchrono::sensors

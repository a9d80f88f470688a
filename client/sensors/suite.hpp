/// The sensors of one agent. Measures with each sensor when a sample is due, keeps the samples until their
/// delay has passed, and then gives them to the pilot and to the radio without copying their data.
///
/// At the heartbeat `now` the owner calls scan(from, now) for the sensors with rays, measure(now) for the
/// others, and then release(now). Between heartbeats the owner calls measure() as well, every
/// measuring_interval(). The owner passes new_samples() to the radio and for_pilot() to the pilot, and calls
/// end_pilot_step() after each step of the pilot.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "client/sensors/sensor.hpp"

namespace synchrono::client::sensors {

/// A function that gets each sample at the moment of its measurement. `sensor` is the index in the agent's
/// list of sensors, `body` the motion of the vehicle.
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

    /// Begins, or begins anew: the agent is in the world from `entry` on. Samples whose delay has not passed
    /// are lost. To be called before the functions below.
    void restart(SimTime entry);

    /// Returns the time between the instants at which measure() has to be called: a heartbeat, or a part of a
    /// heartbeat if a sensor without rays also measures between heartbeats.
    SimDuration measuring_interval() const { return measuring_interval_; }
    /// Returns whether a sensor without rays is due at `time`.
    bool is_due(SimTime time) const;
    /// Returns whether a sensor that is due at `time` needs `wheels` in its BodyState.
    bool wants_wheels(SimTime time) const;
    /// Takes the samples of sensors without rays that are due at this instant.
    void measure(const BodyState& at);

    /// Returns whether a sensor with rays measures in the heartbeat that ends at `time`.
    bool needs_scan(SimTime time) const;
    /// Lets the sensors with rays measure in the heartbeat from `from` to `to`. Requires that the RayWorld
    /// has been updated to that heartbeat and lets rays pass through the agent's own body.
    void scan(const BodyState& from, const BodyState& to);

    /// Makes known the samples whose delay has passed by `now`.
    void release(SimTime now);
    /// Returns the samples that the last release() made known.
    const SynSensors& new_samples() const { return new_samples_; }
    /// Returns the samples that became known since the pilot's last step. The object is the same at each
    /// step.
    const SynSensors& for_pilot() const { return for_pilot_; }
    /// Ends the pilot's step: the next release() removes the samples that the pilot has seen.
    void end_pilot_step() { pilot_step_ended_ = true; }

  private:
    struct Sample {
        SynSample head{};
        Reading reading;
    };
    struct Mounted;
    /// Returns the index of the sample that is due at `due`; index 0 is due one period after the first entry.
    std::uint64_t index_of(const Mounted& mounted, SimTime due) const;
    void add_sample(Mounted& mounted, const BodyState& at);

    const config::AgentSpec& agent_;
    SampleTap tap_;
    SimDuration measuring_interval_;
    std::optional<SimTime> first_entry_, entry_;
    std::vector<std::unique_ptr<Mounted>> mounted_;
    std::vector<SynSensor> sensors_;
    std::vector<std::pair<Mounted*, std::unique_ptr<Sample>>> released_;
    std::vector<SynSample> samples_;  // heads of the samples in released_
    bool pilot_step_ended_ = false;
    SynSensors new_samples_{}, for_pilot_{};
};

}  // namespace synchrono::client::sensors

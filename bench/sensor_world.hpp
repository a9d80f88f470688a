/// The world that sensors measure in benchmarks: the thirty vehicles of scenarios/intersection_30.json, which
/// drive straight on. One of them carries sensors that ship with Synchrono.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/median.hpp"
#include "client/sensors/ray_world.hpp"
#include "client/sensors/sensor.hpp"

namespace synchrono::bench {

/// The vehicles and their surroundings, moved without dynamics or pilots.
/// Threading: one thread.
class SensorWorld {
  public:
    static constexpr std::size_t kEgo = 0;  // the vehicle that carries the sensors

    /// Mounts these sensors of vehicles/sensors on the roof of vehicle kEgo, in this order.
    explicit SensorWorld(const std::vector<std::string>& sensors);

    const config::Scenario& scenario() const { return *scenario_; }
    const config::AgentSpec& ego() const { return scenario_->agents[kEgo]; }
    client::sensors::RayWorld& rays() { return *rays_; }
    /// Returns the setup with which a sensor works without a suite. `sensor` is its position in the order of
    /// the constructor.
    client::sensors::SensorSetup setup_of(std::size_t sensor);

    /// Returns the motion of the vehicle with the sensors. Every vehicle drives straight on from its start
    /// for a second, then jumps back to its start and begins again.
    client::sensors::BodyState ego_at(SimTime time) const;
    /// Sets the world to the heartbeat that ends at `to`, as a client does before its sensors measure.
    /// Allocates nothing.
    void update(SimTime to);

  private:
    geo::Motion motion_of(std::size_t agent, SimTime time) const;

    std::unique_ptr<config::Scenario> scenario_;
    std::vector<geo::Motion> starts_;
    std::vector<client::sensors::RayWorld::Body> bodies_;
    std::unique_ptr<client::sensors::RayWorld> rays_;
};

/// Returns the processor time of this thread. Wall time would include that of other programs.
double cpu_seconds();

}  // namespace synchrono::bench

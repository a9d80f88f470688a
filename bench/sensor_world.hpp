/// The world that benchmarks of sensors look at: thirty vehicles on their way through the crossings of
/// scenarios/intersection_30.json, with the sensors that ship on one of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/sensors/ray_world.hpp"
#include "client/sensors/sensor.hpp"

namespace synchrono::bench {

/// Threading: one thread.
class SensorWorld {
  public:
    static constexpr std::size_t kEgo = 0;  // who carries the sensors

    /// `sensors` of vehicles/sensors are on the roof of the vehicle, in this order.
    explicit SensorWorld(const std::vector<std::string>& sensors);

    const config::Scenario& scenario() const { return *scenario_; }
    const config::AgentSpec& ego() const { return scenario_->agents[kEgo]; }
    sensors::RayWorld& rays() { return *rays_; }
    /// Sensors without a suite around them.
    sensors::SensorSetup setup_of(std::size_t sensor);

    /// Everybody goes straight on from where they start, for a while, and then again from there.
    sensors::Instant ego_at(SimTime time) const;
    /// The heartbeat that ends at `to`, without the vehicle of the sensors: what a client does before its
    /// sensors look. Allocates nothing.
    void update(SimTime to);

  private:
    geo::Motion motion_of(std::size_t agent, SimTime time) const;

    std::unique_ptr<config::Scenario> scenario_;
    std::vector<geo::Motion> starts_;
    std::vector<sensors::RayWorld::Body> bodies_;
    std::unique_ptr<sensors::RayWorld> rays_;
};

/// Processor time of this thread: others may want the machine too.
double cpu_seconds();
double median(std::vector<double> values);

}  // namespace synchrono::bench

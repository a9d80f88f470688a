/// Runs the sensors of a client's agents in each heartbeat. Every sensor gets the motion of its vehicle from
/// the engine. Sensors with rays also get the world as the client knows it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "client/acu/acu.hpp"
#include "client/sensors/ray_world.hpp"
#include "client/sensors/suite.hpp"

namespace synchrono::client::acu {

/// Makes the world in which the rays of these agents' sensors are cast; null if none of the sensors needs it.
/// `roads` may be null.
std::unique_ptr<sensors::RayWorld> ray_world_for(const config::Scenario& scenario,
                                                 const std::vector<AgentId>& agents,
                                                 const roadmap::RoadMap* roads);

/// The sensors of all agents of one client.
/// Threading: the client's loop thread.  Owns: the sensors; borrows the scenario, the world, the engine.
class Sensing {
  public:
    /// `world` may be null if no agent has a sensor that needs it. `tap` gets each sample when it is
    /// measured.
    Sensing(const config::Scenario& scenario, sensors::RayWorld* world, const engine::Engine& engine,
            sensors::SampleTap tap)
        : scenario_(scenario), world_(world), engine_(engine), tap_(std::move(tap)) {}

    /// Makes the sensors of an agent and returns their suite; null if the agent has none. Requires agents in
    /// ascending order, one in each call.
    sensors::Suite* add(const config::AgentSpec& agent);
    /// Starts the agent's sensors: the agent is in the engine from `entry` on. To be called again when the
    /// client has rejoined, since the world has gone on without it.
    void start(AgentId agent, SimTime entry);
    /// Stops the agent's sensors, since the agent has left.
    void stop(AgentId agent);
    /// Returns whether any agent has sensors.
    bool has_agents() const { return !agents_.empty(); }
    /// Returns whether any sensor casts rays; then scan() needs the bodies of other clients, too.
    bool has_rays() const;

    /// Returns whether a sensor with rays is due in the heartbeat that ends at `now`, so that scan() needs
    /// its `sights` and `signals`.
    bool needs_scan(SimTime now) const;
    /// Measures with the sensors that are due in the heartbeat that ends at `now`. Sensors with rays measure
    /// at their times within that heartbeat; the others measure at `now` itself. `sights` and `signals` are
    /// what the client sees at `now`; they are not used unless needs_scan(now).
    void scan(SimTime now, std::span<const Sight> sights, std::span<const body::SignalsInSight> signals);
    /// Returns the time from one call of measure() to the next within a heartbeat; a whole heartbeat if no
    /// call is needed.
    SimDuration measuring_interval() const;
    /// Measures with the sensors without rays that are due at `now`, a time within a heartbeat. Requires that
    /// the engine has advanced to `now`.
    void measure(SimTime now);

  private:
    struct Agent {
        AgentId id;
        std::unique_ptr<sensors::Suite> suite;
        bool active = false;
        std::optional<sensors::BodyState> last{};  // the vehicle at the previous heartbeat
    };
    sensors::BodyState state_of(const Agent& agent, SimTime now);
    /// Updates the ray world to `now` with what is of interest to `agent`, or with everything if `agent` is
    /// null.
    void update_world(SimTime now, std::span<const Sight> sights,
                      std::span<const body::SignalsInSight> signals, const Agent* agent);

    const config::Scenario& scenario_;
    sensors::RayWorld* const world_;
    const engine::Engine& engine_;
    const sensors::SampleTap tap_;
    std::vector<Agent> agents_;  // ascending
    std::vector<body::Wheel> wheels_;
    std::vector<sensors::RayWorld::Body> bodies_;
    std::vector<const body::SignalsInSight*> signals_;
};

}  // namespace synchrono::client::acu

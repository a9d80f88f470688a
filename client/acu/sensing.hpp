/// Runs the sensors of a client's agents in each heartbeat. It gives them their vehicles' motion from the
/// engine, and the world as the client knows it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "client/acu/acu.hpp"
#include "client/sensors/ray_world.hpp"
#include "client/sensors/suite.hpp"

namespace synchrono::client {

/// Makes the world of rays for the sensors of these agents; null if none of them needs it. `roads` may be
/// null.
std::unique_ptr<sensors::RayWorld> ray_world_for(const config::Scenario& scenario,
                                                 const std::vector<AgentId>& agents,
                                                 const roadmap::RoadMap* roads);

/// The sensors of all agents of one client.
/// Threading: the client's loop thread.  Owns: the sensors; borrows the scenario, the world, the engine.
class Sensing {
  public:
    /// `world` may be null if none of the agents needs it. `tap` gets each sample when it is measured.
    Sensing(const config::Scenario& scenario, sensors::RayWorld* world, const Engine& engine,
            sensors::SampleTap tap)
        : scenario_(scenario), world_(world), engine_(engine), tap_(std::move(tap)) {}

    /// Makes the agent's sensors; null if it has none. Requires calls with ascending agents.
    sensors::Suite* add(const config::AgentSpec& agent);
    /// Starts the agent's sensors: the agent is in the engine from `entry` on. To be called again when the
    /// client comes back after the world had gone on without it.
    void begin(AgentId agent, SimTime entry);
    /// Stops the agent's sensors, since the agent has left.
    void end(AgentId agent);
    /// Returns whether any of the sensors casts rays, and therefore needs to know where the others are.
    bool has_rays() const;

    /// Returns whether look() needs the others' places at `now`, since a sensor with rays is due.
    bool looks(SimTime now) const;
    /// Measures with the sensors that are due in the heartbeat that ends at `now`: those with rays at their
    /// times within it, the others at `now`. `sights` and `signals` are what the client sees at `now`.
    void look(SimTime now, std::span<const Sight> sights, std::span<const SignalsInSight> signals);
    /// Returns the time between two calls of observe() within a heartbeat; a whole heartbeat if none is
    /// needed.
    SimDuration piece() const;
    /// Measures with the sensors of the vehicle itself that are due at `now`, between heartbeats, where the
    /// engine stands.
    void observe(SimTime now);

  private:
    struct Agent {
        AgentId id;
        std::unique_ptr<sensors::Suite> suite;
        bool active = false;
        std::optional<sensors::Instant> last{};  // the vehicle at the heartbeat before
    };
    sensors::Instant instant(const Agent& agent, SimTime now);
    /// Updates the ray world to `now` with what is of interest to this agent; with null, with everything.
    void update_world(SimTime now, std::span<const Sight> sights, std::span<const SignalsInSight> signals,
                      const Agent* agent);

    const config::Scenario& scenario_;
    sensors::RayWorld* const world_;
    const Engine& engine_;
    const sensors::SampleTap tap_;
    std::vector<Agent> agents_;  // ascending
    std::vector<Wheel> wheels_;
    std::vector<sensors::RayWorld::Body> bodies_;
    std::vector<const SignalsInSight*> signals_;
};

}  // namespace synchrono::client

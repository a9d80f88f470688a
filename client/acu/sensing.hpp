/// The sensors of a client's agents in its heartbeats: shows them their vehicles as the engine has them and
/// the world as the client knows it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "client/acu/acu.hpp"
#include "client/sensors/ray_world.hpp"
#include "client/sensors/suite.hpp"

namespace synchrono::client {

/// The world for the sensors of these agents; null where none of them needs it. `roads` may be null.
std::unique_ptr<sensors::RayWorld> ray_world_for(const config::Scenario& scenario,
                                                 const std::vector<AgentId>& agents,
                                                 const roadmap::RoadMap* roads);

/// Threading: the client's loop thread.  Owns: the sensors; borrows the scenario, the world, the engine.
class Sensing {
  public:
    /// `world` may be null where none of the agents needs it.
    Sensing(const config::Scenario& scenario, sensors::RayWorld* world, const Engine& engine,
            sensors::SampleTap tap)
        : scenario_(scenario), world_(world), engine_(engine), tap_(std::move(tap)) {}

    /// The agent's sensors; null if it has none. Requires agents that ascend.
    sensors::Suite* add(const config::AgentSpec& agent);
    /// The agent is in the engine from now on; again, when it comes back from having been cut off.
    void begin(AgentId agent, SimTime entry);
    /// The agent has left.
    void end(AgentId agent);
    /// Whether some of them have rays, so that somebody must know where the others are.
    bool has_rays() const;

    /// Whether look() wants to know where the others are at `now`.
    bool looks(SimTime now) const;
    /// The heartbeat at `now` begins, and the one before is over: `sights` and `signals` are as the client
    /// sees them now.
    void look(SimTime now, std::span<const Sight> sights, std::span<const SignalsInSight> signals);
    /// How often within a heartbeat they want observe() to be called; a heartbeat: not at all.
    SimDuration piece() const;
    /// The engine is at `now`, between heartbeats.
    void observe(SimTime now);

  private:
    struct Agent {
        AgentId id;
        std::unique_ptr<sensors::Suite> suite;
        bool active = false;
        std::optional<sensors::Instant> last{};  // at the heartbeat before
    };
    sensors::Instant instant(const Agent& agent, SimTime now);
    /// As the agent may know it; null: as all of them may.
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

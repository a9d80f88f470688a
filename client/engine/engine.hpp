/// An engine advances the dynamics of one client's agents. This is what the client's loop needs of any
/// engine: time goes on in it, it is shown the world, and it says where its agents are and what they look
/// like. Agents that somebody drives are moved by a BodyEngine, the world's elements by an ElementEngine.
#pragma once

#include <span>
#include <vector>

#include "client/body/body_motion.hpp"
#include "client/body/look.hpp"
#include "client/body/machinery.hpp"
#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "common/base/ids.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

class BodyEngine;
class ElementEngine;

/// All that an engine is shown of the world at the start of a heartbeat. Borrowed.
struct Surroundings {
    SimTime now;
    std::span<const Obstacle> bodies;  // dead-reckoned to `now`, ascending by agent
    std::span<const SignalsInSight> signals;
};

/// Threading: one thread.  Owns: the dynamics of the agents added to it.
class Engine {
  public:
    virtual ~Engine() = default;

    /// The engine as what moves driven agents; null if it has elements of the world.
    virtual BodyEngine* bodies() { return nullptr; }
    /// The engine as what moves elements of the world; null if it has driven agents.
    virtual ElementEngine* elements() { return nullptr; }

    /// Its agents take part in the world from `now` on. The loop calls this before it adds them, and again
    /// whenever they come back after the world has gone on without them.
    virtual void begin(SimTime) {}
    /// Requires that the agent is there; so do all functions below that name one.
    virtual void remove(AgentId agent) = 0;
    /// False: `show` would be ignored and need not be called.
    virtual bool wants_others() const { return true; }
    /// The world for the advance that follows, at its start; its own agents are among the others, as they
    /// told of themselves.
    virtual void show(const Surroundings& world) = 0;
    /// Requires a whole number of the engine's steps, at most up to where the world is shown anew.
    virtual void advance(SimDuration span) = 0;
    /// Valid until the next call that is not `motion`.
    virtual const BodyMotion& motion(AgentId agent) const = 0;
    virtual Machinery machinery(AgentId) const { return {}; }
    /// The shapes of the agent, if the engine knows better than its kind and size.
    virtual std::vector<LookPart> looks(AgentId) const { return {}; }
    /// The poses of the parts of looks(), in the world and in their order.
    virtual void look_poses(AgentId, std::vector<geo::Pose>& poses) const { poses.clear(); }
};

}  // namespace synchrono::client

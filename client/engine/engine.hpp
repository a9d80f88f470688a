/// The engine of a client, which advances the dynamics of its agents. This interface is what the client's
/// loop needs of any engine: it gives the engine the state of the world, advances it, and reads where its
/// agents are and what they look like. A BodyEngine moves driven agents, an ElementEngine the world's
/// elements.
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

/// The state of the world at the start of a heartbeat, as an engine gets it. Borrowed.
struct Surroundings {
    SimTime now;
    std::span<const Obstacle> bodies;  // dead-reckoned to `now`, ascending by agent
    std::span<const SignalsInSight> signals;
};

/// Threading: one thread.  Owns: the dynamics of the agents added to it.
class Engine {
  public:
    virtual ~Engine() = default;

    /// Returns this engine as a BodyEngine; null if it moves elements of the world.
    virtual BodyEngine* bodies() { return nullptr; }
    /// Returns this engine as an ElementEngine; null if it moves driven agents.
    virtual ElementEngine* elements() { return nullptr; }

    /// Begins (anew) with agents that take part in the world from `now` on. The loop calls this before it
    /// adds them, and again whenever they come back after the world has gone on without them.
    virtual void begin(SimTime) {}
    /// Requires an agent that is in the engine, as do all functions below that take one.
    virtual void remove(AgentId agent) = 0;
    /// Returns whether the engine uses what show() gives it. Otherwise show() need not be called.
    virtual bool wants_others() const { return true; }
    /// Gives the engine the world at the start of the advance that follows. The engine's own agents are
    /// among the bodies, with the states that they published.
    virtual void show(const Surroundings& world) = 0;
    /// Advances all agents. Requires a whole number of the engine's steps. The span ends no later than the
    /// next heartbeat, at which show() is called again.
    virtual void advance(SimDuration span) = 0;
    /// Valid until the next call of a function other than motion().
    virtual const BodyMotion& motion(AgentId agent) const = 0;
    virtual Machinery machinery(AgentId) const { return {}; }
    /// Returns the shapes of an agent; empty if the engine knows no more than its kind and size.
    virtual std::vector<LookPart> looks(AgentId) const { return {}; }
    /// Sets `poses` to those of the parts of looks(), in the world frame and in the same order.
    virtual void look_poses(AgentId, std::vector<geo::Pose>& poses) const { poses.clear(); }
};

}  // namespace synchrono::client

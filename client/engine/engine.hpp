/// Advances the dynamics of a client's agents. An Engine has what the client's loop needs of any engine: the
/// loop gives it the state of the world, advances it, and reads where the agents are and what they look like.
/// A BodyEngine moves driven agents; an ElementEngine moves the world's elements.
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

namespace synchrono::client::engine {

class BodyEngine;
class ElementEngine;

/// The state of the world at the start of a heartbeat, as an engine gets it. Borrowed.
struct Surroundings {
    SimTime now;
    std::span<const body::Obstacle> bodies;  // dead-reckoned to `now`, ascending by agent
    std::span<const body::SignalsInSight> signals;
};

/// Threading: one thread.  Owns: the dynamics of the agents added to it.
class Engine {
  public:
    virtual ~Engine() = default;

    /// Returns this engine as a BodyEngine; null if it moves elements of the world.
    virtual BodyEngine* bodies() { return nullptr; }
    /// Returns this engine as an ElementEngine; null if it moves driven agents.
    virtual ElementEngine* elements() { return nullptr; }

    /// Begins, or begins anew: the agents take part in the world from this time on. The loop calls this when
    /// the client has joined, before it adds agents. It calls this again when the client has joined anew,
    /// after the world has gone on without the client's agents.
    virtual void restart(SimTime) {}
    /// Removes an agent. This function and all functions below that take an agent require an agent that is in
    /// the engine.
    virtual void remove(AgentId agent) = 0;
    /// Returns whether the engine uses what set_surroundings() gives it. Otherwise set_surroundings() need
    /// not be called.
    virtual bool uses_surroundings() const { return true; }
    /// Gives the engine the world at the start of the advance that follows. The engine's own agents are
    /// among the bodies, with the states that they published.
    virtual void set_surroundings(const Surroundings& world) = 0;
    /// Advances all agents. Requires a whole number of the engine's steps. The span ends no later than the
    /// next heartbeat, at which set_surroundings() is called again.
    virtual void advance(SimDuration span) = 0;
    /// Returns the motion of an agent at the time to which the engine has advanced. Valid until the next call
    /// of a function other than motion().
    virtual const body::BodyMotion& motion(AgentId agent) const = 0;
    virtual body::Machinery machinery(AgentId) const { return {}; }
    /// Returns the parts of an agent's look; empty if the engine knows no more than the body's kind and size.
    virtual std::vector<body::LookPart> look_of(AgentId) const { return {}; }
    /// Sets `poses` to the poses of the parts that look_of() returns, in the same order and in the world
    /// frame.
    virtual void look_poses(AgentId, std::vector<geo::Pose>& poses) const { poses.clear(); }
};

}  // namespace synchrono::client::engine

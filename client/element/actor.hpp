/// Runs one element of the world. The element's kind makes the actor, and the engine of elements
/// (client/world) calls it.
#pragma once

#include <vector>

#include "client/body/body_motion.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/element/element_surroundings.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::element {

/// The behaviour of one element while it is in the world.
/// Threading: one thread.  Owns: the element's motion and signals.
class Actor {
  public:
    explicit Actor(const config::AgentSpec& spec) : agent_(spec.id) { motion_.position = spec.position; }
    virtual ~Actor() = default;

    /// Continues at this time, after the world has gone on without the element, or has gone back in time.
    virtual void restart(SimTime) {}
    /// Advances the element by one heartbeat. `world` is the world at the start of the heartbeat.
    virtual void advance(const ElementSurroundings& world, SimDuration heartbeat) = 0;
    const body::BodyMotion& motion() const { return motion_; }
    /// Returns whether the element has ended by itself and is to leave the world.
    virtual bool has_ended() const { return false; }

    /// Returns the element's signals; null if it has none.
    virtual const body::SignalsInSight* signals() const { return nullptr; }
    /// Adds to the list the changes of the element's signals within the heartbeat that begins now. The
    /// changes borrow from the actor.
    virtual void add_changes(std::vector<body::SignalsChange>&) const {}
    /// Makes the next heartbeat's changes contain the whole state of the signals, since the changes of this
    /// heartbeat could not be sent to anybody.
    virtual void repeat_changes() {}

  protected:
    AgentId agent() const { return agent_; }
    void move(const geo::Motion& motion) { static_cast<geo::Motion&>(motion_) = motion; }

  private:
    const AgentId agent_;
    body::BodyMotion motion_;
};

}  // namespace synchrono::client::element

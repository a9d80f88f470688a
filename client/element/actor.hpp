/// An element of the world while it takes part in it. An element's kind makes its actor, and the engine of
/// elements runs it.
#pragma once

#include <vector>

#include "client/body/body_motion.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/element/shown_world.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// The behaviour of one element.
/// Threading: one thread.  Owns: its motion, and what it shows.
class Actor {
  public:
    explicit Actor(const config::AgentSpec& spec) : agent_(spec.id) { motion_.position = spec.position; }
    virtual ~Actor() = default;

    /// Continues at this time, after the world has gone on without the element, or has gone back.
    virtual void begin(SimTime) {}
    /// Moves the element on by one heartbeat; `world` is the world at its start.
    virtual void advance(const ShownWorld& world, SimDuration heartbeat) = 0;
    const BodyMotion& motion() const { return motion_; }
    /// Returns whether the element has finished by itself and is to leave the world.
    virtual bool has_ended() const { return false; }

    /// Returns the element's signals; null if it has none.
    virtual const SignalsInSight* signals() const { return nullptr; }
    /// Adds the changes of its signals within the heartbeat that begins. They borrow from the actor.
    virtual void add_news(std::vector<SignalsNews>&) const {}
    /// Makes the whole state of the signals news again at the next heartbeat, since nobody could get this
    /// one's.
    virtual void keep_news() {}

  protected:
    AgentId agent() const { return agent_; }
    void move(const geo::Motion& motion) { static_cast<geo::Motion&>(motion_) = motion; }

  private:
    const AgentId agent_;
    BodyMotion motion_;
};

}  // namespace synchrono::client

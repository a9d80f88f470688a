/// An element of the world while it takes part in it: the seam between its kind and the engine of elements.
#pragma once

#include <vector>

#include "client/body/body_motion.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/element/shown_world.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Threading: one thread.  Owns: how it moves, and what it shows.
class Actor {
  public:
    explicit Actor(const config::AgentSpec& spec) : agent_(spec.id) { motion_.position = spec.position; }
    virtual ~Actor() = default;

    /// The world has gone on to `now` without it, or has gone back.
    virtual void begin(SimTime) {}
    virtual void advance(const ShownWorld& world, SimDuration heartbeat) = 0;
    const BodyMotion& motion() const { return motion_; }
    /// Its part is over by itself.
    virtual bool has_ended() const { return false; }

    /// What it shows if it is signals, else null.
    virtual const SignalsInSight* signals() const { return nullptr; }
    /// Adds what is new of its signals within the heartbeat that begins, borrowed.
    virtual void add_news(std::vector<SignalsNews>&) const {}
    /// Nobody could be told: with the next heartbeat all is news again.
    virtual void keep_news() {}

  protected:
    AgentId agent() const { return agent_; }
    void move(const geo::Motion& motion) { static_cast<geo::Motion&>(motion_) = motion; }

  private:
    const AgentId agent_;
    BodyMotion motion_;
};

}  // namespace synchrono::client

/// The engine of the world's elements, which nobody drives: what they do follows from the scenario and from
/// what the engine is shown.
#pragma once

#include <span>

#include "client/engine/engine.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

class ElementEngine : public Engine {
  public:
    ElementEngine* elements() final { return this; }

    /// Adds an element, which is in the world from `now` on. Requires that it is not there yet.
    virtual void add(const config::AgentSpec& element, SimTime now) = 0;
    /// What the agent shows if it is signals, else null. Valid until the next call that changes anything.
    virtual const SignalsInSight* signals(AgentId agent) const = 0;
    /// What is new of its signals within the heartbeat that begins now, ascending by time for each of them.
    /// Valid until the next call that changes anything.
    virtual std::span<const SignalsNews> news() const = 0;
    /// Nobody could be told the news: with the next heartbeat all is news again.
    virtual void keep_news() = 0;
    /// The agent's part is over by itself: its next message is its last.
    virtual bool has_ended(AgentId agent) const = 0;
};

}  // namespace synchrono::client

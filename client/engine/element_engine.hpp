/// The engine of the world's elements, which nobody drives. Their behaviour follows from the scenario and
/// from the surroundings that the engine is given.
#pragma once

#include <span>

#include "client/engine/engine.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// An engine of elements such as signals and pedestrians.
class ElementEngine : public Engine {
  public:
    ElementEngine* elements() final { return this; }

    /// Adds an element, which is in the world from `now` on. Requires one that is not in the engine yet.
    virtual void add(const config::AgentSpec& element, SimTime now) = 0;
    /// Returns what the lamps of an agent show if it is a set of signals, else null. Valid until the next
    /// call that changes anything.
    virtual const SignalsInSight* signals(AgentId agent) const = 0;
    /// Returns the changes of all signals within the heartbeat that begins now, ascending by time for each
    /// agent. Valid until the next call that changes anything.
    virtual std::span<const SignalsNews> news() const = 0;
    /// Makes the next heartbeat report the full state of all signals again, because nobody could be sent
    /// this heartbeat's news.
    virtual void keep_news() = 0;
    /// Returns whether the element has ended by itself; then its next message is its last.
    virtual bool has_ended(AgentId agent) const = 0;
};

}  // namespace synchrono::client

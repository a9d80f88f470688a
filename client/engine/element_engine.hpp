/// The engine of the world's elements, which nobody drives. Their behaviour follows from the scenario and
/// from the surroundings that the engine is given.
#pragma once

#include <span>

#include "client/engine/engine.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::engine {

/// An engine of elements such as signals and pedestrians.
class ElementEngine : public Engine {
  public:
    ElementEngine* elements() final { return this; }

    /// Adds an element, which is in the world from `now` on. Requires an element that is not in the engine
    /// yet.
    virtual void add(const config::AgentSpec& element, SimTime now) = 0;
    /// Returns the state of an agent's lamps; null if the agent is not a set of signals. Valid until the next
    /// call of a function that is not const.
    virtual const body::SignalsInSight* signals(AgentId agent) const = 0;
    /// Returns the changes of all signals within the heartbeat that begins now, ascending by time for each
    /// agent. Valid until the next call of a function that is not const.
    virtual std::span<const body::SignalsChange> signal_changes() const = 0;
    /// Makes signal_changes() contain the full state of all signals after the next advance(). To be called
    /// when the changes of this heartbeat could not be sent to anybody.
    virtual void repeat_changes() = 0;
    /// Returns whether the element has ended by itself. Its next message is then its last one.
    virtual bool has_ended(AgentId agent) const = 0;
};

}  // namespace synchrono::client::engine

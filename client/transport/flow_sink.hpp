/// The interface through which a transport passes on what it receives: the flows of the other agents, and the
/// agents that enter and leave the world. The state cache implements it. Nothing here depends on how the
/// messages were carried.
#pragma once

#include <string_view>

#include "common/base/ids.hpp"
#include "common/net/agent_message.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::transport {

/// Threading: the client's loop thread.
class FlowSink {
  public:
    virtual ~FlowSink() = default;
    /// Adds an agent, which is in the world from `first` on. May be called again for an agent that has ended.
    virtual void add_agent(AgentId agent, std::string_view name, std::string_view vehicle, Tick first) = 0;
    /// Ends an agent: `first_without` is the first heartbeat without it.
    virtual void end_agent(AgentId agent, Tick first_without) = 0;
    /// Marks an agent that leaves on purpose. Called just before end_agent().
    virtual void mark_departed(AgentId) {}
    /// Returns whether anybody needs the others' states. If not, add_message() need not be called.
    virtual bool wants_messages() const = 0;
    /// Takes a message. Under `exact` the message belongs to the bundle `bundle`, and its time may be earlier
    /// than the bundle's. Under `window` the message was the newest of its flow when it was sent, and
    /// `bundle` has no meaning.
    virtual void add_message(const net::AgentMessageView& message, Tick bundle) = 0;
    /// Marks a bundle as complete (`exact`): all of its messages have been passed on, and so have all earlier
    /// entries and departures of agents.
    virtual void complete_bundle(Tick bundle) = 0;
    /// Sets the heartbeat `tick` that every live agent has reached (`window`). The slowest of them, `agent`,
    /// has come no further.
    virtual void set_slowest(AgentId agent, Tick tick) = 0;
};

}  // namespace synchrono::client::transport

/// The interface through which a transport fills the state cache: with the flows of the others, and with
/// who is in the world. Nothing here depends on how the messages were carried.
#pragma once

#include <string_view>

#include "common/base/ids.hpp"
#include "common/net/agent_message.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

/// Threading: the client's loop thread.
class FlowSink {
  public:
    virtual ~FlowSink() = default;
    /// Adds an agent, which is in the world from `first` on. May be called again for one that had ended.
    virtual void joined(AgentId agent, std::string_view name, std::string_view vehicle, Tick first) = 0;
    /// Ends an agent: `first_without` is the first heartbeat without it.
    virtual void ended(AgentId agent, Tick first_without) = 0;
    /// Marks an agent as one that leaves on purpose. Called just before ended().
    virtual void left(AgentId) {}
    /// Returns whether anybody needs the others' states. If not, `message` need not be called.
    virtual bool wants_messages() const = 0;
    /// Takes a message. Under `exact` it belongs to the bundle `bundle`, and may be older than that; under
    /// `window` it is the newest of its flow.
    virtual void message(const net::AgentMessageView& message, Tick bundle) = 0;
    /// Marks a bundle as complete (`exact`): every message of it has been passed on, and so has every
    /// earlier change of who is in the world.
    virtual void complete(Tick bundle) = 0;
    /// Sets how far every live agent has come (`window`): to `tick`, which is where the slowest one,
    /// `agent`, is.
    virtual void slowest(AgentId agent, Tick tick) = 0;
};

}  // namespace synchrono::client

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
    /// Says that the agent has left on purpose. Called just before ended().
    virtual void left(AgentId) {}
    /// Returns whether anybody needs the others' states. If not, `message` need not be called.
    virtual bool wants_messages() const = 0;
    /// Takes a message. Under `exact` it belongs to the bundle `bundle`, and may be older than that; under
    /// `window` it is the newest of its flow.
    virtual void message(const net::AgentMessageView& message, Tick bundle) = 0;
    /// Says, under `exact`, that every message of this bundle has been passed, and before it every change
    /// of who is in the world.
    virtual void complete(Tick bundle) = 0;
    /// Says, under `window`, that every live agent has come as far as `tick`; `agent` is the slowest.
    virtual void slowest(AgentId agent, Tick tick) = 0;
};

}  // namespace synchrono::client

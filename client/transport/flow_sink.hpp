/// What a transport tells the state cache: flows, and who is in the world. Nothing here knows what carried
/// it.
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
    /// An agent is in the world from `first` on. May come again for one that had ended.
    virtual void joined(AgentId agent, std::string_view name, std::string_view vehicle, Tick first) = 0;
    virtual void ended(AgentId agent, Tick first_without) = 0;
    /// The end that is told next is that of an agent that has left on purpose.
    virtual void left(AgentId) {}
    /// False: nobody looks at the others, and `message` need not be called.
    virtual bool wants_messages() const = 0;
    /// `exact`: a part of bundle `bundle`, whose message may be older than the bundle. `window`: the newest.
    virtual void message(const net::AgentMessageView& message, Tick bundle) = 0;
    /// `exact`: every message of this bundle was given, and every change of who is in the world before it.
    virtual void complete(Tick bundle) = 0;
    /// `window`: every live agent has come this far.
    virtual void slowest(AgentId agent, Tick tick) = 0;
};

}  // namespace synchrono::client

/// The state of an agent as its messages carry it, a serialised google.protobuf.Any. It is made here from
/// what the agent's engine knows, and read here for those who see the agent; the kind of a body knows its own
/// states.
#pragma once

#include <string_view>

#include "client/body/body_motion.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/engine/element_engine.hpp"
#include "client/kind/body_kind.hpp"
#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/net/agent_message.hpp"

namespace synchrono::client {

/// Writes states. Threading: one thread.  Owns: a buffer, so that it allocates nothing once it is warm.
class StateWriter {
  public:
    /// Appends the agent's state to `any`, as a state of the type `type_url`. The controls that a body obeys
    /// are part of its state. Requires an agent that is in the engine, and either the type of signals and an
    /// agent that is signals, or a type of the kind.
    void append(Bytes& any, std::string_view type_url, const BodyKind& kind, Engine& engine, AgentId agent);

  private:
    Bytes state_;
};

/// A state tells of a body or of signals. It tells nothing if it should tell of signals and cannot be read.
enum class StateOf { body, signals, nothing };

/// Reads the state of a message with this header; `kind` is the sender's. A body's `motion` is the one at the
/// message's time; if the kind cannot read the state, the body is taken to stand at the place in the header.
/// Signals get the header's agent and place besides what the state says. Requires a `motion` that is fresh.
StateOf read_state(const BodyKind& kind, const net::AgentHeader& header, ByteView any, BodyMotion& motion,
                   SignalsInSight& signals);

}  // namespace synchrono::client

/// Writes and reads the state of an agent as its messages carry it, a serialised google.protobuf.Any. The
/// state is written from what the agent's engine knows. How a body's state is encoded is the business of
/// its kind.
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

/// The content of a state: a body or signals. `nothing` means a state of signals that cannot be read.
enum class StateOf { body, signals, nothing };

/// Reads the state of a message with this header; `kind` is the sender's. Fills `motion` for a body, valid
/// at the time of the message; if the kind cannot read the state, the body stands at the place in the
/// header. Fills `signals` for signals, with the agent and place from the header. Requires a
/// default-constructed `motion`.
StateOf read_state(const BodyKind& kind, const net::AgentHeader& header, ByteView any, BodyMotion& motion,
                   SignalsInSight& signals);

}  // namespace synchrono::client

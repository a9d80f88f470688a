/// Converts the state of an agent, as its engine knows it, to the serialised google.protobuf.Any that
/// messages carry, and reads such a state. The encoding inside the Any is that of the body's kind.
#pragma once

#include <string_view>

#include "client/body/body_motion.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/engine/element_engine.hpp"
#include "client/kind/body_kind.hpp"
#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/net/agent_message.hpp"

namespace synchrono::client::acu {

/// Writes states.
/// Threading: one thread.  Owns: a buffer, which is used again for each state.
class StateWriter {
  public:
    /// Appends the agent's state to `any`. The controls that a body obeys are part of its state. Requires an
    /// agent that is in the engine. If the agent is a set of signals, `type_url` must be that of signals;
    /// else it must be a state type of `kind`.
    void append(Bytes& any, std::string_view type_url, const kind::BodyKind& kind, engine::Engine& engine,
                AgentId agent);

  private:
    Bytes state_;
};

/// The content of a state. `nothing` means a state of signals that cannot be read.
enum class StateOf { body, signals, nothing };

/// Reads the state `any` of a message with this header. `kind` is the kind of the sender. If `any` holds the
/// state of signals, fills `signals`, with the agent and the place from the header. Otherwise fills `motion`,
/// the motion of a body at the time of the message; if `kind` cannot read the state, the body stands at the
/// place in the header. Requires a default-constructed `motion`.
StateOf read_state(const kind::BodyKind& kind, const net::AgentHeader& header, ByteView any,
                   body::BodyMotion& motion, body::SignalsInSight& signals);

}  // namespace synchrono::client::acu

/// Writes and reads the messages of proto/world.proto that clients and server exchange at every heartbeat. On
/// the wire they are ordinary protobuf. The generated classes are not used because they allocate memory; the
/// code here allocates only where a buffer of the caller must grow. Decoders may be given any bytes. They
/// skip unknown fields, and return false if the bytes are not a well-formed message.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// AgentHeader of proto/world.proto: the part of an agent's message that the server reads.
struct AgentHeader {
    AgentId agent;
    SimTime time;
    SimDuration period;  // until the next message of this flow; zero: this is the last message
    WallTime wall;       // the sender's clock when it made the message
    float x_m = 0, y_m = 0, z_m = 0;

    bool is_last() const { return period == SimDuration{}; }
};

/// AgentMessage of proto/world.proto, as views into the bytes from which it was read.
struct AgentMessageView {
    AgentHeader header;
    ByteView any;  // the serialised Any with the state, still undecoded: see decode_any
    ByteView raw;  // the whole serialised AgentMessage
};

/// Appends a google.protobuf.Any to `out`. All append functions keep what `out` holds already.
void append_any(Bytes& out, std::string_view type_url, ByteView state);
/// Appends an AgentMessage whose state is `any`, a serialised Any.
void append_agent_message(Bytes& out, const AgentHeader& header, ByteView any);
bool decode_agent_message(ByteView bytes, AgentMessageView& message);
/// Reads the two fields of a serialised Any: the type of the state and its value.
bool decode_any(ByteView any, std::string_view& type_url, ByteView& state);

/// Appends a length-delimited field. Requires a field number below 16. In ClientUpdate and in WorldUpdate the
/// messages are the repeated field 1, so `append_field(update, kMessagesField, message)` adds a serialised
/// message to an update.
void append_field(Bytes& out, unsigned number, ByteView payload);
/// Returns how many bytes `append_field` adds for a payload of this size.
std::size_t field_bytes(std::size_t payload);
inline constexpr unsigned kMessagesField = 1;

/// ClientUpdate of proto/world.proto without its messages.
struct ClientUpdateHead {
    SimTime known_up_to;
    bool request = false;
    std::int64_t asked_ns = 0;  // zero: not told
};

/// WorldUpdate of proto/world.proto without its messages.
struct WorldUpdateHead {
    SimTime time;
    std::uint32_t part = 0;
    std::uint32_t parts = 0;  // zero: the update is not a bundle, and `part` has no meaning
    SimTime reached;
    AgentId slowest_agent;
    SimTime received_up_to;
    std::uint64_t notices = 0;
    bool started = false;
    std::int64_t asked_ns = 0, clock_ns = 0;  // zero: the update answers no request that told its time
};

/// The greatest size in bytes that the head of an update can have, not counting `awaited`.
inline constexpr std::size_t kHeadBytesMax = 128;

void append_client_update_head(Bytes& out, const ClientUpdateHead& head);
/// Appends the fields of a head and at most kAwaitedMax agents of `awaited`. These are agents for which the
/// start of the run waits.
void append_world_update_head(Bytes& out, const WorldUpdateHead& head, std::span<const AgentId> awaited);

bool decode_client_update_head(ByteView bytes, ClientUpdateHead& head);
/// Reads the fields of a head. Appends the agents for which the start of the run waits to `awaited`, but only
/// until `awaited` holds kAwaitedMax.
bool decode_world_update_head(ByteView bytes, WorldUpdateHead& head, std::vector<AgentId>& awaited);
inline constexpr std::size_t kAwaitedMax = 8;

/// Steps through the messages of a ClientUpdate or WorldUpdate in their order. Use:
///    MessageCursor cursor(update); while (cursor.next(message)) ...; if (cursor.malformed()) ...
class MessageCursor {
  public:
    explicit MessageCursor(ByteView update) : rest_(update) {}
    /// Reads the next message. Returns false after the last one, and if the bytes are malformed.
    bool next(AgentMessageView& message);
    bool malformed() const { return malformed_; }

  private:
    ByteView rest_;
    bool malformed_ = false;
};

}  // namespace synchrono::net

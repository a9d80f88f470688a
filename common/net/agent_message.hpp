/// Writes and reads the hot messages of proto/world.proto without allocation. On the wire they are ordinary
/// protobuf; only the generated classes are avoided, because every heartbeat of every client goes through
/// here. Decoders accept any bytes: they refuse what is not a well-formed message and skip unknown fields.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// AgentHeader of the wire: the part of an agent's message that the server reads.
struct AgentHeader {
    AgentId agent;
    SimTime time;
    SimDuration period;  // until the next message of this flow; zero: this is the last message
    WallTime wall;
    float x_m = 0, y_m = 0, z_m = 0;

    bool is_last() const { return period == SimDuration{}; }
};

/// AgentMessage of the wire, as views into the bytes that it was read from.
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

/// Appends a length-delimited field. The messages of both updates are the repeated field 1, so
/// `append_field(update, kMessagesField, message)` adds a serialised message to an update.
void append_field(Bytes& out, unsigned number, ByteView payload);
/// Returns how many bytes `append_field` adds for a payload of this size.
std::size_t field_bytes(std::size_t payload);
inline constexpr unsigned kMessagesField = 1;

/// ClientUpdate of the wire without its messages.
struct ClientUpdateHead {
    SimTime have;
    bool request = false;
};

/// WorldUpdate of the wire without its messages.
struct WorldUpdateHead {
    SimTime time;
    std::uint32_t part = 0;
    std::uint32_t parts = 0;  // zero: the update is no bundle; only its other fields count
    SimTime slowest;
    AgentId slowest_agent;
    SimTime received;
    std::uint64_t notices = 0;
    bool started = false;
};

inline constexpr std::size_t kHeadBytesMax = 128;  // of either head without `awaited`

void append_client_update_head(Bytes& out, const ClientUpdateHead& head);
/// Appends the fields of a head and some of the agents that the start waits for: at most kAwaitedMax of
/// `awaited`.
void append_world_update_head(Bytes& out, const WorldUpdateHead& head, std::span<const AgentId> awaited);

bool decode_client_update_head(ByteView bytes, ClientUpdateHead& head);
/// Appends the awaited agents to `awaited`, at most until it holds kAwaitedMax.
bool decode_world_update_head(ByteView bytes, WorldUpdateHead& head, std::vector<AgentId>& awaited);
inline constexpr std::size_t kAwaitedMax = 8;

/// Steps through the messages of either update in their order. Use:
///    MessageCursor cursor(update); while (cursor.next(message)) ...; if (cursor.malformed()) ...
class MessageCursor {
  public:
    explicit MessageCursor(ByteView update) : rest_(update) {}
    bool next(AgentMessageView& message);
    bool malformed() const { return malformed_; }

  private:
    ByteView rest_;
    bool malformed_ = false;
};

}  // namespace synchrono::net

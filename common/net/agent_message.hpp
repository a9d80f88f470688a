/// The hot messages of proto/world.proto, written and read without allocation. They are ordinary protobuf on
/// the wire; only the generated classes are avoided, since every heartbeat of every client goes through here.
/// Decoders take any bytes at all: what is not a well-formed message is refused, unknown fields are skipped.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// AgentHeader: what the server reads of an agent's message.
struct AgentHeader {
    AgentId agent;
    SimTime time;
    SimDuration period;  // until the next message of this flow; zero: this is the last
    WallTime wall;
    float x_m = 0, y_m = 0, z_m = 0;

    bool is_last() const { return period == SimDuration{}; }
};

/// AgentMessage, as views into the bytes it was read from.
struct AgentMessageView {
    AgentHeader header;
    ByteView any;  // the serialised Any of the state, not looked into: see decode_any
    ByteView raw;  // the whole serialised AgentMessage
};

/// Appends a google.protobuf.Any to `out`; what stood there stays, here and below.
void append_any(Bytes& out, std::string_view type_url, ByteView state);
/// Appends an AgentMessage with a serialised Any.
void append_agent_message(Bytes& out, const AgentHeader& header, ByteView any);
bool decode_agent_message(ByteView bytes, AgentMessageView& message);
/// The two fields of a serialised Any: the state's type and its value.
bool decode_any(ByteView any, std::string_view& type_url, ByteView& state);

/// Appends a length-delimited field: the repeated `messages` of both updates is number 1, so a serialised
/// message becomes an element of an update by `append_field(update, 1, message)`.
void append_field(Bytes& out, unsigned number, ByteView payload);
/// Bytes that `append_field` adds.
std::size_t field_bytes(std::size_t payload);
inline constexpr unsigned kMessagesField = 1;

/// ClientUpdate without its messages.
struct ClientUpdateHead {
    SimTime have;
    bool request = false;
};

/// WorldUpdate without its messages.
struct WorldUpdateHead {
    SimTime time;
    std::uint32_t part = 0;
    std::uint32_t parts = 0;  // zero: no bundle, only the other fields
    SimTime slowest;
    AgentId slowest_agent;
    SimTime received;
    std::uint64_t notices = 0;
    bool started = false;
};

inline constexpr std::size_t kHeadBytesMax = 128;  // of either head, `awaited` not counted

void append_client_update_head(Bytes& out, const ClientUpdateHead& head);
/// `awaited` names some of the agents that the start waits for.
void append_world_update_head(Bytes& out, const WorldUpdateHead& head, std::span<const AgentId> awaited);

bool decode_client_update_head(ByteView bytes, ClientUpdateHead& head);
/// Appends what is awaited to `awaited`, at most kAwaitedMax.
bool decode_world_update_head(ByteView bytes, WorldUpdateHead& head, std::vector<AgentId>& awaited);
inline constexpr std::size_t kAwaitedMax = 8;

/// Walks the messages of either update, in their order. Use:
///   MessageCursor cursor(update); while (cursor.next(message)) ...; if (cursor.malformed()) ...
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

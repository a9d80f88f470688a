#include "common/net/agent_message.hpp"

#include <array>
#include <cstring>
#include <protozero/buffer_fixed.hpp>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>

namespace synchrono::net {
namespace {

/// Reads a bool. protozero's own get_bool() reads the byte before it checks that there is one.
bool read_bool(protozero::pbf_reader& reader) { return reader.get_uint64() != 0; }

using Fixed = protozero::fixed_size_buffer_adaptor;
using FixedWriter = protozero::basic_pbf_writer<Fixed>;

void append(Bytes& out, ByteView bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

ByteView view(const Fixed& buffer) {
    return {reinterpret_cast<const std::byte*>(buffer.data()), buffer.size()};
}
ByteView view(protozero::data_view data) {
    return {reinterpret_cast<const std::byte*>(data.data()), data.size()};
}
protozero::data_view data(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::size_t varint_bytes(std::uint64_t value) {
    std::size_t n = 1;
    for (; value >= 0x80; value >>= 7) ++n;
    return n;
}

void append_varint(Bytes& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::byte>(value | 0x80));
    out.push_back(static_cast<std::byte>(value));
}

// These readers behave as Protobuf's own. They accept fields in any order. If a scalar field occurs several
// times, they take the last value. They skip a known field that has another wire type than expected.
using protozero::pbf_wire_type;
constexpr std::uint32_t key(std::uint32_t number, pbf_wire_type type) {
    return protozero::tag_and_type(number, type);
}

void read_header(ByteView bytes, AgentHeader& header) {
    protozero::pbf_reader reader(data(bytes));
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case key(1, pbf_wire_type::varint):
                header.agent.value = reader.get_uint32();
                break;
            case key(2, pbf_wire_type::varint):
                header.time = SimTime::nanoseconds(reader.get_int64());
                break;
            case key(3, pbf_wire_type::varint):
                header.period = SimDuration::nanoseconds(reader.get_int64());
                break;
            case key(4, pbf_wire_type::fixed64):
                header.wall = WallTime::nanoseconds(static_cast<std::int64_t>(reader.get_fixed64()));
                break;
            case key(5, pbf_wire_type::fixed32):
                header.x_m = reader.get_float();
                break;
            case key(6, pbf_wire_type::fixed32):
                header.y_m = reader.get_float();
                break;
            case key(7, pbf_wire_type::fixed32):
                header.z_m = reader.get_float();
                break;
            default:
                reader.skip();
        }
    }
}

void read_any(ByteView bytes, std::string_view& type_url, ByteView& state) {
    protozero::pbf_reader reader(data(bytes));
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case key(1, pbf_wire_type::length_delimited):
                type_url = as_text(view(reader.get_view()));
                break;
            case key(2, pbf_wire_type::length_delimited):
                state = view(reader.get_view());
                break;
            default:
                reader.skip();
        }
    }
}

/// Runs a reader that throws on malformed bytes. Returns false if the reader threw.
template <typename Read>
bool well_formed(Read read) {
    try {
        read();
        return true;
    } catch (const protozero::exception&) {
        return false;
    }
}

}  // namespace

void append_any(Bytes& out, std::string_view type_url, ByteView state) {
    append_field(out, 1, as_byte_view(type_url));
    append_field(out, 2, state);
}

void append_agent_message(Bytes& out, const AgentHeader& header, ByteView any) {
    std::array<char, 96> room;
    Fixed buffer(room.data(), room.size());
    FixedWriter writer(buffer);
    writer.add_uint32(1, header.agent.value);
    writer.add_int64(2, header.time.count_ns());
    if (!header.is_last()) writer.add_int64(3, header.period.count_ns());
    writer.add_fixed64(4, static_cast<std::uint64_t>(header.wall.count_ns()));
    if (header.x_m != 0) writer.add_float(5, header.x_m);
    if (header.y_m != 0) writer.add_float(6, header.y_m);
    if (header.z_m != 0) writer.add_float(7, header.z_m);
    append_field(out, 1, view(buffer));
    append_field(out, 2, any);
}

bool decode_agent_message(ByteView bytes, AgentMessageView& message) {
    message = {};
    message.raw = bytes;
    return well_formed([&] {
        protozero::pbf_reader reader(data(bytes));
        while (reader.next()) {
            switch (reader.tag_and_type()) {
                case key(1, pbf_wire_type::length_delimited):
                    read_header(view(reader.get_view()), message.header);
                    break;
                case key(2, pbf_wire_type::length_delimited):
                    message.any = view(reader.get_view());
                    break;
                default:
                    reader.skip();
            }
        }
    });
}

bool decode_any(ByteView any, std::string_view& type_url, ByteView& state) {
    type_url = {};
    state = {};
    return well_formed([&] { read_any(any, type_url, state); });
}

std::size_t field_bytes(std::size_t payload) { return 1 + varint_bytes(payload) + payload; }

void append_field(Bytes& out, unsigned number, ByteView payload) {
    out.push_back(static_cast<std::byte>((number << 3) | 2));
    append_varint(out, payload.size());
    append(out, payload);
}

void append_client_update_head(Bytes& out, const ClientUpdateHead& head) {
    std::array<char, kHeadBytesMax> room;
    Fixed buffer(room.data(), room.size());
    FixedWriter writer(buffer);
    writer.add_int64(2, head.known_up_to.count_ns());
    if (head.request) writer.add_bool(3, true);
    if (head.asked_ns != 0) writer.add_int64(4, head.asked_ns);
    append(out, view(buffer));
}

void append_world_update_head(Bytes& out, const WorldUpdateHead& head, std::span<const AgentId> awaited) {
    std::array<char, kHeadBytesMax> room;
    Fixed buffer(room.data(), room.size());
    FixedWriter writer(buffer);
    writer.add_int64(2, head.time.count_ns());
    if (head.part != 0) writer.add_uint32(3, head.part);
    if (head.parts != 0) writer.add_uint32(4, head.parts);
    writer.add_int64(5, head.reached.count_ns());
    writer.add_uint32(6, head.slowest_agent.value);
    writer.add_int64(7, head.received_up_to.count_ns());
    if (head.notices != 0) writer.add_uint64(8, head.notices);
    if (head.started) writer.add_bool(9, true);
    if (head.asked_ns != 0) writer.add_int64(11, head.asked_ns);
    if (head.clock_ns != 0) writer.add_int64(12, head.clock_ns);
    append(out, view(buffer));
    for (std::size_t i = 0; i < awaited.size() && i < kAwaitedMax; ++i) {
        out.push_back(std::byte{10 << 3});  // one varint per agent; parsers accept packed and unpacked fields
        append_varint(out, awaited[i].value);
    }
}

bool decode_client_update_head(ByteView bytes, ClientUpdateHead& head) {
    head = {};
    return well_formed([&] {
        protozero::pbf_reader reader(data(bytes));
        while (reader.next()) {
            switch (reader.tag_and_type()) {
                case key(2, pbf_wire_type::varint):
                    head.known_up_to = SimTime::nanoseconds(reader.get_int64());
                    break;
                case key(3, pbf_wire_type::varint):
                    head.request = read_bool(reader);
                    break;
                case key(4, pbf_wire_type::varint):
                    head.asked_ns = reader.get_int64();
                    break;
                default:
                    reader.skip();
            }
        }
    });
}

bool decode_world_update_head(ByteView bytes, WorldUpdateHead& head, std::vector<AgentId>& awaited) {
    head = {};
    const auto await = [&](std::uint32_t agent) {
        if (awaited.size() < kAwaitedMax) awaited.push_back(AgentId{agent});
    };
    return well_formed([&] {
        protozero::pbf_reader reader(data(bytes));
        while (reader.next()) {
            switch (reader.tag_and_type()) {
                case key(2, pbf_wire_type::varint):
                    head.time = SimTime::nanoseconds(reader.get_int64());
                    break;
                case key(3, pbf_wire_type::varint):
                    head.part = reader.get_uint32();
                    break;
                case key(4, pbf_wire_type::varint):
                    head.parts = reader.get_uint32();
                    break;
                case key(5, pbf_wire_type::varint):
                    head.reached = SimTime::nanoseconds(reader.get_int64());
                    break;
                case key(6, pbf_wire_type::varint):
                    head.slowest_agent.value = reader.get_uint32();
                    break;
                case key(7, pbf_wire_type::varint):
                    head.received_up_to = SimTime::nanoseconds(reader.get_int64());
                    break;
                case key(8, pbf_wire_type::varint):
                    head.notices = reader.get_uint64();
                    break;
                case key(9, pbf_wire_type::varint):
                    head.started = read_bool(reader);
                    break;
                case key(10, pbf_wire_type::varint):
                    await(reader.get_uint32());
                    break;
                case key(10, pbf_wire_type::length_delimited):
                    for (auto agent : reader.get_packed_uint32()) await(agent);
                    break;
                case key(11, pbf_wire_type::varint):
                    head.asked_ns = reader.get_int64();
                    break;
                case key(12, pbf_wire_type::varint):
                    head.clock_ns = reader.get_int64();
                    break;
                default:
                    reader.skip();
            }
        }
    });
}

bool MessageCursor::next(AgentMessageView& message) {
    ByteView found;
    const bool ok = well_formed([&] {
        protozero::pbf_reader reader(data(rest_));
        while (reader.next()) {
            if (reader.tag_and_type() == key(kMessagesField, pbf_wire_type::length_delimited)) {
                found = view(reader.get_view());
                rest_ = view(reader.data());
                return;
            }
            reader.skip();
        }
        rest_ = {};
    });
    malformed_ = malformed_ || !ok || (found.data() != nullptr && !decode_agent_message(found, message));
    return found.data() != nullptr && !malformed_;
}

}  // namespace synchrono::net

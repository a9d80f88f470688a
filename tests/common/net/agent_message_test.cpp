// Proves that the hand-written codec of the frequent messages agrees with protobuf in both directions, also
// for unknown fields and for packed and unpacked numbers. Wrong bytes from strangers are refused or skipped,
// and do no harm.
#include "common/net/agent_message.hpp"

#include <gtest/gtest.h>
#include <limits>
#include <string>

#include "common/base/random.hpp"
#include "proto/world.pb.h"

namespace synchrono::net {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

AgentHeader header_of(std::uint32_t agent, std::int64_t time, std::int64_t period, std::int64_t wall, float x,
                      float y, float z) {
    AgentHeader h;
    h.agent = AgentId{agent};
    h.time = SimTime::nanoseconds(time);
    h.period = SimDuration::nanoseconds(period);
    h.wall = WallTime::nanoseconds(wall);
    h.x_m = x;
    h.y_m = y;
    h.z_m = z;
    return h;
}
const std::vector<AgentHeader>& headers() {
    static const std::vector<AgentHeader> all{
        header_of(0, 0, 0, 0, 0, 0, 0),
        header_of(7, 5'000'000, 5'000'000, 123'456'789, 1.5F, -2.25F, 1e-30F),
        header_of(std::numeric_limits<std::uint32_t>::max(), kMost, kMost, kMost, 1e38F, -1e38F, 0),
        header_of(1, kLeast, -1, kLeast, 0, 0, -0.5F),
    };
    return all;
}
void expect_same(const AgentHeader& ours, const synchrono::AgentHeader& theirs) {
    EXPECT_EQ(ours.agent.value, theirs.agent());
    EXPECT_EQ(ours.time.count_ns(), theirs.time_ns());
    EXPECT_EQ(ours.period.count_ns(), theirs.period_ns());
    EXPECT_EQ(static_cast<std::uint64_t>(ours.wall.count_ns()), theirs.wall_ns());
    EXPECT_EQ(ours.x_m, theirs.x_m());
    EXPECT_EQ(ours.y_m, theirs.y_m());
    EXPECT_EQ(ours.z_m, theirs.z_m());
}
AgentMessage theirs_of(const AgentHeader& h, const std::string& type_url, const std::string& state) {
    AgentMessage m;
    m.mutable_header()->set_agent(h.agent.value);
    m.mutable_header()->set_time_ns(h.time.count_ns());
    m.mutable_header()->set_period_ns(h.period.count_ns());
    m.mutable_header()->set_wall_ns(static_cast<std::uint64_t>(h.wall.count_ns()));
    m.mutable_header()->set_x_m(h.x_m);
    m.mutable_header()->set_y_m(h.y_m);
    m.mutable_header()->set_z_m(h.z_m);
    m.mutable_state()->set_type_url(type_url);
    m.mutable_state()->set_value(state);
    return m;
}
Bytes bytes_of(std::string_view text) {
    const ByteView view = as_byte_view(text);
    return {view.begin(), view.end()};
}
/// Returns the two fields of a message's state: its type URL and its value.
std::pair<std::string, std::string> state_of(const AgentMessageView& message) {
    std::string_view type_url;
    ByteView state;
    EXPECT_TRUE(decode_any(message.any, type_url, state));
    return {std::string(type_url), std::string(as_text(state))};
}
/// Fields that a later version might add, one of each wire type in use; their numbers are not ours.
const std::string kUnknown = std::string("\xa0\x06\x81\x01", 4) +  // 100: varint
                             std::string(
                                 "\xa9\x06"
                                 "12345678",
                                 10) +  // 101: fixed64
                             std::string(
                                 "\xb2\x06\x03"
                                 "abc",
                                 6) +  // 102: bytes
                             std::string(
                                 "\xbd\x06"
                                 "1234",
                                 6);  // 103: fixed32

TEST(AgentMessageCodec, WritesWhatProtobufReads) {
    for (const std::string& state : {std::string(), std::string("state"), std::string(900, 's')}) {
        for (const auto& h : headers()) {
            Bytes any, bytes;
            append_any(any, "/synchrono.VehicleState", as_byte_view(state));
            append_agent_message(bytes, h, any);
            AgentMessage message;
            ASSERT_TRUE(message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
            expect_same(h, message.header());
            EXPECT_EQ(message.state().type_url(), "/synchrono.VehicleState");
            EXPECT_EQ(message.state().value(), state);
        }
    }
}

TEST(AgentMessageCodec, ReadsWhatProtobufWrites) {
    for (const auto& h : headers()) {
        const AgentMessage theirs = theirs_of(h, "/x.State", "payload");
        const std::string text = theirs.SerializeAsString();
        AgentMessageView view;
        ASSERT_TRUE(decode_agent_message(as_byte_view(text), view));
        expect_same(view.header, theirs.header());
        EXPECT_EQ(view.header.is_last(), h.period == SimDuration{});
        EXPECT_EQ(state_of(view), (std::pair<std::string, std::string>("/x.State", "payload")));
        EXPECT_EQ(as_text(view.any), theirs.state().SerializeAsString());
        EXPECT_EQ(as_text(view.raw), text);
    }
}

TEST(AgentMessageCodec, ReadsAMessageThatLeavesEverythingOut) {
    AgentMessageView view;
    view.header.x_m = 9;
    view.any = as_byte_view("stale");
    ASSERT_TRUE(decode_agent_message({}, view));
    expect_same(view.header, synchrono::AgentHeader());
    EXPECT_TRUE(view.any.empty());
}

TEST(AgentMessageCodec, SkipsUnknownFieldsEverywhere) {
    AgentMessage theirs = theirs_of(headers()[1], "/x.State", "payload");
    // A later version would add fields to each message, before and after ours.
    const std::string any = kUnknown + theirs.state().SerializeAsString() + kUnknown;
    const std::string head = kUnknown + theirs.header().SerializeAsString() + kUnknown;
    Bytes bytes = bytes_of(kUnknown);
    append_field(bytes, 2, as_byte_view(any));
    bytes.insert(bytes.end(), as_byte_view(kUnknown).begin(), as_byte_view(kUnknown).end());
    append_field(bytes, 1, as_byte_view(head));
    AgentMessage by_protobuf;
    ASSERT_TRUE(by_protobuf.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        << "the test needs this to hold";
    AgentMessageView view;
    ASSERT_TRUE(decode_agent_message(bytes, view));
    expect_same(view.header, by_protobuf.header());
    EXPECT_EQ(state_of(view), (std::pair<std::string, std::string>("/x.State", "payload")));
}

TEST(AgentMessageCodec, SkipsKnownFieldNumbersOfAnotherWireType) {
    // Here `agent` has the type bytes and `time_ns` the type fixed32; protobuf skips both.
    Bytes head = bytes_of(std::string("\x0a\x01z", 3) + std::string("\x15"
                                                                    "1234",
                                                                    5));
    Bytes bytes;
    append_field(bytes, 1, head);
    AgentMessageView view;
    ASSERT_TRUE(decode_agent_message(bytes, view));
    expect_same(view.header, synchrono::AgentHeader());
}

TEST(AgentMessageCodec, ATruncatedMessageIsRefusedOrReadAsAShorterOne) {
    const std::string text = theirs_of(headers()[1], "/x.State", "payload").SerializeAsString();
    std::size_t refused = 0;
    for (std::size_t n = 0; n < text.size(); ++n) {
        // The cut message has memory of its own, so that a sanitizer sees a read past the end.
        const Bytes cut = bytes_of(text.substr(0, n));
        AgentMessage theirs;
        AgentMessageView view;
        std::string_view type_url;
        ByteView state;
        const bool ours = decode_agent_message(cut, view) && decode_any(view.any, type_url, state);
        EXPECT_EQ(ours, theirs.ParseFromArray(cut.data(), static_cast<int>(cut.size()))) << n;
        refused += ours ? 0 : 1;
    }
    // The cut text is a valid message only when it ends before the first field or between the two.
    EXPECT_EQ(refused, text.size() - 2);
}

TEST(AgentMessageCodec, AMalformedStateIsRefusedWhenDecoded) {
    std::string_view type_url = "before";
    ByteView state;
    EXPECT_FALSE(decode_any(as_byte_view(std::string_view("\x0a\x7f", 2)), type_url, state));
    EXPECT_TRUE(decode_any({}, type_url, state));
    EXPECT_TRUE(type_url.empty() && state.empty());
}

TEST(AgentMessageCodec, FieldBytesIsTheSizeOfAField) {
    for (const std::size_t n : {0UL, 1UL, 127UL, 128UL, 16'383UL, 16'384UL, 60'000UL}) {
        Bytes out{std::byte{1}};
        append_field(out, kMessagesField, Bytes(n));
        EXPECT_EQ(out.size() - 1, field_bytes(n));
    }
}

TEST(ClientUpdateCodec, AgreesWithProtobufBothWays) {
    for (const std::int64_t have :
         {std::int64_t{0}, std::int64_t{-5'000'000}, std::int64_t{85'000'000}, kMost, kLeast}) {
        for (const bool request : {false, true}) {
            Bytes bytes;
            append_client_update_head(bytes, {.known_up_to = SimTime::nanoseconds(have),
                                              .request = request,
                                              .asked_ns = request ? have : 0});
            EXPECT_LE(bytes.size(), kHeadBytesMax);
            Bytes message;
            append_agent_message(message, headers()[1], {});
            append_field(bytes, kMessagesField, message);
            ClientUpdate theirs;
            ASSERT_TRUE(theirs.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
            EXPECT_EQ(theirs.have_ns(), have);
            EXPECT_EQ(theirs.request(), request);
            EXPECT_EQ(theirs.asked_ns(), request ? have : 0);
            ASSERT_EQ(theirs.messages_size(), 1);
            expect_same(headers()[1], theirs.messages(0).header());

            const std::string text = kUnknown + theirs.SerializeAsString() + kUnknown;
            ClientUpdateHead head;
            ASSERT_TRUE(decode_client_update_head(as_byte_view(text), head));
            EXPECT_EQ(head.known_up_to.count_ns(), have);
            EXPECT_EQ(head.request, request);
            EXPECT_EQ(head.asked_ns, request ? have : 0);
        }
    }
}

WorldUpdate some_world_update() {
    WorldUpdate update;
    update.set_time_ns(-5'000'000);
    update.set_part(3);
    update.set_parts(4);
    update.set_slowest_ns(kMost);
    update.set_slowest_agent(std::numeric_limits<std::uint32_t>::max());
    update.set_received_ns(kLeast);
    update.set_notices(std::numeric_limits<std::uint64_t>::max());
    update.set_started(true);
    update.set_asked_ns(kLeast);
    update.set_clock_ns(kMost);
    return update;
}

TEST(WorldUpdateCodec, WritesWhatProtobufReads) {
    const WorldUpdate expected = some_world_update();
    WorldUpdateHead head;
    head.time = SimTime::nanoseconds(expected.time_ns());
    head.part = expected.part();
    head.parts = expected.parts();
    head.reached = SimTime::nanoseconds(expected.slowest_ns());
    head.slowest_agent = AgentId{expected.slowest_agent()};
    head.received_up_to = SimTime::nanoseconds(expected.received_ns());
    head.notices = expected.notices();
    head.started = true;
    head.asked_ns = expected.asked_ns();
    head.clock_ns = expected.clock_ns();
    Bytes bytes;
    std::vector<AgentId> awaited;
    append_world_update_head(bytes, head, awaited);
    EXPECT_LE(bytes.size(), kHeadBytesMax);
    WorldUpdate theirs;
    ASSERT_TRUE(theirs.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
    EXPECT_EQ(theirs.SerializeAsString(), expected.SerializeAsString());

    for (std::uint32_t i = 0; i < kAwaitedMax + 3; ++i) awaited.push_back(AgentId{i * 1000});
    bytes.clear();
    append_world_update_head(bytes, {}, awaited);
    ASSERT_TRUE(theirs.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
    ASSERT_EQ(theirs.awaited_size(), static_cast<int>(kAwaitedMax))
        << "the list of awaited agents is bounded";
    EXPECT_EQ(theirs.awaited(2), 2000u);
    EXPECT_FALSE(theirs.started());
}

TEST(WorldUpdateCodec, ReadsWhatProtobufWrites) {
    WorldUpdate theirs = some_world_update();
    for (const std::uint32_t agent : {0U, 300U, 70'000U}) theirs.add_awaited(agent);
    const std::string text = kUnknown + theirs.SerializeAsString() + kUnknown;
    WorldUpdateHead head;
    std::vector<AgentId> awaited{AgentId{1}};
    ASSERT_TRUE(decode_world_update_head(as_byte_view(text), head, awaited));
    EXPECT_EQ(head.time.count_ns(), theirs.time_ns());
    EXPECT_EQ(head.part, theirs.part());
    EXPECT_EQ(head.parts, theirs.parts());
    EXPECT_EQ(head.reached.count_ns(), theirs.slowest_ns());
    EXPECT_EQ(head.slowest_agent.value, theirs.slowest_agent());
    EXPECT_EQ(head.received_up_to.count_ns(), theirs.received_ns());
    EXPECT_EQ(head.notices, theirs.notices());
    EXPECT_TRUE(head.started);
    EXPECT_EQ(awaited, (std::vector{AgentId{1}, AgentId{0}, AgentId{300}, AgentId{70'000}})) << "appended";
}

TEST(WorldUpdateCodec, ReadsPackedAndUnpackedRepeatedNumbers) {
    struct Case {
        const char* spelling;
        std::string bytes;
    };
    for (const Case& c : {Case{"packed", std::string("\x52\x03\x05\xac\x02", 5)},
                          Case{"one by one", std::string("\x50\x05\x50\xac\x02", 5)},
                          Case{"mixed", std::string("\x50\x05\x52\x02\xac\x02", 6)}}) {
        WorldUpdate theirs;
        ASSERT_TRUE(theirs.ParseFromString(c.bytes));
        ASSERT_EQ(theirs.awaited_size(), 2);
        WorldUpdateHead head;
        std::vector<AgentId> awaited;
        ASSERT_TRUE(decode_world_update_head(as_byte_view(c.bytes), head, awaited)) << c.spelling;
        EXPECT_EQ(awaited, (std::vector{AgentId{5}, AgentId{300}})) << c.spelling;
    }
}

TEST(WorldUpdateCodec, KeepsABoundedNumberOfAwaitedAgents) {
    WorldUpdate theirs;
    for (std::uint32_t i = 0; i < 1000; ++i) theirs.add_awaited(i);
    WorldUpdateHead head;
    std::vector<AgentId> awaited;
    ASSERT_TRUE(decode_world_update_head(as_byte_view(theirs.SerializeAsString()), head, awaited));
    EXPECT_EQ(awaited.size(), kAwaitedMax);
}

TEST(UpdateCodec, TruncatedHeadsAreRefusedAsProtobufRefusesThem) {
    WorldUpdate world = some_world_update();
    world.add_awaited(300);
    ClientUpdate client;
    client.set_have_ns(kMost);
    client.set_request(true);
    for (const std::string& text : {world.SerializeAsString(), client.SerializeAsString()}) {
        for (std::size_t n = 0; n < text.size(); ++n) {
            const Bytes cut = bytes_of(text.substr(0, n));
            WorldUpdateHead world_head;
            ClientUpdateHead client_head;
            std::vector<AgentId> awaited;
            WorldUpdate world_theirs;
            ClientUpdate client_theirs;
            EXPECT_EQ(decode_world_update_head(cut, world_head, awaited),
                      world_theirs.ParseFromArray(cut.data(), static_cast<int>(n)));
            EXPECT_EQ(decode_client_update_head(cut, client_head),
                      client_theirs.ParseFromArray(cut.data(), static_cast<int>(n)));
        }
    }
}

TEST(MessageCursor, WalksTheMessagesOfAnUpdateInOrder) {
    WorldUpdate update = some_world_update();
    for (const auto& h : headers())
        *update.add_messages() = theirs_of(h, "/x.State", std::to_string(h.agent.value));
    for (const std::string& text :
         {update.SerializeAsString(), kUnknown + update.SerializeAsString() + kUnknown}) {
        MessageCursor cursor(as_byte_view(text));
        AgentMessageView message;
        for (const auto& theirs : update.messages()) {
            ASSERT_TRUE(cursor.next(message));
            expect_same(message.header, theirs.header());
            EXPECT_EQ(as_text(message.raw), theirs.SerializeAsString());
        }
        EXPECT_FALSE(cursor.next(message));
        EXPECT_FALSE(cursor.next(message));
        EXPECT_FALSE(cursor.malformed());
    }
}

TEST(MessageCursor, StopsForGoodAtAMalformedMessage) {
    WorldUpdate update;
    *update.add_messages() = theirs_of(headers()[1], "/x.State", "a");
    const std::string good = update.SerializeAsString();
    struct Case {
        const char* why;
        std::string rest;
    };
    for (const Case& c : {Case{"a message that ends too early", std::string("\x0a\x10"
                                                                            "abc",
                                                                            5)},
                          Case{"bytes that are not a message", std::string("\x0a\x02\xff\xff", 4)},
                          Case{"bytes that are not a header", std::string("\x0a\x04\x0a\x02\x08\x80", 6)},
                          Case{"a tag of field 0", std::string("\x00\x00", 2)},
                          Case{"a varint that never ends", std::string(11, '\xff')}}) {
        const std::string text = good + c.rest;
        MessageCursor cursor(as_byte_view(text));
        AgentMessageView message;
        EXPECT_TRUE(cursor.next(message)) << c.why;
        EXPECT_FALSE(cursor.malformed()) << c.why;
        EXPECT_FALSE(cursor.next(message)) << c.why;
        EXPECT_TRUE(cursor.malformed()) << c.why;
        EXPECT_FALSE(cursor.next(message)) << c.why;
    }
}

TEST(MessageCursor, FindsNoMessageInEmptyBytes) {
    MessageCursor cursor({});
    AgentMessageView message;
    EXPECT_FALSE(cursor.next(message));
    EXPECT_FALSE(cursor.malformed());
}

TEST(MessageCursor, FindsEmptyMessages) {
    const std::string text("\x0a\x00\x0a\x00", 4);
    MessageCursor cursor(as_byte_view(text));
    AgentMessageView message;
    EXPECT_TRUE(cursor.next(message));
    EXPECT_TRUE(cursor.next(message));
    EXPECT_FALSE(cursor.next(message));
    EXPECT_FALSE(cursor.malformed());
}

TEST(UpdateCodec, AnyBytesAreHarmless) {
    for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        Bytes bytes;
        if (seed % 2 == 0) {
            // Messages that are nearly right get deeper into the decoder than noise does.
            WorldUpdate update = some_world_update();
            *update.add_messages() = theirs_of(headers()[1], "/x.State", "abc");
            update.add_awaited(300);
            bytes = bytes_of(update.SerializeAsString());
            for (int i = 0; i < 3; ++i)
                bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
            bytes.resize(random.below(bytes.size() + 1));
        } else {
            bytes.resize(random.below(64));
            for (auto& b : bytes) b = static_cast<std::byte>(random.bits());
        }
        WorldUpdateHead world;
        ClientUpdateHead client;
        std::vector<AgentId> awaited;
        AgentMessageView message;
        std::string_view type_url;
        ByteView state;
        decode_world_update_head(bytes, world, awaited);
        decode_client_update_head(bytes, client);
        const auto inside = [&bytes](const void* data, std::size_t size) {
            const auto* p = static_cast<const std::byte*>(data);
            return size == 0 || (p >= bytes.data() && p + size <= bytes.data() + bytes.size());
        };
        if (decode_any(bytes, type_url, state)) {
            EXPECT_TRUE(inside(type_url.data(), type_url.size()));
            EXPECT_TRUE(inside(state.data(), state.size()));
        }
        if (decode_agent_message(bytes, message)) {
            EXPECT_TRUE(inside(message.any.data(), message.any.size()));
        }
        MessageCursor cursor(bytes);
        for (int n = 0; cursor.next(message); ++n) {
            ASSERT_LE(n, 64);
            EXPECT_TRUE(inside(message.raw.data(), message.raw.size()));
        }
    }
}

}  // namespace
}  // namespace synchrono::net

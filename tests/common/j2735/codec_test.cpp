// Proves the codec on messages that other programs have encoded: each decodes to the values that unrelated
// decoders found, and encodes to the same octets again, from the structures and from JSON. Also proves that
// invalid messages are refused, and that the refusal names the bit and the field.
#include "common/j2735/codec.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <json/json.h>
#include <sstream>

#include "common/j2735/hex.hpp"
#include "common/j2735/internal/describe_message_frame.hpp"
#include "common/j2735/internal/encoded_size.hpp"
#include "tests/common/j2735/vectors.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::j2735 {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::Vector;
using testing::vector_of;
using testing::vectors;

// Two facts of the standard: the core of a BSM has no preamble and a fixed size, and a list is at least as
// long as its elements.
static_assert(internal::encoded_size<internal::Plain, BsmCoreData>().fixed());
static_assert(internal::encoded_size<internal::Plain, BsmCoreData>().least == 290);
static_assert(!internal::encoded_size<internal::Plain, PathPrediction>().fixed());
static_assert(internal::encoded_size<internal::Plain, PathPrediction>().least == 1 + 16 + 8);
static_assert(internal::encoded_size<internal::Size<2, 63>, std::vector<NodeXy>>().least == 6 + 2 * (2 + 1));

Json::Value parsed(const std::string& text) {
    Json::Value json;
    std::istringstream(text) >> json;
    return json;
}
Bytes octets(const std::string& hex) {
    Bytes bytes;
    EXPECT_TRUE(parse_hex(hex, bytes)) << hex;
    return bytes;
}
/// Returns bits given as text, padded with zeros to whole octets.
Bytes from_bits(std::string bits) {
    std::erase(bits, ' ');
    while (bits.size() % 8 != 0) bits += '0';
    Bytes bytes(bits.size() / 8);
    for (std::size_t i = 0; i < bits.size(); ++i) {
        if (bits[i] == '1') bytes[i / 8] |= static_cast<std::byte>(0x80 >> i % 8);
    }
    return bytes;
}
std::string refusal(const Bytes& bytes) {
    const auto frame = decode(bytes);
    return frame ? "decoded: " + to_json(*frame) : frame.error().text;
}
std::string refusal(const MessageFrame& frame) {
    Bytes out(3);
    const auto encoded = encode(frame, out);
    EXPECT_TRUE(out.empty() || encoded);
    return encoded ? "encoded: " + to_hex(out) : encoded.error().text;
}
MessageFrame frame_of(Message message) { return {.value = std::move(message)}; }

/// Returns a BSM with part I alone, for tests to which the content does not matter.
Bytes a_bsm() {
    Bytes out;
    EXPECT_TRUE(encode(frame_of(BasicSafetyMessage{}), out));
    return out;
}

TEST(J2735, DecodesLikeOtherPrograms) {
    ASSERT_EQ(vectors().size(), 489U);
    MessageFrame frame;  // reused for all, to prove that nothing of the previous message stays
    for (const Vector& vector : vectors()) {
        const auto decoded = decode(vector.bytes(), frame);
        ASSERT_TRUE(decoded) << vector.source << ": " << decoded.error().text;
        ASSERT_EQ(parsed(to_json(frame)), parsed(vector.decoded)) << vector.source;
    }
}

TEST(J2735, EncodesToTheOriginalOctets) {
    Bytes out;
    for (const Vector& vector : vectors()) {
        const auto frame = decode(vector.bytes());
        ASSERT_TRUE(frame);
        const auto encoded = encode(*frame, out);
        ASSERT_TRUE(encoded) << vector.source << ": " << encoded.error().text;
        ASSERT_EQ(to_hex(out), vector.hex) << vector.source;
    }
}

TEST(J2735, EncodesJsonToTheOriginalOctets) {
    Bytes out;
    for (const Vector& vector : vectors()) {
        const auto frame = from_json(vector.decoded);
        ASSERT_TRUE(frame) << vector.source << ": " << frame.error().text;
        ASSERT_TRUE(encode(*frame, out));
        ASSERT_EQ(to_hex(out), vector.hex) << vector.source;
    }
}

TEST(J2735, TraceContainsEachBitOnce) {
    for (const Vector& vector : vectors()) {
        std::size_t next = 0;
        for (const TraceLine& line : trace(vector.bytes())) {
            ASSERT_EQ(line.bit, next) << line.path;
            ASSERT_GT(line.bits, 0U) << line.path;
            next += line.bits;
        }
        ASSERT_EQ(next, vector.hex.size() * 4) << vector.source;
    }
}

TEST(J2735, TraceNamesTheFieldItsBitsAndItsValue) {
    BasicSafetyMessage bsm;
    bsm.core_data.lat = 424'242'424;
    Bytes out;
    ASSERT_TRUE(encode(frame_of(bsm), out));
    bool found = false;
    for (const TraceLine& line : trace(out)) {
        if (line.path != "value.BasicSafetyMessage.coreData.lat") continue;
        found = true;
        EXPECT_EQ(line.bit, 24U + 3 + 7 + 32 + 16);
        EXPECT_EQ(line.bits, 31U);
        EXPECT_EQ(line.value, "424242424");
    }
    EXPECT_TRUE(found);
}

TEST(J2735, TraceOfARefusedMessageEndsBeforeTheWrongBit) {
    Bytes bytes = a_bsm();
    bytes.resize(20);
    const auto lines = trace(bytes);
    ASSERT_EQ(lines.size(), 3U);  // the fourth field, the value's content, would run over the end
    EXPECT_EQ(lines[0].path, "(extension)");
    EXPECT_EQ(lines[1].path, "messageId");
    EXPECT_EQ(lines[2].path, "value.(length)");
}

TEST(J2735, PartIAloneHasTheSizeOfTheStandard) {
    const Bytes out = a_bsm();
    EXPECT_EQ(out.size(), 40U);
    EXPECT_THAT(to_hex(out), StartsWith("001425"));
}

TEST(J2735, UnsetFieldsAreUnavailable) {
    const auto frame = decode(a_bsm());
    ASSERT_TRUE(frame);
    const std::string json = to_json(*frame);
    for (const char* text : {"\"secMark\":65535", "\"lat\":900000001", "\"long\":1800000001",
                             "\"elev\":-4096", "\"semiMajor\":255", "\"transmission\":\"unavailable\"",
                             "\"speed\":8191", "\"heading\":28800", "\"angle\":127"})
        EXPECT_THAT(json, HasSubstr(text));
}

TEST(J2735, EveryTruncationIsRefused) {
    for (const std::string type : {"BasicSafetyMessage", "SPAT", "MapData", "TravelerInformation"}) {
        Bytes bytes = vector_of(type).bytes();
        while (!bytes.empty()) {
            bytes.pop_back();
            ASSERT_THAT(refusal(bytes), StartsWith("bit ")) << type << " of " << bytes.size();
        }
    }
}

TEST(J2735, NothingMayFollowAMessage) {
    Bytes bytes = a_bsm();
    bytes.push_back(std::byte{0});
    EXPECT_EQ(refusal(bytes), "bit 320: 1 octets are left over");
}

TEST(J2735, NothingMayFollowWithinAnOpenType) {
    Bytes bytes = a_bsm();
    bytes.push_back(std::byte{0});
    bytes[2] = std::byte{0x26};
    EXPECT_EQ(refusal(bytes), "bit 317: value: 1 octets are left over");
}

TEST(J2735, PaddingIsZero) {
    Bytes bytes = a_bsm();
    bytes.back() |= std::byte{1};
    EXPECT_EQ(refusal(bytes), "bit 317: value: padding that is not 0");
}

TEST(J2735, ANumberBeyondItsRangeIsRefusedWithItsBitAndField) {
    Bytes bytes = a_bsm();
    // Sets all 31 bits of lat, from bit 82 on, to 1.
    for (std::size_t bit = 82; bit < 82 + 31; ++bit)
        bytes[bit / 8] |= static_cast<std::byte>(0x80 >> bit % 8);
    EXPECT_EQ(
        refusal(bytes),
        "bit 82: value.BasicSafetyMessage.coreData.lat: 1247483647 is not within -900000000 to 900000001");
}

TEST(J2735, AMessageThatEndsWithinAFixedPartSaysWhichField) {
    Bytes bytes = a_bsm();
    bytes.resize(13);
    bytes[2] = std::byte{10};
    EXPECT_EQ(refusal(bytes),
              "bit 82: value.BasicSafetyMessage.coreData.lat: 31 bits are needed, 22 are left");
}

TEST(J2735, LengthsHaveOnlyTheShortestForm) {
    // The codec does not know id 99 and keeps its octets.
    EXPECT_EQ(refusal(octets("0063020A0B")), R"(decoded: {"messageId":99,"value":"0A0B"})");
    EXPECT_EQ(refusal(octets("006380020A0B")),
              "bit 16: value: a length of 2 in two octets, although one is enough");
    EXPECT_EQ(refusal(octets("0063C10A0B")), "bit 16: value: a length of 16384 or more");
    EXPECT_EQ(refusal(octets("0063FF")), "bit 16: value: a length of 16384 or more");
    EXPECT_EQ(refusal(octets("0063")), "bit 16: value: 8 bits are needed, 0 are left");
    EXPECT_EQ(refusal(octets("006380")), "bit 24: value: 8 bits are needed, 0 are left");
    EXPECT_EQ(refusal(octets("00630A00")), "bit 24: value: 80 bits are needed, 8 are left");
    EXPECT_EQ(refusal(Bytes{}), "bit 0: 1 bits are needed, 0 are left");
}

TEST(J2735, UnknownMessagesAreKept) {
    for (const std::size_t size : {0U, 1U, 127U, 128U, 16'383U}) {
        const MessageFrame sent =
            frame_of(UnknownMessage{.id = 240, .content = Bytes(size, std::byte{0x5a})});
        Bytes out;
        ASSERT_TRUE(encode(sent, out));
        EXPECT_EQ(out.size(), 2 + (size < 128 ? 1 : 2) + size);
        const auto received = decode(out);
        ASSERT_TRUE(received) << received.error().text;
        EXPECT_EQ(*received, sent);
        const auto read = from_json(to_json(sent));
        ASSERT_TRUE(read) << read.error().text;
        EXPECT_EQ(*read, sent);
    }
}

TEST(J2735, AnUnknownMessageMayNotHaveAKnownId) {
    EXPECT_EQ(refusal(frame_of(UnknownMessage{.id = 20})),
              "messageId: id 20 is BasicSafetyMessage, which has a type and must use it");
    EXPECT_EQ(refusal(frame_of(UnknownMessage{.id = 40'000})), "messageId: 40000 is not within 0 to 32767");
    BasicSafetyMessage bsm;
    bsm.part_ii.emplace_back(UnknownPartIi{.id = 1});
    EXPECT_THAT(refusal(frame_of(bsm)), AllOf(StartsWith("value.BasicSafetyMessage.partII[0].partII-Id: "),
                                              HasSubstr("1 is Special")));
}

TEST(J2735, AnOpenTypeThatNeedsAFragmentedLengthIsRefused) {
    EXPECT_EQ(refusal(frame_of(UnknownMessage{.id = 240, .content = Bytes(16'384)})),
              "value: more than 16383 octets");
    MapData map;
    for (int i = 0; i < 30; ++i) {
        IntersectionGeometry intersection;
        intersection.lane_set.resize(255);
        for (GenericLane& lane : intersection.lane_set) lane.node_list = std::vector<NodeXy>(2);
        map.intersections.push_back(std::move(intersection));
    }
    EXPECT_EQ(refusal(frame_of(map)), "value.MapData: more than 16383 octets");
}

TEST(J2735, AdditionsOfLaterVersionsAreKept) {
    MessageFrame sent = frame_of(BasicSafetyMessage{});
    sent.additions = {std::nullopt, Bytes{std::byte{7}}, std::nullopt};
    auto& bsm = std::get<BasicSafetyMessage>(sent.value);
    bsm.additions.assign(64, Bytes(200, std::byte{1}));
    VehicleSafetyExtensions safety;
    safety.events = VehicleEventFlags{};
    safety.events->resize(14);
    safety.events->set(13);
    safety.lights = ExteriorLights{};
    safety.lights->resize(0);
    bsm.part_ii = {safety, UnknownPartIi{.id = 63, .content = Bytes(130, std::byte{2})}};
    bsm.regional = {{.region_id = 255, .content = Bytes(3, std::byte{3})}};
    Bytes out, again;
    ASSERT_TRUE(encode(sent, out));
    const auto received = decode(out);
    ASSERT_TRUE(received) << received.error().text;
    EXPECT_EQ(*received, sent);
    const auto read = from_json(to_json(sent));
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*read, sent);
    ASSERT_TRUE(encode(*read, again));
    EXPECT_EQ(again, out);
}

TEST(J2735, UnknownValuesAndAlternativesAreKept) {
    MapData map;
    map.layer_type = static_cast<LayerType>(128 + 63);
    map.restriction_list = {{.id = 1, .users = {UnknownAlternative{.index = 5, .content = Bytes(2)}}}};
    const MessageFrame sent = frame_of(map);
    Bytes out;
    ASSERT_TRUE(encode(sent, out));
    const auto received = decode(out);
    ASSERT_TRUE(received) << received.error().text;
    EXPECT_EQ(*received, sent);
    const std::string json = to_json(sent);
    EXPECT_THAT(json, HasSubstr(R"("layerType":"addition-63")"));
    EXPECT_THAT(json, HasSubstr(R"("users":[{"addition-5":"0000"}])"));
    const auto read = from_json(json);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*read, sent);
}

TEST(J2735, AdditionsBeyondThe64thAreRefused) {
    // The bits of a MapData: a preamble with additions but no optional field, msgIssueRevision, and a number
    // of additions in the long form.
    const Bytes content = from_bits("1 00000000 0000000 1 0000000");
    Bytes bytes = octets("001203");
    bytes.insert(bytes.end(), content.begin(), content.end());
    EXPECT_EQ(refusal(bytes), "bit 40: value.MapData.additions: more than 64 additions");
    MessageFrame frame = frame_of(MapData{});
    frame.additions.resize(65);
    EXPECT_EQ(refusal(frame), "additions: more than 64 additions");
    frame.additions.resize(1);
    frame.additions[0] = Bytes(16'384);
    EXPECT_EQ(refusal(frame), "additions[0]: more than 16383 octets");
}

TEST(J2735, AnExtendedBitStringHasAnotherLengthThanTheRoot) {
    BasicSafetyMessage bsm;
    VehicleSafetyExtensions safety;
    safety.lights = ExteriorLights{};
    safety.lights->resize(8);
    bsm.part_ii = {safety};
    Bytes out;
    ASSERT_TRUE(encode(frame_of(bsm), out));
    // Before the length come the frame's head, part I, one part II with its id and length, its preamble and
    // the extension bit.
    const std::size_t length_at = 24 + 293 + 3 + 6 + 8 + 5 + 1;
    const std::string head =
        "value.BasicSafetyMessage.partII[0].partII-Value.VehicleSafetyExtensions.lights: ";
    out[length_at / 8 + 1] |= static_cast<std::byte>(1U << (7 - (length_at + 7) % 8));
    EXPECT_EQ(refusal(out), fmt::format("bit {}: {}9 bits must not use the extended form", length_at, head));
}

TEST(J2735, AListTooLongForTheRestIsRefusedBeforeItIsAllocated) {
    // A SPAT without optional fields announces 32 intersections, but only one octet follows.
    Bytes bytes = octets("001302");
    const Bytes content = from_bits("0000 11111 0000000");
    bytes.insert(bytes.end(), content.begin(), content.end());
    log::testing::take_largest_allocation();
    MessageFrame frame;
    EXPECT_FALSE(decode(bytes, frame));
    EXPECT_LT(log::testing::take_largest_allocation(), 1'000U);
    EXPECT_THAT(refusal(bytes), HasSubstr("SPAT.intersections: "));
}

TEST(J2735, TimeMarksBeyondTheHourAreKept) {
    TimeChangeDetails timing;
    timing.min_end_time = 36'111;
    MovementState state;
    state.state_time_speed = {{.event_state = MovementPhaseState::stop_and_remain, .timing = timing}};
    Spat spat;
    spat.intersections.resize(1);
    spat.intersections[0].states = {state};
    Bytes out;
    ASSERT_TRUE(encode(frame_of(spat), out));
    const auto received = decode(out);
    ASSERT_TRUE(received) << received.error().text;
    EXPECT_EQ(*received, frame_of(spat));
}

TEST(J2735, AnUnknownValueOfAClosedEnumerationIsRefused) {
    Spat spat;
    MovementState state;
    state.state_time_speed.resize(1);
    spat.intersections.resize(1);
    spat.intersections[0].states = {state};
    auto& event = spat.intersections[0].states[0].state_time_speed[0];
    event.event_state = static_cast<MovementPhaseState>(10);
    const std::string field = "value.SPAT.intersections[0].states[0].state-time-speed[0].eventState: ";
    EXPECT_EQ(refusal(frame_of(spat)), field + "10 is not a value of the enumeration");

    event.event_state = MovementPhaseState::caution_conflicting_traffic;
    Bytes out;
    ASSERT_TRUE(encode(frame_of(spat), out));
    std::size_t at = 0;
    for (const TraceLine& line : trace(out)) {
        if (line.path.ends_with("eventState")) at = line.bit;
    }
    ASSERT_GT(at, 0U);
    // 9 is 1001 in binary; setting the two bits in its middle makes 15.
    for (const std::size_t bit : {at + 1, at + 2}) out[bit / 8] |= static_cast<std::byte>(0x80 >> bit % 8);
    EXPECT_EQ(refusal(out), fmt::format("bit {}: {}15 is not within 0 to 9", at, field));
}

TEST(J2735, EncodingNamesTheFieldThatIsOutOfRange) {
    BasicSafetyMessage bsm;
    bsm.core_data.heading = 28'801;
    EXPECT_EQ(refusal(frame_of(bsm)),
              "value.BasicSafetyMessage.coreData.heading: 28801 is not within 0 to 28800");
    bsm = {};
    bsm.part_ii.resize(9);
    EXPECT_EQ(refusal(frame_of(bsm)), "value.BasicSafetyMessage.partII: 9 elements, not 1 to 8");
    EXPECT_EQ(refusal(frame_of(Spat{})), "value.SPAT.intersections: 0 elements, not 1 to 32");
    Spat spat;
    spat.name = "caf\xc3\xa9";
    EXPECT_EQ(refusal(frame_of(spat)), "value.SPAT.name: a character that is not ASCII");
    spat.name.assign(64, 'x');
    EXPECT_EQ(refusal(frame_of(spat)), "value.SPAT.name: 64 elements, not 1 to 63");
    MapData map;
    map.intersections.resize(1);
    map.intersections[0].lane_set.resize(2);
    map.intersections[0].lane_set[0].node_list = std::vector<NodeXy>(2);
    map.intersections[0].lane_set[1].node_list = std::vector<NodeXy>{{.delta = NodeXy20b{.x = 512}}, {}};
    EXPECT_EQ(refusal(frame_of(map)),
              "value.MapData.intersections[0].laneSet[1].nodeList.nodes[0].delta.node-XY1.x: "
              "512 is not within -512 to 511");
}

TEST(J2735, ShortAndLongLengthsMeetWithoutAGap) {
    // As `size` rises, part II reaches 128 octets; from there on its length takes two octets instead of one.
    for (std::size_t size = 100; size < 160; ++size) {
        BasicSafetyMessage bsm;
        SupplementalVehicleExtensions more;
        more.regional = {{.region_id = 1, .content = Bytes(size, std::byte{0xa5})}};
        bsm.part_ii = {more, more};
        const MessageFrame sent = frame_of(bsm);
        Bytes out;
        ASSERT_TRUE(encode(sent, out));
        const auto received = decode(out);
        ASSERT_TRUE(received) << size << ": " << received.error().text;
        EXPECT_EQ(*received, sent) << size;
    }
}

TEST(J2735, ReusingABufferAllocatesNothing) {
    for (const std::string type : {"BasicSafetyMessage", "SPAT", "MapData"}) {
        const Bytes bytes = vector_of(type).bytes();
        MessageFrame frame;
        Bytes out;
        for (int pass = 0; pass < 2; ++pass) {
            const auto before = log::testing::allocations_of_this_thread();
            const bool good = decode(bytes, frame) && encode(frame, out);
            const auto after = log::testing::allocations_of_this_thread();
            ASSERT_TRUE(good);
            if (pass == 0) continue;
            EXPECT_EQ(after - before, 0U) << type;
        }
        EXPECT_EQ(out, bytes);
    }
}

TEST(J2735, EncodingReplacesTheOldContentOfTheBuffer) {
    Bytes out(100'000, std::byte{0xff});
    ASSERT_TRUE(encode(frame_of(BasicSafetyMessage{}), out));
    EXPECT_EQ(out, a_bsm());
}

}  // namespace
}  // namespace synchrono::j2735

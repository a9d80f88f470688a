/// Proves that the radio's C structure holds what the host was given, makes JSON on demand only, converts
/// places, and gives nothing outside a step. The test takes the place of the pilot and uses the C interface.

#include "client/pilot/in_process/internal/pilot_radio.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "tests/client/radio/radio_fixture.hpp"

namespace synchrono::client::internal {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr geo::Geodetic kOrigin{48, 11, 500};

struct PilotRadioTest : ::testing::Test {
    void hear(const Bytes& octets, std::uint32_t type) {
        heard.push_back(octets);
        messages.clear();
        for (const Bytes& one : heard) {
            SynMessage& message = messages.emplace_back();
            message.index = static_cast<std::uint32_t>(messages.size() - 1);
            message.bytes = reinterpret_cast<const std::uint8_t*>(one.data());
            message.bytes_count = static_cast<std::uint32_t>(one.size());
        }
        types.push_back(type);
        for (std::size_t i = 0; i < types.size(); ++i) messages[i].type = types[i];
        news.messages = messages;
    }
    const SynRadio& shown() const { return *radio.shown(); }

    PilotRadio radio{kOrigin};
    RadioNews news{.media = 1 << SYN_MEDIUM_DSRC, .temporary_id = {}, .messages = {}, .neighbours = {}};
    std::vector<Bytes> heard;
    std::vector<std::uint32_t> types;
    std::vector<SynMessage> messages;
};

TEST_F(PilotRadioTest, ShowsTheNewsAsTheyAre) {
    EXPECT_EQ(radio.shown(), nullptr) << "there was no step yet";
    radio.open(nullptr);
    EXPECT_EQ(radio.shown(), nullptr) << "the agent has none";
    EXPECT_THAT(radio.close().messages, IsEmpty());

    hear(encoded(safety_frame(1)), SYN_MESSAGE_BSM);
    const SynNeighbour neighbours[2] = {};
    news.neighbours = neighbours;
    radio.open(&news);
    const SynRadio* const first = radio.shown();
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->struct_size, sizeof(SynRadio));
    EXPECT_EQ(first->media, 1u << SYN_MEDIUM_DSRC);
    EXPECT_EQ(first->has_temporary_id, 0u);
    EXPECT_EQ(first->messages, messages.data()) << "not a copy";
    EXPECT_EQ(first->messages_count, 1u);
    EXPECT_EQ(first->neighbours, neighbours);
    EXPECT_EQ(first->neighbours_count, 2u);
    radio.close();
    news.temporary_id = 4'000'000'000;
    radio.open(&news);
    EXPECT_EQ(radio.shown(), first) << "the same object at every step";
    EXPECT_EQ(first->has_temporary_id, 1u);
    EXPECT_EQ(first->temporary_id, 4'000'000'000u);
}

TEST_F(PilotRadioTest, GivesAnyMessageAsJson) {
    j2735::MessageFrame unknown;
    unknown.value.emplace<j2735::UnknownMessage>(j2735::UnknownMessage{.id = 12'345, .content = Bytes(4)});
    hear(encoded(safety_frame(0xABCDEF12, 5)), SYN_MESSAGE_BSM);
    hear(encoded(unknown), 12'345);
    hear(encoded(safety_frame(0xABCD, 9)), SYN_MESSAGE_BSM);
    radio.open(&news);
    const char* const first = shown().json(shown().context, 0);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first, j2735::to_json(safety_frame(0xABCDEF12, 5)));
    EXPECT_THAT(first, HasSubstr("\"BasicSafetyMessage\""));
    const char* const other = shown().json(shown().context, 1);
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(other, j2735::to_json(unknown));
    EXPECT_THAT(shown().json(shown().context, 2), HasSubstr("0000ABCD"));
    EXPECT_EQ(shown().json(shown().context, 0), first) << "made once, and where it was";
    EXPECT_EQ(shown().json(shown().context, 3), nullptr);
    EXPECT_EQ(shown().json(shown().context, UINT32_MAX), nullptr);
}

TEST_F(PilotRadioTest, GivesNoJsonOfWhatCannotBeRead) {
    hear(Bytes(5, std::byte{0xff}), SYN_MESSAGE_UNREADABLE);
    hear(Bytes(5, std::byte{0xff}), SYN_MESSAGE_BSM);  // claims to be readable, but is not
    hear(encoded(safety_frame(7)), SYN_MESSAGE_BSM);
    radio.open(&news);
    EXPECT_EQ(shown().json(shown().context, 0), nullptr);
    EXPECT_EQ(shown().json(shown().context, 1), nullptr);
    EXPECT_NE(shown().json(shown().context, 2), nullptr);
}

TEST_F(PilotRadioTest, ForgetsTheTextsOfTheStepBefore) {
    hear(encoded(safety_frame(0xABCD)), SYN_MESSAGE_BSM);
    radio.open(&news);
    EXPECT_THAT(shown().json(shown().context, 0), HasSubstr("0000ABCD"));
    const SynRadio& kept = shown();
    radio.close();
    EXPECT_EQ(kept.json(kept.context, 0), nullptr) << "outside a step";
    EXPECT_EQ(kept.messages_count, 0u);
    heard.clear();
    types.clear();
    hear(encoded(safety_frame(0x1234)), SYN_MESSAGE_BSM);
    radio.open(&news);
    EXPECT_THAT(shown().json(shown().context, 0), HasSubstr("00001234"));
}

TEST_F(PilotRadioTest, CollectsWhatThePilotSends) {
    radio.open(&news);
    const Bytes octets(7, std::byte{0xaa});
    const std::string text = j2735::to_json(safety_frame(3));
    std::string error(200, 'x');
    EXPECT_EQ(shown().send(shown().context, SYN_MEDIUM_DEFAULT, octets.data(), 7), SYN_SENT);
    EXPECT_EQ(shown().send_json(shown().context, SYN_MEDIUM_DSRC, text.c_str(), error.data(), 200), SYN_SENT);
    EXPECT_EQ(error[0], '\0');
    EXPECT_EQ(shown().send(shown().context, SYN_MEDIUM_LIGHT, octets.data(), 7), SYN_SEND_NO_MEDIUM);
    EXPECT_EQ(shown().send_json(shown().context, SYN_MEDIUM_DSRC, nullptr, nullptr, 0), SYN_SEND_UNREADABLE);
    const Posted posted = radio.close();
    ASSERT_THAT(posted.messages, SizeIs(2));
    EXPECT_THAT(posted.messages[0].payload, ElementsAreArray(octets));
    EXPECT_THAT(posted.messages[1].payload, ElementsAreArray(encoded(safety_frame(3))));
    EXPECT_EQ(posted.refused, 2u);
    EXPECT_EQ(posted.refusal, "the scenario has no such medium");
}

TEST_F(PilotRadioTest, SaysWhatIsWrongWithATextAsFarAsThereIsRoom) {
    radio.open(&news);
    std::string error(200, 'x');
    EXPECT_EQ(shown().send_json(shown().context, 0, "no JSON", error.data(), 200), SYN_SEND_UNREADABLE);
    const std::string whole(error.c_str());
    EXPECT_FALSE(whole.empty());
    EXPECT_EQ(shown().send_json(shown().context, 0, "no JSON", error.data(), 5), SYN_SEND_UNREADABLE);
    EXPECT_EQ(std::string(error.c_str()), whole.substr(0, 4));
}

TEST_F(PilotRadioTest, RefusesToSendOutsideAStep) {
    radio.open(&news);
    const SynRadio& kept = shown();
    radio.close();
    EXPECT_EQ(kept.send(kept.context, SYN_MEDIUM_DEFAULT, "x", 1), SYN_SEND_NOT_NOW);
    radio.open(&news);
    EXPECT_EQ(radio.close().refused, 1u);
}

TEST_F(PilotRadioTest, KnowsTheWayBetweenWorldAndEarth) {
    radio.open(&news);
    double latitude = 0, longitude = 0, elevation = 0;
    shown().to_earth(shown().context, {100, -200, 3}, &latitude, &longitude, &elevation);
    const geo::Geodetic expected = geo::WorldFrame(kOrigin).to_earth({100, -200, 3});
    EXPECT_EQ(latitude, expected.latitude_deg);
    EXPECT_EQ(longitude, expected.longitude_deg);
    EXPECT_EQ(elevation, 503);
    const SynVec3 back = shown().to_world(shown().context, latitude, longitude, elevation);
    EXPECT_NEAR(back.x, 100, 1e-6);
    EXPECT_NEAR(back.y, -200, 1e-6);
    EXPECT_NEAR(back.z, 3, 1e-6);
    shown().to_earth(shown().context, {0, 0, 0}, nullptr, nullptr, nullptr);  // null pointers are allowed
}

}  // namespace
}  // namespace synchrono::client::internal

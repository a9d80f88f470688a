/// Proves that the radio's C structure holds what the host was given, makes JSON on demand only, converts
/// places, and gives nothing outside a step. The test takes the place of the pilot and uses the C interface.

#include "client/pilot/in_process/internal/pilot_radio.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "tests/client/radio/radio_fixture.hpp"

namespace synchrono::client::pilot::internal {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr geo::Geodetic kOrigin{48, 11, 500};

struct PilotRadioTest : ::testing::Test {
    void receive(const Bytes& octets, std::uint32_t type) {
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
        perception.messages = messages;
    }
    const SynRadio& c_radio() const { return *radio.c_radio(); }

    PilotRadio radio{kOrigin};
    radio::RadioPerception perception{
        .media = 1 << SYN_MEDIUM_DSRC, .temporary_id = {}, .messages = {}, .neighbours = {}};
    std::vector<Bytes> heard;
    std::vector<std::uint32_t> types;
    std::vector<SynMessage> messages;
};

TEST_F(PilotRadioTest, GivesTheNewsUnchanged) {
    EXPECT_EQ(radio.c_radio(), nullptr) << "there was no step yet";
    radio.open(nullptr);
    EXPECT_EQ(radio.c_radio(), nullptr) << "the agent has none";
    EXPECT_THAT(radio.close().messages, IsEmpty());

    receive(radio::encoded(radio::safety_frame(1)), SYN_MESSAGE_BSM);
    const SynNeighbour neighbours[2] = {};
    perception.neighbours = neighbours;
    radio.open(&perception);
    const SynRadio* const first = radio.c_radio();
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->struct_size, sizeof(SynRadio));
    EXPECT_EQ(first->media, 1u << SYN_MEDIUM_DSRC);
    EXPECT_EQ(first->has_temporary_id, 0u);
    EXPECT_EQ(first->messages, messages.data()) << "not a copy";
    EXPECT_EQ(first->messages_count, 1u);
    EXPECT_EQ(first->neighbours, neighbours);
    EXPECT_EQ(first->neighbours_count, 2u);
    radio.close();
    perception.temporary_id = 4'000'000'000;
    radio.open(&perception);
    EXPECT_EQ(radio.c_radio(), first) << "the same object at every step";
    EXPECT_EQ(first->has_temporary_id, 1u);
    EXPECT_EQ(first->temporary_id, 4'000'000'000u);
}

TEST_F(PilotRadioTest, GivesAnyMessageAsJson) {
    j2735::MessageFrame unknown;
    unknown.value.emplace<j2735::UnknownMessage>(j2735::UnknownMessage{.id = 12'345, .content = Bytes(4)});
    receive(radio::encoded(radio::safety_frame(0xABCDEF12, 5)), SYN_MESSAGE_BSM);
    receive(radio::encoded(unknown), 12'345);
    receive(radio::encoded(radio::safety_frame(0xABCD, 9)), SYN_MESSAGE_BSM);
    radio.open(&perception);
    const char* const first = c_radio().json(c_radio().context, 0);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first, j2735::to_json(radio::safety_frame(0xABCDEF12, 5)));
    EXPECT_THAT(first, HasSubstr("\"BasicSafetyMessage\""));
    const char* const other = c_radio().json(c_radio().context, 1);
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(other, j2735::to_json(unknown));
    EXPECT_THAT(c_radio().json(c_radio().context, 2), HasSubstr("0000ABCD"));
    EXPECT_EQ(c_radio().json(c_radio().context, 0), first) << "it is made once and stays in place";
    EXPECT_EQ(c_radio().json(c_radio().context, 3), nullptr);
    EXPECT_EQ(c_radio().json(c_radio().context, UINT32_MAX), nullptr);
}

TEST_F(PilotRadioTest, GivesNoJsonOfUnreadableMessages) {
    receive(Bytes(5, std::byte{0xff}), SYN_MESSAGE_UNREADABLE);
    receive(Bytes(5, std::byte{0xff}), SYN_MESSAGE_BSM);  // claims to be readable, but is not
    receive(radio::encoded(radio::safety_frame(7)), SYN_MESSAGE_BSM);
    radio.open(&perception);
    EXPECT_EQ(c_radio().json(c_radio().context, 0), nullptr);
    EXPECT_EQ(c_radio().json(c_radio().context, 1), nullptr);
    EXPECT_NE(c_radio().json(c_radio().context, 2), nullptr);
}

TEST_F(PilotRadioTest, ForgetsTheTextsOfThePreviousStep) {
    receive(radio::encoded(radio::safety_frame(0xABCD)), SYN_MESSAGE_BSM);
    radio.open(&perception);
    EXPECT_THAT(c_radio().json(c_radio().context, 0), HasSubstr("0000ABCD"));
    const SynRadio& kept = c_radio();
    radio.close();
    EXPECT_EQ(kept.json(kept.context, 0), nullptr) << "outside a step";
    EXPECT_EQ(kept.messages_count, 0u);
    heard.clear();
    types.clear();
    receive(radio::encoded(radio::safety_frame(0x1234)), SYN_MESSAGE_BSM);
    radio.open(&perception);
    EXPECT_THAT(c_radio().json(c_radio().context, 0), HasSubstr("00001234"));
}

TEST_F(PilotRadioTest, CollectsThePilotsMessages) {
    radio.open(&perception);
    const Bytes octets(7, std::byte{0xaa});
    const std::string text = j2735::to_json(radio::safety_frame(3));
    std::string error(200, 'x');
    EXPECT_EQ(c_radio().send(c_radio().context, SYN_MEDIUM_DEFAULT, octets.data(), 7), SYN_SENT);
    EXPECT_EQ(c_radio().send_json(c_radio().context, SYN_MEDIUM_DSRC, text.c_str(), error.data(), 200),
              SYN_SENT);
    EXPECT_EQ(error[0], '\0');
    EXPECT_EQ(c_radio().send(c_radio().context, SYN_MEDIUM_LIGHT, octets.data(), 7), SYN_SEND_NO_MEDIUM);
    EXPECT_EQ(c_radio().send_json(c_radio().context, SYN_MEDIUM_DSRC, nullptr, nullptr, 0),
              SYN_SEND_UNREADABLE);
    const radio::Posted posted = radio.close();
    ASSERT_THAT(posted.messages, SizeIs(2));
    EXPECT_THAT(posted.messages[0].payload, ElementsAreArray(octets));
    EXPECT_THAT(posted.messages[1].payload, ElementsAreArray(radio::encoded(radio::safety_frame(3))));
    EXPECT_EQ(posted.refused, 2u);
    EXPECT_EQ(posted.refusal, "the scenario has no medium 3");
}

TEST_F(PilotRadioTest, CutsErrorTextsToTheGivenRoom) {
    radio.open(&perception);
    std::string error(200, 'x');
    EXPECT_EQ(c_radio().send_json(c_radio().context, 0, "no JSON", error.data(), 200), SYN_SEND_UNREADABLE);
    const std::string whole(error.c_str());
    EXPECT_FALSE(whole.empty());
    EXPECT_EQ(c_radio().send_json(c_radio().context, 0, "no JSON", error.data(), 5), SYN_SEND_UNREADABLE);
    EXPECT_EQ(std::string(error.c_str()), whole.substr(0, 4));
}

TEST_F(PilotRadioTest, RefusesToSendOutsideAStep) {
    radio.open(&perception);
    const SynRadio& kept = c_radio();
    radio.close();
    EXPECT_EQ(kept.send(kept.context, SYN_MEDIUM_DEFAULT, "x", 1), SYN_SEND_NOT_NOW);
    radio.open(&perception);
    EXPECT_EQ(radio.close().refused, 1u);
}

TEST_F(PilotRadioTest, ConvertsBetweenWorldAndEarth) {
    radio.open(&perception);
    double latitude = 0, longitude = 0, elevation = 0;
    c_radio().to_earth(c_radio().context, {100, -200, 3}, &latitude, &longitude, &elevation);
    const geo::Geodetic expected = geo::WorldFrame(kOrigin).to_earth({100, -200, 3});
    EXPECT_EQ(latitude, expected.latitude_deg);
    EXPECT_EQ(longitude, expected.longitude_deg);
    EXPECT_EQ(elevation, 503);
    const SynVec3 back = c_radio().to_world(c_radio().context, latitude, longitude, elevation);
    EXPECT_NEAR(back.x, 100, 1e-6);
    EXPECT_NEAR(back.y, -200, 1e-6);
    EXPECT_NEAR(back.z, 3, 1e-6);
    c_radio().to_earth(c_radio().context, {0, 0, 0}, nullptr, nullptr, nullptr);  // null pointers are allowed
}

}  // namespace
}  // namespace synchrono::client::pilot::internal

/// Proves which messages of a pilot are let through in a step, and that they stay unchanged. Also proves
/// which code and reason a refused message gets.

#include "client/radio/outbox.hpp"

#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "common/base/limits.hpp"
#include "pcp/synchrono_radio.h"
#include "tests/client/radio/radio_fixture.hpp"

namespace synchrono::client::radio {
namespace {

using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t kDsrc = 1 << SYN_MEDIUM_DSRC, kLight = 1 << SYN_MEDIUM_LIGHT;

struct OutboxTest : ::testing::Test {
    std::int32_t send(const Bytes& payload, std::int32_t medium = SYN_MEDIUM_DEFAULT) {
        return outbox.send(medium, payload.data(), static_cast<std::uint32_t>(payload.size()));
    }
    std::int32_t send_json(const std::string& text) {
        problem = "of before";
        return outbox.send_json(SYN_MEDIUM_DEFAULT, text.c_str(), problem);
    }
    Outbox outbox;
    std::string problem;
};

TEST_F(OutboxTest, SendsOctetsUnchanged) {
    outbox.open(kDsrc);
    const Bytes nonsense(7, std::byte{0xaa});
    EXPECT_EQ(send(nonsense), SYN_SENT);
    const Posted posted = outbox.close();
    ASSERT_THAT(posted.messages, SizeIs(1));
    EXPECT_THAT(posted.messages[0].payload, ElementsAreArray(nonsense));
    EXPECT_EQ(posted.refused, 0u);
    EXPECT_EQ(posted.refusal, "");
    outbox.open(kDsrc);
    EXPECT_THAT(outbox.close().messages, IsEmpty());
}

TEST_F(OutboxTest, EncodesJsonIntoAMessage) {
    outbox.open(kDsrc);
    EXPECT_EQ(send_json(j2735::to_json(safety_frame(0x11223344, 6))), SYN_SENT) << problem;
    EXPECT_THAT(problem, IsEmpty());
    const Posted posted = outbox.close();
    ASSERT_THAT(posted.messages, SizeIs(1));
    EXPECT_THAT(posted.messages[0].payload, ElementsAreArray(encoded(safety_frame(0x11223344, 6))));
}

TEST_F(OutboxTest, KeepsTheOrder) {
    outbox.open(kDsrc);
    for (std::size_t length = 1; length <= 5; ++length) EXPECT_EQ(send(Bytes(length)), SYN_SENT);
    const Posted posted = outbox.close();
    ASSERT_THAT(posted.messages, SizeIs(5));
    for (std::size_t i = 0; i < 5; ++i) EXPECT_THAT(posted.messages[i].payload, SizeIs(i + 1));
}

TEST_F(OutboxTest, UsesTheMediumAskedFor) {
    outbox.open(kDsrc | kLight);
    EXPECT_EQ(send(Bytes(1), SYN_MEDIUM_LIGHT), SYN_SENT);
    EXPECT_EQ(send(Bytes(1), SYN_MEDIUM_DSRC), SYN_SENT);
    EXPECT_EQ(send(Bytes(1)), SYN_SENT);
    for (const std::int32_t code : {SYN_MEDIUM_CV2X + 0, -1, 4, 32, INT32_MAX, INT32_MIN})
        EXPECT_EQ(send(Bytes(1), code), SYN_SEND_NO_MEDIUM);
    const Posted posted = outbox.close();
    ASSERT_THAT(posted.messages, SizeIs(3));
    EXPECT_EQ(posted.messages[0].medium, config::Medium::light);
    EXPECT_EQ(posted.messages[1].medium, config::Medium::dsrc);
    EXPECT_EQ(posted.messages[2].medium, config::Medium::dsrc)
        << "the default is the first medium that exists";
    EXPECT_EQ(posted.refused, 6u);
    EXPECT_EQ(posted.refusal, "the scenario has no medium 2");
    outbox.open(kLight);
    EXPECT_EQ(send(Bytes(1)), SYN_SENT);
    EXPECT_EQ(outbox.close().messages[0].medium, config::Medium::light);
    outbox.open(0);
    EXPECT_EQ(send(Bytes(1)), SYN_SEND_NO_MEDIUM);
}

TEST_F(OutboxTest, RefusesInvalidMessagesAndGivesTheFirstReason) {
    outbox.open(kDsrc);
    EXPECT_EQ(send(Bytes(limits::kRadioPayloadBytesMax)), SYN_SENT);
    EXPECT_EQ(send(Bytes(limits::kRadioPayloadBytesMax + 1)), SYN_SEND_TOO_LONG);
    EXPECT_EQ(send(Bytes()), SYN_SEND_UNREADABLE);
    EXPECT_EQ(outbox.send(SYN_MEDIUM_DSRC, nullptr, 5), SYN_SEND_UNREADABLE);
    EXPECT_EQ(outbox.send_json(SYN_MEDIUM_DSRC, nullptr, problem), SYN_SEND_UNREADABLE);
    EXPECT_EQ(send_json(std::string(limits::kRadioTextBytesMax + 1, ' ')), SYN_SEND_TOO_LONG);
    const Posted posted = outbox.close();
    EXPECT_THAT(posted.messages, SizeIs(1));
    EXPECT_EQ(posted.refused, 5u);
    EXPECT_EQ(posted.refusal, "it has 2305 octets, more than 2304");
}

TEST_F(OutboxTest, RefusesJsonThatIsNotAMessage) {
    outbox.open(kDsrc);
    const std::string good = j2735::to_json(safety_frame(1));
    std::string wrong = good;
    wrong.replace(wrong.find("\"msgCnt\":0") + 9, 1, "128");
    for (const std::string& text :
         {std::string(), std::string("no JSON"), std::string("{}"), std::string("[1, 2]"),
          std::string("{\"messageId\": 20}"), good.substr(0, good.size() / 2), good + good, wrong,
          std::string(50'000, '['), std::string("{\"messageId\":20,\"value\":{\"MapData\":{}}}")}) {
        SCOPED_TRACE(text.substr(0, 60));
        EXPECT_EQ(send_json(text), SYN_SEND_UNREADABLE);
        EXPECT_THAT(problem, testing::Not(IsEmpty()));
        EXPECT_EQ(problem.find('\n'), std::string::npos) << problem;
    }
    const Posted posted = outbox.close();
    EXPECT_THAT(posted.messages, IsEmpty());
    EXPECT_EQ(posted.refused, 10u);
}

TEST_F(OutboxTest, BoundsTheNumberOfMessagesInAStep) {
    for (int beat = 0; beat < 20; ++beat) {
        outbox.open(kDsrc);
        for (std::size_t i = 0; i < limits::kRadioSendsPerStepMax; ++i) EXPECT_EQ(send(Bytes(1)), SYN_SENT);
        EXPECT_EQ(send(Bytes(1)), SYN_SEND_TOO_MANY);
        EXPECT_EQ(send_json("{}"), SYN_SEND_TOO_MANY);
        const Posted posted = outbox.close();
        EXPECT_THAT(posted.messages, SizeIs(limits::kRadioSendsPerStepMax));
        EXPECT_EQ(posted.refused, 2u);
        EXPECT_EQ(posted.refusal, "more than 16 messages in one step");
    }
}

TEST_F(OutboxTest, RefusalsOutsideAStepCountInTheNext) {
    EXPECT_EQ(send(Bytes(1)), SYN_SEND_NOT_NOW);
    outbox.open(kDsrc);
    const Posted first = outbox.close();
    EXPECT_EQ(first.refused, 1u);
    EXPECT_EQ(first.refusal, "it was sent outside the pilot's step");
    EXPECT_EQ(send(Bytes(1)), SYN_SEND_NOT_NOW);
    EXPECT_EQ(send_json("{}"), SYN_SEND_NOT_NOW);
    outbox.open(kDsrc);
    const Posted second = outbox.close();
    EXPECT_THAT(second.messages, IsEmpty());
    EXPECT_EQ(second.refused, 2u);
    outbox.open(kDsrc);
    EXPECT_EQ(outbox.close().refused, 0u);
}

}  // namespace
}  // namespace synchrono::client::radio

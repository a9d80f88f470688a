/// Proves that a payload is read once and shared, that unreadable payloads are kept and counted, and that
/// released messages are reused.

#include "client/radio/radio_messages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "tests/client/radio/radio_fixture.hpp"

namespace synchrono::client::radio {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(RadioMessages, ReadsAMessage) {
    Air air;
    const Bytes payload = encoded(safety_frame(0x01020304, 9));
    const RadioMessageRef frame = air.frames.read(payload, SimTime{});
    ASSERT_TRUE(frame);
    EXPECT_THAT(frame->payload, ElementsAreArray(payload));
    EXPECT_EQ(frame->type, 20u);
    EXPECT_THAT(frame->problem, IsEmpty());
    ASSERT_NE(frame->view.basic_safety(), nullptr);
    EXPECT_EQ(frame->view.basic_safety()->temporary_id, 0x01020304u);
    EXPECT_EQ(air.counters.get(RadioCounter::unreadable), 0u);
}

TEST(RadioMessages, KeepsUnreadableBytesWithTheReason) {
    Air air;
    Bytes spoilt = encoded(safety_frame(1));
    spoilt.resize(20);
    for (const Bytes& payload : {spoilt, Bytes(), Bytes(1), Bytes(50, std::byte{0xff})}) {
        const RadioMessageRef frame = air.frames.read(payload, SimTime{});
        EXPECT_EQ(frame->type, 0u);
        EXPECT_THAT(frame->payload, ElementsAreArray(payload));
        EXPECT_FALSE(frame->problem.empty());
        EXPECT_EQ(frame->problem.find('\n'), std::string::npos);
        EXPECT_EQ(frame->view.basic_safety(), nullptr);
    }
    EXPECT_EQ(air.counters.get(RadioCounter::unreadable), 4u);
}

TEST(RadioMessages, KnowsTheTypeOfMessagesThatItCannotDecode) {
    Air air;
    j2735::MessageFrame frame;
    frame.value.emplace<j2735::UnknownMessage>(j2735::UnknownMessage{.id = 12'345, .content = Bytes(4)});
    EXPECT_EQ(air.frames.read(encoded(frame), SimTime{})->type, 12'345u);
}

TEST(RadioMessages, AMessageKeepsItsContentDuringTheNextMessage) {
    Air air;
    const auto signals_of = [](const char* name) {
        j2735::MessageFrame frame;
        auto& intersection = frame.value.emplace<j2735::Spat>().intersections.emplace_back();
        intersection.name = name;
        auto& movement = intersection.states.emplace_back();
        movement.signal_group = 1;
        movement.state_time_speed.emplace_back();
        return encoded(frame);
    };
    const RadioMessageRef first = air.frames.read(signals_of("first"), SimTime{});
    const RadioMessageRef second = air.frames.read(signals_of("second"), SimTime{});
    ASSERT_EQ(first->view.signals().size(), 1u);
    EXPECT_STREQ(first->view.signals()[0].name, "first");
    EXPECT_STREQ(second->view.signals()[0].name, "second");
}

TEST(RadioMessages, ReusesAFrameThatWasReleased) {
    Air air;
    const Bytes payload = encoded(safety_frame(1));
    {
        const RadioMessageRef first = air.frames.read(payload, SimTime{});
        RadioMessageRef shared = first;
        const RadioMessageRef second = air.frames.read(payload, SimTime{});
        EXPECT_NE(&*first, &*second);
        EXPECT_EQ(&*first, &*shared);
        shared = RadioMessageRef();
        EXPECT_EQ(first->type, 20u);
    }
    for (int i = 0; i < 100; ++i) air.frames.read(payload, SimTime{});
    EXPECT_EQ(air.frames.size(), 2u);
}

TEST(RadioMessages, AReusedFrameKeepsNothing) {
    Air air;
    EXPECT_NE(air.frames.read(encoded(safety_frame(1)), SimTime{})->view.basic_safety(), nullptr);
    const RadioMessageRef unreadable = air.frames.read(Bytes(3), SimTime{});
    EXPECT_EQ(air.frames.size(), 1u);
    EXPECT_EQ(unreadable->view.basic_safety(), nullptr);
}

TEST(RadioMessagesDeathTest, MustOutliveEveryReference) {
    EXPECT_DEATH(
        {
            RadioMessageRef kept;
            Air air;
            kept = air.frames.read(Bytes(1), SimTime{});
        },
        "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::radio

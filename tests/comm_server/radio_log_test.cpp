// Proves that the radio's log keeps the payload of each message and, in a fixed order, the message's fate at
// each receiver. The log keeps altered payloads up to a limit, and counts those beyond it.
#include "comm_server/radio_log.hpp"

#include <gmock/gmock.h>

#include "common/base/limits.hpp"
#include "tests/common/log/log_fixture.hpp"

namespace synchrono::comm_server {
namespace {

using ::testing::ElementsAre;

struct RadioLogTest : log::testing::LogTest {
    RadioLogTest() { scenario.radio.emplace(); }
    /// Logs `message` with these fates, and returns the log's only record.
    RadioTransmission logged(std::span<const FinalFate> fates) {
        auto log = RadioLog::open(path(""), scenario);
        EXPECT_TRUE(log) << log.error().text;
        (*log)->on_settled({message, aired, fates});
        EXPECT_TRUE((*log)->close());
        const auto reader = log::LogReader::open(path("radio.mcap"));
        EXPECT_TRUE(reader);
        const auto all = log::testing::messages_of(*reader);
        RadioTransmission record;
        EXPECT_EQ(all.size(), 1u);
        if (all.size() == 1) {
            EXPECT_EQ(all[0].topic, "/radio/dsrc");
            EXPECT_EQ(all[0].log_ns, message.time.count_ns());
            EXPECT_TRUE(record.ParseFromString(all[0].payload));
        }
        return record;
    }
    static FinalFate fate(std::uint16_t receiver, channel::Outcome outcome, std::int64_t delay_ns,
                          float distance_m, float power_dbm) {
        return {.fate = {.receiver = AgentId{receiver},
                         .outcome = outcome,
                         .delivered = SimTime::nanoseconds(1000 + delay_ns),
                         .distance_m = distance_m,
                         .power_dbm = power_dbm},
                .altered = {}};
    }

    config::Scenario scenario;
    RadioMessage message{.sender = AgentId{3},
                         .sequence = 7,
                         .time = SimTime::nanoseconds(1000),
                         .payload = Bytes{std::byte{1}, std::byte{2}, std::byte{3}}};
    channel::FinishedTransmission aired{.transmission = {},
                                        .position = {1, 2, 3},
                                        .not_sent = {},
                                        .on_air = SimTime::nanoseconds(1200),
                                        .airtime = SimDuration::nanoseconds(50),
                                        .fates = {}};
};

TEST_F(RadioLogTest, ListsOfFatesAreInTheSameOrder) {
    const Bytes altered(2, std::byte{9});
    std::vector<FinalFate> fates{fate(1, channel::Outcome::delivered, 400, 10.5F, -60.0F),
                                 fate(2, channel::Outcome::altered, 500, 20.5F, -70.0F),
                                 fate(4, channel::Outcome::out_of_range, 0, 900.0F, -99.0F)};
    fates[1].altered = altered;
    const RadioTransmission record = logged(fates);
    EXPECT_EQ(record.sender(), 3u);
    EXPECT_EQ(record.sequence(), 7u);
    EXPECT_EQ(record.payload(), std::string("\1\2\3"));
    EXPECT_TRUE(record.on_air());
    EXPECT_EQ(record.on_air_ns(), 1200);
    EXPECT_EQ(record.airtime_ns(), 50);
    EXPECT_EQ(record.z_m(), 3.0);
    EXPECT_THAT(record.receiver(), ElementsAre(1u, 2u, 4u));
    EXPECT_THAT(record.outcome(), ElementsAre(RadioTransmission::DELIVERED, RadioTransmission::ALTERED,
                                              RadioTransmission::OUT_OF_RANGE));
    EXPECT_THAT(record.delay_ns(), ElementsAre(400, 500, 0));
    EXPECT_THAT(record.distance_m(), ElementsAre(10.5F, 20.5F, 900.0F));
    EXPECT_THAT(record.power_dbm(), ElementsAre(-60.0F, -70.0F, -99.0F));
    ASSERT_EQ(record.altered_size(), 1);
    EXPECT_EQ(record.altered(0).receiver(), 2u);
    EXPECT_EQ(record.altered(0).payload(), "\t\t");
    EXPECT_EQ(record.altered_left_out(), 0u);
}

TEST_F(RadioLogTest, AMessageThatWasNotSentHasNoFates) {
    aired.not_sent = channel::NotSent{1};
    const RadioTransmission record = logged({});
    EXPECT_FALSE(record.on_air());
    EXPECT_EQ(record.receiver_size() + record.distance_m_size() + record.power_dbm_size(), 0);
    EXPECT_EQ(static_cast<int>(record.not_sent()), 1);
}

TEST_F(RadioLogTest, AlteredPayloadsBeyondTheLimitAreCounted) {
    const Bytes altered(limits::kRadioAlteredBytesMax / 2, std::byte{9});
    std::vector<FinalFate> fates;
    for (std::uint16_t i = 0; i < 3; ++i) {
        fates.push_back(fate(i, channel::Outcome::altered, 1, 1.0F, -50.0F));
        fates.back().altered = altered;
    }
    const RadioTransmission record = logged(fates);
    EXPECT_EQ(record.receiver_size(), 3);
    EXPECT_EQ(record.altered_size(), 1);
    EXPECT_EQ(record.altered_left_out(), 2u);
}

}  // namespace
}  // namespace synchrono::comm_server

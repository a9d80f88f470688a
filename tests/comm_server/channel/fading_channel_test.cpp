// Proves the rules of the fading channel without carrier sense, one by one: time on the air, noise, walls,
// half duplex, interference and capture.
#include "comm_server/channel/internal/fading_channel.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "tests/comm_server/channel/channel_bench.hpp"

namespace synchrono::comm_server::channel {
namespace {

using testing::at_ms;
using testing::at_us;
using testing::ChannelBench;
using testing::MessageReport;
using testing::steady_channel;

constexpr std::int64_t kAirtime_us = 240;  // for 100 octets at 6 Mbit/s

TEST(FadingChannel, DeliversAfterAirtimeAndPropagation) {
    ChannelBench bench(steady_channel());
    bench.place(0, 0);
    bench.place(1, 299.792458);  // light takes a microsecond for this
    bench.send(0, at_us(100));
    bench.advance(at_ms(1));
    const MessageReport& reported = bench.of(0);
    EXPECT_EQ(reported.on_air, at_us(100));
    EXPECT_EQ(reported.airtime, SimDuration::microseconds(kAirtime_us));
    ASSERT_EQ(reported.outcome(1), Outcome::delivered);
    EXPECT_NEAR(static_cast<double>((reported.of(1)->delivered - at_us(100 + kAirtime_us)).count_ns()), 1000,
                1);
}

TEST(FadingChannel, ReportsTheReceivedPower) {
    config::RadioChannel spec = steady_channel();
    spec.path_loss = {config::PathLoss::Kind::log_distance, 2};
    spec.antenna_gain_db = 3;
    spec.nakagami = {{0, 1e5}};
    ChannelBench bench(spec);
    bench.place(0, 0);
    bench.place(1, 100);
    bench.send(0, at_us(0));
    bench.advance(at_ms(1));
    // 20 dBm and 3 dB of gain at both ends; the loss in free space is 87.85 dB over 100 m.
    EXPECT_NEAR(bench.of(0).of(1)->power_dbm, 20 + 6 - 87.85, 0.1);
    EXPECT_EQ(bench.of(0).of(1)->distance_m, 100);
}

TEST(FadingChannel, ReportsAMessageWhenItsAirtimeEnds) {
    ChannelBench bench(steady_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.send(0, at_us(100));
    bench.advance(at_us(100 + kAirtime_us - 1));
    EXPECT_TRUE(bench.reports.empty());
    bench.advance(at_us(100 + kAirtime_us));
    EXPECT_EQ(bench.reports.size(), 1U);
}

TEST(FadingChannel, FarReceiversAreWeakAndFartherOnesAreNoCandidates) {
    ChannelBench bench(steady_channel());
    bench.place(0, 0);
    bench.place(1, 500);
    bench.place(2, 1300);
    bench.place(3, 2500);
    bench.send(0, at_us(0));
    bench.advance(at_ms(1));
    EXPECT_EQ(bench.of(0).outcome(1), Outcome::delivered);
    EXPECT_EQ(bench.of(0).outcome(2), Outcome::weak);
    EXPECT_EQ(bench.of(0).of(2)->delivered, SimTime{});
    EXPECT_EQ(bench.of(0).of(3), nullptr);
}

TEST(FadingChannel, CandidatesReachToTenDecibelsBelowSensitivity) {
    config::RadioChannel spec = steady_channel();
    spec.path_loss = {config::PathLoss::Kind::log_distance, 2};
    const double sensitivity_db =
        spec.noise_dbm +
        10 * std::log10(BitHazard(*find_bit_rate(spec.bit_rate_bit_s)).half_lost(frame_bits(250)));
    const double edge_m = std::pow(
        10, (20 - 10 * std::log10(1 / free_space_gain(spec.frequency_hz, 1)) - sensitivity_db + 10) / 20);
    ChannelBench bench(spec);
    bench.place(0, 0);
    bench.place(1, edge_m * 0.998);
    bench.place(2, edge_m * 1.002);
    bench.send(0, at_us(0));
    bench.advance(at_ms(1));
    EXPECT_NE(bench.of(0).of(1), nullptr) << edge_m;
    EXPECT_EQ(bench.of(0).of(2), nullptr) << edge_m;
}

TEST(FadingChannel, BlockedMeansThatOnlyWallsPreventedDelivery) {
    const auto outcome = [](double wall_loss_db, double distance_m) {
        ChannelBench bench(steady_channel(), {{{{40, -30}, {60, -30}, {60, 30}, {40, 30}}, wall_loss_db, 0}});
        bench.place(0, 0);
        bench.place(1, distance_m);
        bench.send(0, at_us(0));
        bench.advance(at_ms(1));
        return *bench.of(0).of(1);
    };
    EXPECT_EQ(outcome(0, 200).outcome, Outcome::delivered);
    EXPECT_EQ(outcome(5, 200).outcome, Outcome::delivered);
    EXPECT_NEAR(outcome(0, 200).power_dbm - outcome(5, 200).power_dbm, 10, 0.01) << "two walls";
    EXPECT_EQ(outcome(16, 200).outcome, Outcome::blocked);
    EXPECT_NE(outcome(16, 200).power_dbm, 0);
    EXPECT_EQ(outcome(30, 200).outcome, Outcome::blocked);
    EXPECT_EQ(outcome(30, 200).power_dbm, 0) << "walls beyond the counted loss leave no power";
    EXPECT_EQ(outcome(16, 1300).outcome, Outcome::weak) << "without walls it would not have arrived either";
}

TEST(FadingChannel, WallLossesFollowMovingStations) {
    ChannelBench bench(steady_channel(), {{{{40, -30}, {60, -30}, {60, 30}, {40, 30}}, 30, 0}});
    bench.place(0, 0);
    bench.place(1, 100);
    for (int i = 0; i < 3; ++i) {
        bench.place(0, 0);
        bench.place(1, 100);
        bench.send(0, at_ms(i));
        bench.advance(at_ms(i + 1));
    }
    bench.place(1, 100, 100);
    bench.send(0, at_ms(3));
    bench.advance(at_ms(4));
    bench.place(1, 100);
    bench.send(0, at_ms(4));
    bench.advance(at_ms(5));
    for (const std::uint64_t blocked : {1, 2, 3, 5})
        EXPECT_EQ(bench.of(0, blocked).outcome(1), Outcome::blocked);
    EXPECT_EQ(bench.of(0, 4).outcome(1), Outcome::delivered);
}

TEST(FadingChannel, ASendingStationDoesNotHear) {
    ChannelBench bench(steady_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.send(0, at_us(0));
    bench.send(1, at_us(kAirtime_us - 1));
    bench.advance(at_ms(1));
    EXPECT_EQ(bench.of(0).outcome(1), Outcome::receiver_sending);
    EXPECT_EQ(bench.of(1).outcome(0), Outcome::receiver_sending);
}

TEST(FadingChannel, ConsecutiveMessagesDoNotOverlap) {
    ChannelBench bench(steady_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.place(2, 50, 50);
    bench.send(0, at_us(0));
    bench.send(1, at_us(kAirtime_us));
    bench.advance(at_ms(1));
    EXPECT_EQ(bench.of(0).outcome(1), Outcome::delivered);
    EXPECT_EQ(bench.of(1).outcome(0), Outcome::delivered);
    EXPECT_EQ(bench.of(0).outcome(2), Outcome::delivered);
    EXPECT_EQ(bench.of(1).outcome(2), Outcome::delivered);
}

TEST(FadingChannel, ARadioSendsItsMessagesOneAfterTheOther) {
    ChannelBench bench(steady_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    for (int i = 0; i < 3; ++i) bench.send(0, at_us(i));
    bench.advance(at_ms(2));
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(bench.of(0, static_cast<std::uint64_t>(i) + 1).on_air, at_us(i * kAirtime_us));
        EXPECT_EQ(bench.of(0, static_cast<std::uint64_t>(i) + 1).outcome(1), Outcome::delivered);
    }
}

TEST(FadingChannel, WithoutCarrierSenseTheQueueHolds64Messages) {
    ChannelBench bench(steady_channel());
    bench.place(0, 0);
    for (int i = 0; i < 70; ++i) bench.send(0, at_us(i));
    bench.advance(at_ms(20));
    ASSERT_EQ(bench.reports.size(), 70U);
    for (std::uint64_t i = 1; i <= 70; ++i)
        EXPECT_EQ(bench.of(0, i).not_sent.has_value(), i >= 2 && i <= 6) << i;
}

TEST(FadingChannel, EqualPowersCollideAndNearReceiversHearTheStronger) {
    ChannelBench bench(steady_channel());
    bench.place(0, 0);
    bench.place(1, 400);
    bench.place(2, 200);  // in the middle
    bench.place(3, 10);   // next to the first
    bench.place(4, 390);
    bench.send(0, at_us(0));
    bench.send(1, at_us(10));
    bench.advance(at_ms(1));
    EXPECT_EQ(bench.of(0).outcome(2), Outcome::collision);
    EXPECT_EQ(bench.of(1).outcome(2), Outcome::collision);
    EXPECT_EQ(bench.of(0).outcome(3), Outcome::delivered);
    EXPECT_EQ(bench.of(1).outcome(3), Outcome::collision);
    EXPECT_EQ(bench.of(0).outcome(4), Outcome::collision);
    EXPECT_EQ(bench.of(1).outcome(4), Outcome::delivered);
}

TEST(FadingChannel, AShortOverlapIsEnoughToCollide) {
    for (const std::int64_t overlap_us : {1, 20, 200}) {
        ChannelBench bench(steady_channel());
        bench.place(0, 0);
        bench.place(1, 200);
        bench.place(2, 100);
        bench.send(0, at_us(0));
        bench.send(1, at_us(kAirtime_us - overlap_us));
        bench.advance(at_ms(1));
        EXPECT_EQ(bench.of(0).outcome(2), Outcome::collision) << overlap_us;
    }
}

TEST(FadingChannel, ManyFarStationsTogetherDrownANearOne) {
    const auto outcome = [](std::uint32_t others) {
        ChannelBench bench(steady_channel());
        bench.place(0, 0);
        bench.place(1, 100);
        for (std::uint32_t s = 2; s < 2 + others; ++s) bench.place(s, 100, 440 + s);
        bench.send(0, at_us(0));
        for (std::uint32_t s = 2; s < 2 + others; ++s) bench.send(s, at_us(10 * s));
        bench.advance(at_ms(2));
        return bench.of(0).outcome(1);
    };
    EXPECT_EQ(outcome(1), Outcome::delivered);
    EXPECT_EQ(outcome(20), Outcome::collision);
}

TEST(FadingChannel, InterferenceReturnsToZero) {
    ChannelBench bench(steady_channel());
    for (std::uint32_t s = 0; s < 30; ++s) bench.place(s, 13.0 * s, (s % 5) * 7);
    for (std::uint32_t s = 0; s < 30; ++s) bench.send(s, at_us(11 * s));
    bench.advance(at_ms(5));
    bench.send(3, at_ms(5));
    bench.send(20, at_ms(6));
    bench.advance(at_ms(9));
    for (const Fate& fate : bench.of(3, 2).fates) EXPECT_EQ(fate.outcome, Outcome::delivered);
    for (const Fate& fate : bench.of(20, 2).fates) EXPECT_EQ(fate.outcome, Outcome::delivered);
}

TEST(FadingChannel, AMessageOnTheAirOutlivesItsSender) {
    ChannelBench bench(steady_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.place(2, 0, 100);
    bench.send(0, at_us(0));
    bench.advance(at_us(100));
    bench.channel->remove(AgentId{0});
    bench.channel->remove(AgentId{2});
    bench.place(0, 0);
    bench.place(2, 0, 100);
    bench.advance(at_ms(1));
    EXPECT_EQ(bench.of(0).outcome(1), Outcome::delivered);
    EXPECT_EQ(bench.of(0).of(2), nullptr) << "the station was placed while the message was on the air";
    bench.send(0, at_ms(1));
    bench.send(2, at_ms(2));
    bench.advance(at_ms(3));
    EXPECT_EQ(bench.of(0, 2).outcome(2), Outcome::delivered);
    EXPECT_EQ(bench.of(2).outcome(0), Outcome::delivered);
}

TEST(FadingChannel, TheFadingShapeChangesWithDistance) {
    config::RadioChannel spec = steady_channel();
    spec.path_loss = {config::PathLoss::Kind::log_distance, 2};
    spec.nakagami = {{0, 1e4}, {100, 1}};
    ChannelBench bench(spec);
    bench.place(0, 0);
    bench.place(1, 99);
    bench.place(2, 101);
    for (int i = 0; i < 50; ++i) bench.send(0, at_ms(i));
    bench.advance(at_ms(60));
    const auto spread = [&](std::uint32_t receiver) {
        float low = 100, high = -200;
        for (const MessageReport& reported : bench.reports) {
            low = std::min(low, reported.of(receiver)->power_dbm);
            high = std::max(high, reported.of(receiver)->power_dbm);
        }
        return high - low;
    };
    EXPECT_LT(spread(1), 1);
    EXPECT_GT(spread(2), 10);
}

}  // namespace
}  // namespace synchrono::comm_server::channel

// Proves that stations listen before they send as IEEE 802.11p demands: immediate access, waiting, back-off
// and its freezing, the queue, the collisions that remain, fairness, and the load that stations measure.
#include <gtest/gtest.h>
#include <set>

#include "comm_server/channel/internal/contention.hpp"
#include "tests/comm_server/channel/channel_bench.hpp"

namespace synchrono::comm_server::channel {
namespace {

using testing::at_ms;
using testing::at_us;
using testing::carrier_sense_channel;
using testing::ChannelBench;
using testing::MessageReport;

constexpr std::int64_t kAirtime_us = 240;       // for 100 octets at 6 Mbit/s
constexpr std::int64_t kAifs_us = 32 + 2 * 13;  // SIFS and two slots of 13 us

TEST(CarrierSense, AnIdleMediumIsTakenAtOnce) {
    ChannelBench bench(carrier_sense_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.send(0, at_us(77));
    bench.advance(at_ms(1));
    EXPECT_EQ(bench.of(0).on_air, at_us(77));
}

TEST(CarrierSense, ABusyMediumMakesAStationBackOffWholeSlots) {
    std::set<std::int64_t> slots;
    ChannelBench bench(carrier_sense_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    for (int round = 0; round < 200; ++round) {
        const SimTime begin = at_ms(10 * round);
        const std::uint64_t first = bench.send(0, begin);
        const std::uint64_t second = bench.send(1, begin + SimDuration::microseconds(5));
        bench.advance(at_ms(10 * (round + 1)));
        const std::int64_t waited =
            (bench.of(1, second).on_air - begin).count_ns() - (kAirtime_us + kAifs_us) * 1000;
        EXPECT_EQ(waited % 13'000, 0);
        slots.insert(waited / 13'000);
        EXPECT_EQ(bench.of(0, first).outcome(1), Outcome::delivered);
        EXPECT_EQ(bench.of(1, second).outcome(0), Outcome::delivered);
    }
    EXPECT_EQ(*slots.begin(), 0);
    EXPECT_EQ(*slots.rbegin(), 15);
    EXPECT_EQ(slots.size(), 16U);
}

TEST(CarrierSense, TheMediumStaysBusyForAifs) {
    ChannelBench bench(carrier_sense_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.send(0, at_us(0));
    bench.send(1, at_us(kAirtime_us + kAifs_us - 1));
    bench.send(0, at_ms(5));
    bench.send(1, at_ms(5) + SimDuration::microseconds(kAirtime_us + kAifs_us));
    bench.advance(at_ms(10));
    EXPECT_GE(bench.of(1, 1).on_air, at_us(kAirtime_us + kAifs_us));
    EXPECT_EQ((bench.of(1, 1).on_air - at_us(kAirtime_us + kAifs_us)) % Contention::kSlot, SimDuration{});
    EXPECT_EQ(bench.of(1, 2).on_air, at_ms(5) + SimDuration::microseconds(kAirtime_us + kAifs_us));
}

/// Makes stations 1 and 2 wait in each round until a message of station 0 is over. `check` gets what the
/// channel reported about the messages of stations 0, 1 and 2.
template <typename Check>
void two_wait(int rounds, Check check) {
    ChannelBench bench(carrier_sense_channel());
    for (std::uint32_t s = 0; s < 3; ++s) bench.place(s, 50 * s);
    for (int round = 0; round < rounds; ++round) {
        const SimTime begin = at_ms(10 * round);
        const std::uint64_t number = bench.send(0, begin);
        bench.send(1, begin + SimDuration::microseconds(5));
        bench.send(2, begin + SimDuration::microseconds(6));
        bench.advance(at_ms(10 * (round + 1)));
        check(bench.of(0, number), bench.of(1, number), bench.of(2, number));
    }
}

TEST(CarrierSense, BackOffFreezesWhileBusy) {
    // The station that draws more slots waits while the other sends. Afterwards it waits only for the slots
    // that it has left.
    int checked = 0;
    two_wait(50, [&](const MessageReport& busy, const MessageReport& one, const MessageReport& other) {
        const SimTime first = std::min(one.on_air, other.on_air), second = std::max(one.on_air, other.on_air);
        if (first == second) return;
        const SimDuration turn = SimDuration::microseconds(kAirtime_us + kAifs_us);
        ASSERT_GE(second, first + turn);
        const std::int64_t before = (first - (busy.on_air + turn)) / Contention::kSlot;
        const std::int64_t after = (second - (first + turn)) / Contention::kSlot;
        EXPECT_EQ((second - (first + turn)) % Contention::kSlot, SimDuration{});
        EXPECT_GT(after, 0);
        EXPECT_LE(before + after, 15);
        ++checked;
    });
    EXPECT_GT(checked, 30);
}

TEST(CarrierSense, EqualSlotsCollide) {
    int collided = 0;
    two_wait(200, [&](const MessageReport&, const MessageReport& one, const MessageReport& other) {
        if (one.on_air != other.on_air) return;
        ++collided;
        EXPECT_EQ(one.outcome(2), Outcome::receiver_sending);
        EXPECT_EQ(other.outcome(1), Outcome::receiver_sending);
        EXPECT_TRUE(one.outcome(0) == Outcome::collision || other.outcome(0) == Outcome::collision);
    });
    // Stations 1 and 2 draw one of 16 slots each, so they draw the same slot once in sixteen rounds.
    EXPECT_NEAR(collided, 200.0 / 16, 4 * 3.4);
}

TEST(CarrierSense, TheSameInstantCollides) {
    ChannelBench bench(carrier_sense_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.place(2, 50);
    bench.send(0, at_us(10));
    bench.send(1, at_us(10));
    bench.advance(at_ms(1));
    EXPECT_EQ(bench.of(0).on_air, bench.of(1).on_air);
    EXPECT_EQ(bench.of(0).outcome(2), Outcome::collision);
}

TEST(CarrierSense, OnlyHiddenTerminalsCollide) {
    const auto outcome = [](double apart_m) {
        ChannelBench bench(carrier_sense_channel());
        bench.place(0, 0);
        bench.place(1, apart_m);
        bench.place(2, apart_m / 2);
        bench.send(0, at_us(0));
        bench.send(1, at_us(100));
        bench.advance(at_ms(2));
        return std::pair(bench.of(0).outcome(2), bench.of(1).outcome(2));
    };
    EXPECT_EQ(outcome(500), std::pair(std::optional(Outcome::delivered), std::optional(Outcome::delivered)));
    EXPECT_EQ(outcome(750), std::pair(std::optional(Outcome::collision), std::optional(Outcome::collision)));
}

TEST(CarrierSense, WallsHideTerminals) {
    ChannelBench bench(carrier_sense_channel(), {{{{-5, 5}, {5, 5}, {5, 95}, {-5, 95}}, 40, 0}});
    bench.place(0, 0);
    bench.place(1, 0, 100);
    bench.place(2, 70, 50);
    bench.send(0, at_us(0));
    bench.send(1, at_us(100));
    bench.advance(at_ms(2));
    EXPECT_EQ(bench.of(1).on_air, at_us(100));
    EXPECT_EQ(bench.of(0).outcome(2), Outcome::collision);
}

TEST(CarrierSense, SeveralWeakStationsMakeTheMediumBusy) {
    // One station at 660 m is below the threshold; two at once are above it.
    const auto waits = [](std::uint32_t others) {
        ChannelBench bench(carrier_sense_channel());
        bench.place(0, 0);
        for (std::uint32_t s = 1; s <= others; ++s) bench.place(s, s % 2 ? 660 : -660, 3.0 * s);
        for (std::uint32_t s = 1; s <= others; ++s) bench.send(s, at_us(s));
        bench.send(0, at_us(50));
        bench.advance(at_ms(2));
        return bench.of(0).on_air > at_us(50);
    };
    EXPECT_FALSE(waits(1));
    EXPECT_TRUE(waits(2));
}

TEST(CarrierSense, AFullQueueDropsItsOldestMessage) {
    ChannelBench bench(carrier_sense_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.send(0, at_us(0), 1500);
    for (int i = 0; i < 6; ++i) bench.send(1, at_us(10 + i));
    bench.advance(at_ms(20));
    ASSERT_EQ(bench.reports.size(), 7U);
    for (std::uint64_t i = 1; i <= 6; ++i)
        EXPECT_EQ(bench.of(1, i).not_sent, i <= 2 ? std::optional(NotSent::queue_full) : std::nullopt) << i;
    for (std::uint64_t i = 4; i <= 6; ++i) EXPECT_LT(bench.of(1, i - 1).on_air, bench.of(1, i).on_air);
}

TEST(CarrierSense, ExtremeConfigurationsDoNoHarm) {
    config::RadioChannel spec = carrier_sense_channel();
    spec.carrier_sense = config::CarrierSense{400, ~0U, ~0U, ~0U};
    ChannelBench deaf(spec);
    spec.carrier_sense = config::CarrierSense{-400, ~0U, 0, 0};
    ChannelBench nervous(spec);
    for (ChannelBench* bench : {&deaf, &nervous}) {
        bench->place(0, 0);
        bench->place(1, 100);
        bench->place(2, 50);
        for (std::uint32_t s = 0; s < 2; ++s) bench->send(s, at_us(s));
        bench->advance(at_ms(1));
    }
    EXPECT_EQ(deaf.of(1).on_air, at_us(1)) << "a threshold of 400 dBm is never reached";
    EXPECT_EQ(nervous.reports.size(), 1U) << "the second message waits for one of billions of slots";
}

TEST(CarrierSense, QueuedMessagesEndWithTheirSender) {
    ChannelBench bench(carrier_sense_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.send(0, at_us(0), 1500);
    bench.send(1, at_us(10));
    bench.send(1, at_us(20));
    bench.advance(at_us(100));
    EXPECT_TRUE(bench.reports.empty());
    bench.channel->remove(AgentId{1});
    bench.advance(at_ms(5));
    ASSERT_EQ(bench.reports.size(), 3U);
    EXPECT_EQ(bench.of(1, 1).not_sent, NotSent::ended);
    EXPECT_EQ(bench.of(1, 2).not_sent, NotSent::ended);
    EXPECT_TRUE(bench.of(0).fates.empty());
    bench.place(1, 100);
    bench.send(1, at_ms(6));
    bench.advance(at_ms(10));
    EXPECT_EQ(bench.of(1, 3).on_air, at_ms(6)) << "a returning station starts with an empty queue";
}

TEST(CarrierSense, TheMediumIsSharedFairly) {
    constexpr std::uint32_t kStations = 10;
    ChannelBench bench(carrier_sense_channel());
    for (std::uint32_t s = 0; s < kStations; ++s) bench.place(s, 5.0 * s);
    for (int beat = 0; beat < 400; ++beat) {  // far more messages than fit
        for (int i = 0; i < 4; ++i) {
            for (std::uint32_t s = 0; s < kStations; ++s)
                bench.send(s, at_ms(5 * beat) + SimDuration::nanoseconds(i * 1000 + s));
        }
        bench.advance(at_ms(5 * (beat + 1)));
    }
    std::vector<int> sent(kStations);
    int all = 0;
    for (const MessageReport& reported : bench.reports) {
        if (reported.not_sent) continue;
        ++sent[reported.transmission.sender.value];
        ++all;
    }
    for (const int count : sent) EXPECT_NEAR(count, all / double{kStations}, 0.06 * all / kStations);
    for (const auto& [station, load] : bench.channel->take_load(at_ms(2000))) EXPECT_GT(load, 0.75F);
}

TEST(CarrierSense, LoadIsTheAirtimeOfAllStationsInHearing) {
    constexpr std::uint32_t kStations = 20;
    ChannelBench bench(carrier_sense_channel());
    for (std::uint32_t s = 0; s < kStations; ++s) bench.place(s, 10.0 * s);
    bench.place(kStations, 5000);
    for (int i = 0; i < 10; ++i) {
        for (std::uint32_t s = 0; s < kStations; ++s) bench.send(s, at_ms(100 * i + 3 * s));
    }
    bench.advance(at_ms(1000));
    const auto load = bench.channel->take_load(at_ms(1000));
    ASSERT_EQ(load.size(), kStations + 1);
    for (std::uint32_t s = 0; s < kStations; ++s) {
        EXPECT_EQ(load[s].first, AgentId{s});
        EXPECT_NEAR(load[s].second, 10 * kStations * kAirtime_us * 1e-6, 1e-6);
    }
    EXPECT_EQ(load[kStations].second, 0) << "the station hears no other";
    bench.advance(at_ms(1100));
    EXPECT_EQ(bench.channel->take_load(at_ms(1100))[0].second, 0) << "each message must be counted once";
}

TEST(CarrierSense, LoadCountsMessagesStillOnTheAir) {
    ChannelBench bench(carrier_sense_channel());
    bench.place(0, 0);
    bench.place(1, 100);
    bench.send(0, at_us(900));
    bench.advance(at_ms(1));
    for (const auto& [station, load] : bench.channel->take_load(at_ms(1))) EXPECT_NEAR(load, 0.1, 1e-6);
    bench.advance(at_ms(2));
    for (const auto& [station, load] : bench.channel->take_load(at_ms(2))) EXPECT_NEAR(load, 0.14, 1e-6);
}

TEST(CarrierSense, LoadIsUnknownWithoutCarrierSense) {
    ChannelBench bench(testing::steady_channel());
    bench.place(0, 0);
    bench.advance(at_ms(1));
    EXPECT_TRUE(bench.channel->take_load(at_ms(1)).empty());
}

}  // namespace
}  // namespace synchrono::comm_server::channel

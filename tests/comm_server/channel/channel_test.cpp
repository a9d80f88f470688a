// Proves which fates a channel reports, and when, whatever its model. Also proves the rules of the two simple
// models.
#include "comm_server/channel/channel.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "common/base/random.hpp"
#include "tests/comm_server/channel/channel_bench.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::comm_server::channel {
namespace {

using testing::at_ms;
using testing::at_us;
using testing::ChannelBench;
using testing::MessageReport;
using Model = config::RadioChannel::Model;

config::RadioChannel of(Model model) {
    config::RadioChannel spec;
    spec.model = model;
    return spec;
}

std::vector<config::RadioChannel> all_kinds() {
    config::RadioChannel senses = of(Model::fading), blocked = of(Model::range);
    senses.carrier_sense = config::CarrierSense{};
    blocked.line_of_sight = true;
    return {of(Model::ideal), of(Model::range), blocked, of(Model::fading), senses};
}

const config::Building kHouse{{{40, -30}, {60, -30}, {60, 30}, {40, 30}}, 9, 0.4};

/// Returns what a channel reports about the messages of a crowd that sends at random times. The channel
/// advances in heartbeats of this length.
std::vector<MessageReport> crowd(const config::RadioChannel& spec, SimDuration heartbeat,
                                 std::uint32_t stations = 30, bool also_bystander = false) {
    ChannelBench bench(spec, {kHouse, {{{200, 200}, {260, 200}, {230, 280}}, 12, 1}});
    struct Message {
        SimTime time;
        std::uint32_t station;
        std::size_t bytes;
    };
    std::vector<Message> messages;
    Random random(5);
    for (std::uint32_t s = 0; s < stations; ++s) {
        bench.place(s, random.uniform(0, 900), random.uniform(0, 400));
        for (int i = 0; i < 30; ++i) {
            messages.push_back({SimTime::nanoseconds(static_cast<std::int64_t>(random.below(500'000'000))), s,
                                30 + random.below(500)});
        }
    }
    if (also_bystander) bench.place(stations, 100, 100);
    std::sort(messages.begin(), messages.end(), [](const Message& a, const Message& b) {
        return std::pair(a.time, a.station) < std::pair(b.time, b.station);
    });
    auto next = messages.begin();
    for (SimTime now; now < at_ms(700);) {
        now = now + heartbeat;
        for (; next != messages.end() && next->time < now; ++next)
            bench.send(next->station, next->time, next->bytes);
        const std::size_t reported = bench.reports.size();
        bench.advance(now);
        for (std::size_t i = reported; i < bench.reports.size(); ++i) {
            for (const Fate& fate : bench.reports[i].fates)
                EXPECT_TRUE(fate.outcome != Outcome::delivered || fate.delivered > now - heartbeat)
                    << "a delivery must not be reported in a later heartbeat";
        }
    }
    return bench.reports;
}

TEST(Channel, FatesDoNotDependOnTheHeartbeat) {
    for (const config::RadioChannel& spec : all_kinds()) {
        const std::vector<MessageReport> reported = crowd(spec, SimDuration::milliseconds(5));
        EXPECT_EQ(reported.size(), 30U * 30);
        for (const SimDuration heartbeat :
             {SimDuration::microseconds(100), SimDuration::milliseconds(1), SimDuration::milliseconds(100),
              SimDuration::nanoseconds(3'141'593)})
            EXPECT_TRUE(same(reported, crowd(spec, heartbeat))) << heartbeat.count_ns();
    }
}

TEST(Channel, FatesDoNotDependOnOtherReceivers) {
    for (const config::RadioChannel& spec : all_kinds()) {
        std::vector<MessageReport> with = crowd(spec, SimDuration::milliseconds(5), 30, true);
        for (MessageReport& reported : with)
            std::erase_if(reported.fates, [](const Fate& f) { return f.receiver.value == 30; });
        EXPECT_TRUE(same(crowd(spec, SimDuration::milliseconds(5)), with));
    }
}

TEST(Channel, ASeedRepeatsItsFatesAndAnotherSeedDiffers) {
    const auto run = [](std::uint64_t seed) {
        ChannelBench bench(of(Model::fading), {}, seed);
        for (std::uint32_t s = 0; s < 50; ++s) bench.place(s, 18.0 * s);
        for (int i = 0; i < 20; ++i) {
            bench.send(0, at_ms(i));
            bench.advance(at_ms(i + 1));
        }
        return bench.reports;
    };
    EXPECT_TRUE(same(run(1), run(1)));
    EXPECT_FALSE(same(run(1), run(2)));
}

TEST(Channel, FatesAscendAndLeaveOutTheSender) {
    for (const config::RadioChannel& spec : all_kinds()) {
        for (const MessageReport& reported : crowd(spec, SimDuration::milliseconds(5))) {
            for (std::size_t i = 1; i < reported.fates.size(); ++i)
                EXPECT_LT(reported.fates[i - 1].receiver, reported.fates[i].receiver);
            EXPECT_EQ(reported.of(reported.transmission.sender.value), nullptr);
        }
    }
}

TEST(Channel, ARemovedStationHearsNothingAndItsQueueEnds) {
    for (const config::RadioChannel& spec : all_kinds()) {
        ChannelBench bench(spec);
        bench.place(0, 0);
        bench.place(1, 20);
        bench.place(2, 30, 5);
        bench.send(0, at_ms(1));
        bench.send(1, at_ms(2));
        bench.channel->remove(AgentId{1});
        bench.advance(at_ms(5));
        ASSERT_EQ(bench.reports.size(), 2U);
        EXPECT_EQ(bench.of(1).not_sent, NotSent::ended);
        EXPECT_EQ(bench.of(1).position, (geo::Vec3{20, 0, 0}));
        EXPECT_EQ(bench.of(0).of(1), nullptr);
        EXPECT_EQ(bench.of(0).outcome(2), Outcome::delivered);
        bench.place(1, 25);
        bench.send(0, at_ms(6));
        bench.advance(at_ms(10));
        EXPECT_NE(bench.of(0, 2).of(1), nullptr) << "a station that is placed again hears again";
    }
}

TEST(Channel, AMessageWithoutReceiversHasNoFates) {
    for (const config::RadioChannel& spec : all_kinds()) {
        ChannelBench bench(spec);
        bench.place(3, 0);
        bench.send(3, at_ms(1));
        bench.advance(at_ms(5));
        ASSERT_EQ(bench.reports.size(), 1U);
        EXPECT_TRUE(bench.reports[0].fates.empty());
        EXPECT_FALSE(bench.reports[0].not_sent);
    }
}

TEST(Channel, StationsAtInvalidPlacesHearNothing) {
    for (const config::RadioChannel& spec : all_kinds()) {
        if (spec.model == Model::ideal) continue;
        ChannelBench bench(spec, {kHouse});
        bench.place(0, 0);
        bench.place(1, std::nan(""));
        bench.place(2, INFINITY, -INFINITY);
        for (std::uint32_t s = 0; s < 3; ++s) bench.send(s, at_us(1000 * (s + 1)));
        bench.advance(at_ms(10));
        EXPECT_EQ(bench.reports.size(), 3U);
        for (const MessageReport& reported : bench.reports) EXPECT_TRUE(reported.fates.empty());
    }
}

TEST(ChannelDeathTest, DiesWhenACallerBreaksTheContract) {
    for (const config::RadioChannel& spec : all_kinds()) {
        ChannelBench bench(spec);
        bench.place(0, 0);
        bench.advance(at_ms(5));
        EXPECT_DEATH(bench.send(1, at_ms(6)), "requirement failed") << "the sender has no place";
        EXPECT_DEATH(bench.send(0, at_ms(4)), "requirement failed")
            << "the message is from before the last advance";
        EXPECT_DEATH(bench.channel->remove(AgentId{1}), "requirement failed");
        EXPECT_DEATH(bench.advance(at_ms(4)), "requirement failed");
        bench.send(0, at_ms(7));
        EXPECT_DEATH(bench.send(0, at_ms(6)), "requirement failed")
            << "the message is older than the one before";
    }
    config::RadioChannel spec = of(Model::fading);
    spec.bit_rate_bit_s = 54e6;
    EXPECT_DEATH(make_channel(spec, {}, 1), "requirement failed");
}

TEST(IdealChannel, ReachesEverybodyAfterTheLatency) {
    config::RadioChannel spec = of(Model::ideal);
    spec.latency = SimDuration::microseconds(1700);
    ChannelBench bench(spec, {kHouse});
    bench.place(0, 0);
    bench.place(1, 1e6);
    bench.place(2, 50);
    bench.send(0, at_us(300));
    bench.advance(at_ms(1));
    const MessageReport& reported = bench.of(0);
    EXPECT_EQ(reported.on_air, at_us(300));
    EXPECT_EQ(reported.airtime, SimDuration{});
    ASSERT_EQ(reported.fates.size(), 2U);
    for (const Fate& fate : reported.fates) {
        EXPECT_EQ(fate.outcome, Outcome::delivered);
        EXPECT_EQ(fate.delivered, at_us(2000));
        EXPECT_EQ(fate.power_dbm, 0);
    }
    EXPECT_EQ(reported.of(1)->distance_m, 1e6F);
    EXPECT_TRUE(bench.channel->take_load(at_ms(1)).empty());
}

TEST(IdealChannel, AMessageAtTheEndOfAnAdvanceBelongsToTheNext) {
    ChannelBench bench(of(Model::ideal));
    bench.place(0, 0);
    bench.send(0, at_ms(5));
    bench.advance(at_ms(5));
    EXPECT_TRUE(bench.reports.empty());
    bench.advance(at_ms(6));
    EXPECT_EQ(bench.reports.size(), 1U);
}

TEST(RangeChannel, DeliversWithinTheRangeAndReportsUpToTwiceTheRange) {
    ChannelBench bench(of(Model::range), {kHouse});
    bench.place(0, 0);
    bench.place(1, 300);
    bench.place(2, 300.001);
    bench.place(3, 600);
    bench.place(4, 600.001);
    bench.send(0, at_ms(1));
    bench.advance(at_ms(5));
    const MessageReport& reported = bench.of(0);
    EXPECT_EQ(reported.outcome(1), Outcome::delivered)
        << "without line_of_sight the building does not matter";
    EXPECT_EQ(reported.of(1)->delivered, at_ms(2));
    EXPECT_EQ(reported.outcome(2), Outcome::out_of_range);
    EXPECT_EQ(reported.outcome(3), Outcome::out_of_range);
    EXPECT_EQ(reported.of(4), nullptr);
}

TEST(RangeChannel, BuildingsBlockWhenLineOfSightIsRequired) {
    config::RadioChannel spec = of(Model::range);
    spec.line_of_sight = true;
    ChannelBench bench(spec, {kHouse});
    bench.place(0, 0);
    bench.place(1, 100);
    bench.place(2, 0, 100);
    bench.place(3, 400);
    bench.send(0, at_ms(1));
    bench.advance(at_ms(5));
    EXPECT_EQ(bench.of(0).outcome(1), Outcome::blocked);
    EXPECT_EQ(bench.of(0).outcome(2), Outcome::delivered);
    EXPECT_EQ(bench.of(0).outcome(3), Outcome::out_of_range)
        << "beyond the range the building does not matter";
}

struct Counter : TransmissionSink {
    void on_finished(const FinishedTransmission& aired) override { pairs += aired.fates.size(); }
    std::size_t pairs = 0;
};

TEST(Channel, AllocatesNothingInTheSteadyState) {
    for (const config::RadioChannel& spec : all_kinds()) {
        const std::vector<config::Building> buildings{kHouse};
        const auto channel = make_channel(spec, buildings, 1);
        Counter counter;
        std::uint64_t before = 0;
        for (int beat = 0; beat < 600; ++beat) {
            if (beat == 400) before = log::testing::allocations_of_this_thread();
            for (std::uint32_t s = 0; s < 60; ++s)
                channel->place(AgentId{s}, {s * 12.0 + beat * 0.1, (s % 7) * 9.0, 0});
            for (std::uint32_t s = 0; s < 60; s += 3) {
                channel->send({AgentId{s}, static_cast<std::uint64_t>(beat) + 1,
                               at_ms(5 * beat) + SimDuration::nanoseconds(s * 60'000), 100});
            }
            channel->advance(at_ms(5 * (beat + 1)), counter);
            channel->take_load(at_ms(5 * (beat + 1)));
        }
        EXPECT_EQ(log::testing::allocations_of_this_thread() - before, 0U);
        EXPECT_GT(counter.pairs, 0U);
    }
}

}  // namespace
}  // namespace synchrono::comm_server::channel

// Proves what holds for every channel whatever its model (which fates it reports, and when), and the rules
// of the two simple models.
#include "comm_server/channel/channel.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "common/base/random.hpp"
#include "tests/comm_server/channel/told.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::comm_server {
namespace {

using testing::at_ms;
using testing::at_us;
using testing::Bench;
using testing::Told;
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

/// Returns the fates of a crowd that sends at random times, in heartbeats of this length.
std::vector<Told> crowd(const config::RadioChannel& spec, SimDuration heartbeat, std::uint32_t stations = 30,
                        bool also_bystander = false) {
    Bench bench(spec, {kHouse, {{{200, 200}, {260, 200}, {230, 280}}, 12, 1}});
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
        const std::size_t told = bench.told.size();
        bench.advance(now);
        for (std::size_t i = told; i < bench.told.size(); ++i) {
            for (const Fate& fate : bench.told[i].fates)
                EXPECT_TRUE(fate.outcome != Outcome::delivered || fate.delivered > now - heartbeat)
                    << "what is told later is delivered later";
        }
    }
    return bench.told;
}

TEST(Channel, FatesDoNotDependOnHowTimeIsCut) {
    for (const config::RadioChannel& spec : all_kinds()) {
        const std::vector<Told> told = crowd(spec, SimDuration::milliseconds(5));
        EXPECT_EQ(told.size(), 30U * 30);
        for (const SimDuration heartbeat :
             {SimDuration::microseconds(100), SimDuration::milliseconds(1), SimDuration::milliseconds(100),
              SimDuration::nanoseconds(3'141'593)})
            EXPECT_TRUE(same(told, crowd(spec, heartbeat))) << heartbeat.count_ns();
    }
}

TEST(Channel, FatesDoNotDependOnWhoElseListens) {
    for (const config::RadioChannel& spec : all_kinds()) {
        std::vector<Told> with = crowd(spec, SimDuration::milliseconds(5), 30, true);
        for (Told& told : with)
            std::erase_if(told.fates, [](const Fate& f) { return f.receiver.value == 30; });
        EXPECT_TRUE(same(crowd(spec, SimDuration::milliseconds(5)), with));
    }
}

TEST(Channel, SeedsDecideAndRunsRepeat) {
    const auto run = [](std::uint64_t seed) {
        Bench bench(of(Model::fading), {}, seed);
        for (std::uint32_t s = 0; s < 50; ++s) bench.place(s, 18.0 * s);
        for (int i = 0; i < 20; ++i) {
            bench.send(0, at_ms(i));
            bench.advance(at_ms(i + 1));
        }
        return bench.told;
    };
    EXPECT_TRUE(same(run(1), run(1)));
    EXPECT_FALSE(same(run(1), run(2)));
}

TEST(Channel, FatesAscendAndLeaveOutTheSender) {
    for (const config::RadioChannel& spec : all_kinds()) {
        for (const Told& told : crowd(spec, SimDuration::milliseconds(5))) {
            for (std::size_t i = 1; i < told.fates.size(); ++i)
                EXPECT_LT(told.fates[i - 1].receiver, told.fates[i].receiver);
            EXPECT_EQ(told.of(told.transmission.sender.value), nullptr);
        }
    }
}

TEST(Channel, WhoIsGoneHearsNothingAndWhatItWaitedToSendHasEnded) {
    for (const config::RadioChannel& spec : all_kinds()) {
        Bench bench(spec);
        bench.place(0, 0);
        bench.place(1, 20);
        bench.place(2, 30, 5);
        bench.send(0, at_ms(1));
        bench.send(1, at_ms(2));
        bench.channel->remove(AgentId{1});
        bench.advance(at_ms(5));
        ASSERT_EQ(bench.told.size(), 2U);
        EXPECT_EQ(bench.of(1).not_sent, NotSent::ended);
        EXPECT_EQ(bench.of(1).position, (geo::Vec3{20, 0, 0}));
        EXPECT_EQ(bench.of(0).of(1), nullptr);
        EXPECT_EQ(bench.of(0).outcome(2), Outcome::delivered);
        bench.place(1, 25);
        bench.send(0, at_ms(6));
        bench.advance(at_ms(10));
        EXPECT_NE(bench.of(0, 2).of(1), nullptr) << "back again";
    }
}

TEST(Channel, NobodyElseIsToldOfNobody) {
    for (const config::RadioChannel& spec : all_kinds()) {
        Bench bench(spec);
        bench.place(3, 0);
        bench.send(3, at_ms(1));
        bench.advance(at_ms(5));
        ASSERT_EQ(bench.told.size(), 1U);
        EXPECT_TRUE(bench.told[0].fates.empty());
        EXPECT_FALSE(bench.told[0].not_sent);
    }
}

TEST(Channel, PlacesThatAreNoneHearNothing) {
    for (const config::RadioChannel& spec : all_kinds()) {
        if (spec.model == Model::ideal) continue;
        Bench bench(spec, {kHouse});
        bench.place(0, 0);
        bench.place(1, std::nan(""));
        bench.place(2, INFINITY, -INFINITY);
        for (std::uint32_t s = 0; s < 3; ++s) bench.send(s, at_us(1000 * (s + 1)));
        bench.advance(at_ms(10));
        EXPECT_EQ(bench.told.size(), 3U);
        for (const Told& told : bench.told) EXPECT_TRUE(told.fates.empty());
    }
}

TEST(ChannelDeathTest, HoldsItsCallersToTheContract) {
    for (const config::RadioChannel& spec : all_kinds()) {
        Bench bench(spec);
        bench.place(0, 0);
        bench.advance(at_ms(5));
        EXPECT_DEATH(bench.send(1, at_ms(6)), "requirement failed") << "a sender that nobody placed";
        EXPECT_DEATH(bench.send(0, at_ms(4)), "requirement failed") << "the past";
        EXPECT_DEATH(bench.channel->remove(AgentId{1}), "requirement failed");
        EXPECT_DEATH(bench.advance(at_ms(4)), "requirement failed");
        bench.send(0, at_ms(7));
        EXPECT_DEATH(bench.send(0, at_ms(6)), "requirement failed") << "out of order";
    }
    config::RadioChannel spec = of(Model::fading);
    spec.bit_rate_bit_s = 54e6;
    EXPECT_DEATH(make_channel(spec, {}, 1), "requirement failed");
}

TEST(IdealChannel, ReachesEverybodyAfterTheLatency) {
    config::RadioChannel spec = of(Model::ideal);
    spec.latency = SimDuration::microseconds(1700);
    Bench bench(spec, {kHouse});
    bench.place(0, 0);
    bench.place(1, 1e6);
    bench.place(2, 50);
    bench.send(0, at_us(300));
    bench.advance(at_ms(1));
    const Told& told = bench.of(0);
    EXPECT_EQ(told.on_air, at_us(300));
    EXPECT_EQ(told.airtime, SimDuration{});
    ASSERT_EQ(told.fates.size(), 2U);
    for (const Fate& fate : told.fates) {
        EXPECT_EQ(fate.outcome, Outcome::delivered);
        EXPECT_EQ(fate.delivered, at_us(2000));
        EXPECT_EQ(fate.power_dbm, 0);
    }
    EXPECT_EQ(told.of(1)->distance_m, 1e6F);
    EXPECT_TRUE(bench.channel->take_load(at_ms(1)).empty());
}

TEST(IdealChannel, WhatIsSentAtTheEndOfAnAdvanceBelongsToTheNext) {
    Bench bench(of(Model::ideal));
    bench.place(0, 0);
    bench.send(0, at_ms(5));
    bench.advance(at_ms(5));
    EXPECT_TRUE(bench.told.empty());
    bench.advance(at_ms(6));
    EXPECT_EQ(bench.told.size(), 1U);
}

TEST(RangeChannel, DeliversToTheRangeAndTellsOfTwice) {
    Bench bench(of(Model::range), {kHouse});
    bench.place(0, 0);
    bench.place(1, 300);
    bench.place(2, 300.001);
    bench.place(3, 600);
    bench.place(4, 600.001);
    bench.send(0, at_ms(1));
    bench.advance(at_ms(5));
    const Told& told = bench.of(0);
    EXPECT_EQ(told.outcome(1), Outcome::delivered) << "no line of sight asked for";
    EXPECT_EQ(told.of(1)->delivered, at_ms(2));
    EXPECT_EQ(told.outcome(2), Outcome::out_of_range);
    EXPECT_EQ(told.outcome(3), Outcome::out_of_range);
    EXPECT_EQ(told.of(4), nullptr);
}

TEST(RangeChannel, BuildingsBlockWhereSightIsAskedFor) {
    config::RadioChannel spec = of(Model::range);
    spec.line_of_sight = true;
    Bench bench(spec, {kHouse});
    bench.place(0, 0);
    bench.place(1, 100);
    bench.place(2, 0, 100);
    bench.place(3, 400);
    bench.send(0, at_ms(1));
    bench.advance(at_ms(5));
    EXPECT_EQ(bench.of(0).outcome(1), Outcome::blocked);
    EXPECT_EQ(bench.of(0).outcome(2), Outcome::delivered);
    EXPECT_EQ(bench.of(0).outcome(3), Outcome::out_of_range) << "it would not have arrived anyway";
}

struct Counter : AiredSink {
    void aired(const Aired& aired) override { pairs += aired.fates.size(); }
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
}  // namespace synchrono::comm_server

/// Proves which neighbours are in the table, since when, how many of their messages are missing, and when
/// they are forgotten.

#include "client/radio/neighbours.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "common/base/limits.hpp"
#include "tests/client/radio/radio_fixture.hpp"

namespace synchrono::client::radio {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

SimTime at_ms(std::int64_t ms) { return SimTime{} + SimDuration::milliseconds(ms); }

struct Table {
    Air air;
    Neighbours neighbours;

    void receive(std::uint32_t id, int count, std::int64_t ms) {
        EXPECT_TRUE(neighbours.add(air.safety(id, count, ms)));
    }
    std::vector<std::uint32_t> ids() const {
        std::vector<std::uint32_t> all;
        for (const SynNeighbour& n : neighbours.list()) all.push_back(n.temporary_id);
        return all;
    }
};

TEST(Neighbours, AreListedInTheOrderOfTheirIds) {
    Table t;
    for (const std::uint32_t id : {7u, 0xffffffffu, 3u, 7u, 5u}) t.receive(id, 1, 10);
    EXPECT_THAT(t.ids(), ElementsAre(3, 5, 7, 0xffffffffu));
}

TEST(Neighbours, KeepsFirstAndLastTimeAndTheNewestMessage) {
    Table t;
    t.receive(9, 126, 100);
    t.receive(9, 127, 200);
    t.receive(9, 0, 300);
    ASSERT_THAT(t.neighbours.list(), SizeIs(1));
    const SynNeighbour& n = t.neighbours.list()[0];
    EXPECT_EQ(n.first_ns, 100'000'000);
    EXPECT_EQ(n.last_ns, 300'000'000);
    EXPECT_EQ(n.received, 3u);
    EXPECT_EQ(n.missed, 0u);
    EXPECT_EQ(n.medium, SYN_MEDIUM_DSRC);
    EXPECT_EQ(n.power_dbm, -70);
    EXPECT_EQ(n.newest->count, 0u);
    EXPECT_EQ(n.newest->temporary_id, 9u);
}

TEST(Neighbours, CountsMissedMessages) {
    struct Row {
        std::vector<int> counts;
        std::uint32_t missed;
        std::uint32_t newest;
        const char* why;
    };
    const Row rows[] = {
        {{5, 6, 7}, 0, 7, "none"},
        {{5, 7, 10}, 3, 10, "6, 8, 9"},
        {{126, 2}, 3, 2, "127, 0, 1"},
        {{5, 5, 6}, 0, 6, "one came twice"},
        {{5, 7, 6, 8}, 1, 8, "6 was late and brought nothing new"},
        {{5, 68}, 62, 68, "just not old"},
        {{5, 69}, 0, 5, "an old one"},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.why);
        Table t;
        std::int64_t ms = 0;
        for (const int count : row.counts) t.receive(9, count, ms += 100);
        const SynNeighbour& n = t.neighbours.list()[0];
        EXPECT_EQ(n.missed, row.missed);
        EXPECT_EQ(n.newest->count, row.newest);
        EXPECT_EQ(n.received, row.counts.size());
        EXPECT_EQ(n.last_ns, ms * 1'000'000);
    }
}

TEST(Neighbours, AreForgottenAfterFiveSecondsOfSilence) {
    Table t;
    t.receive(1, 0, 0);
    t.receive(2, 0, 1'000);
    t.neighbours.forget_silent(at_ms(5'000));
    EXPECT_THAT(t.ids(), ElementsAre(1, 2));
    t.neighbours.forget_silent(at_ms(5'001));
    EXPECT_THAT(t.ids(), ElementsAre(2));
    t.receive(1, 0, 5'010);
    EXPECT_EQ(t.neighbours.list()[0].first_ns, 5'010'000'000);  // a new neighbour
    t.neighbours.forget_silent(at_ms(20'000));
    EXPECT_THAT(t.ids(), IsEmpty());
}

TEST(Neighbours, ANewIdentityIsANewNeighbour) {
    Table t;
    Delivery before = t.air.safety(1, 0, 0), after = t.air.safety(2, 0, 100);
    EXPECT_EQ(before.sender, after.sender);
    EXPECT_TRUE(t.neighbours.add(before));
    EXPECT_TRUE(t.neighbours.add(after));
    EXPECT_THAT(t.ids(), ElementsAre(1, 2));
}

TEST(Neighbours, AreIdentifiedByTheirIdNotByTheSender) {
    Table t;
    Delivery one = t.air.safety(1, 0, 0), two = t.air.safety(1, 1, 100);
    two.sender = AgentId{77};
    EXPECT_TRUE(t.neighbours.add(one));
    EXPECT_TRUE(t.neighbours.add(two));
    EXPECT_THAT(t.ids(), ElementsAre(1));
}

TEST(Neighbours, IgnoresOtherTypesOfMessages) {
    Table t;
    j2735::MessageFrame spat;
    spat.value.emplace<j2735::UnknownMessage>(j2735::UnknownMessage{.id = 77, .content = {}});
    EXPECT_TRUE(t.neighbours.add(t.air.delivery(encoded(spat), 0)));
    EXPECT_TRUE(t.neighbours.add(t.air.delivery(Bytes(3), 0)));  // unreadable
    EXPECT_THAT(t.ids(), IsEmpty());
}

TEST(Neighbours, PowerIsUnknownWhenTheChannelGivesNone) {
    Table t;
    Delivery d = t.air.safety(1, 0, 0);
    d.power_dbm = 0;
    EXPECT_TRUE(t.neighbours.add(d));
    EXPECT_TRUE(std::isnan(t.neighbours.list()[0].power_dbm));
}

TEST(Neighbours, WhenFullTheLongestSilentIsForgotten) {
    Table t;
    const auto limit = static_cast<std::uint32_t>(limits::kRadioNeighboursMax);
    for (std::uint32_t id = 1; id <= limit; ++id) t.receive(id, 0, id);
    t.receive(1, 1, limit + 1);
    EXPECT_FALSE(t.neighbours.add(t.air.safety(0, 0, limit + 2)));
    EXPECT_THAT(t.neighbours.list(), SizeIs(limit));
    EXPECT_EQ(t.neighbours.list()[0].temporary_id, 0u);
    EXPECT_EQ(t.neighbours.list()[1].temporary_id, 1u);
    EXPECT_EQ(t.neighbours.list()[2].temporary_id, 3u);  // 2 was forgotten
}

TEST(Neighbours, ReleaseTheFramesOfForgottenNeighbours) {
    Table t;
    for (std::uint32_t round = 0; round < 100; ++round) {
        t.receive(round, 0, round * 6'000);
        t.neighbours.forget_silent(at_ms(round * 6'000));
    }
    EXPECT_LE(t.air.frames.size(), 3u);
}

}  // namespace
}  // namespace synchrono::client::radio

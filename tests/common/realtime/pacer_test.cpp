// Proves by a table when simulated times are due, that deadlines stay absolute however late the arrivals
// were, and that all lateness is counted. The tests pass the time in; nothing waits.
#include "common/realtime/pacer.hpp"

#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace synchrono {
namespace {

constexpr WallTime kStart = WallTime::nanoseconds(1'000'000'000'000);

SimTime sim_ms(std::int64_t ms) { return SimTime{} + SimDuration::milliseconds(ms); }
WallTime wall_ms(std::int64_t ms) { return kStart + WallDuration::milliseconds(ms); }

TEST(Pacer, DueIsTheStartPlusScaledSimulatedTime) {
    struct Row {
        std::optional<double> factor;
        SimTime start;
        SimTime sim;
        WallTime expected;
        std::string why;
    };
    const std::vector<Row> rows{
        {1.0, sim_ms(0), sim_ms(0), wall_ms(0), "the start itself"},
        {1.0, sim_ms(0), sim_ms(5), wall_ms(5), "real time: one for one"},
        {2.0, sim_ms(0), sim_ms(10), wall_ms(5), "at twice the pace, due in half the time"},
        {0.1, sim_ms(0), sim_ms(10), wall_ms(100), "slow motion"},
        {1.0, sim_ms(40), sim_ms(45), wall_ms(5), "counted from the start, not from zero"},
        {1.0, sim_ms(40), sim_ms(30), wall_ms(-10), "a time before the start was due before the start"},
        {3.0, sim_ms(0), SimTime::nanoseconds(1), kStart, "a third of a nanosecond rounds down"},
        {3.0, sim_ms(0), SimTime::nanoseconds(2), kStart + WallDuration::nanoseconds(1),
         "two thirds round up"},
        {1.0, sim_ms(0), sim_ms(86'400'000), wall_ms(86'400'000), "exact to the nanosecond after a day"},
        {std::nullopt, sim_ms(0), sim_ms(5'000), wall_ms(0), "as fast as it goes: due at once"},
    };
    for (const Row& row : rows) {
        Pacer pacer(row.factor);
        pacer.start(row.start, kStart);
        EXPECT_EQ(pacer.due(row.sim).count_ns(), row.expected.count_ns()) << row.why;
    }
}

TEST(Pacer, ArriveReturnsTheWaitAndRecordsLateness) {
    struct Row {
        SimTime sim;
        WallTime now;
        WallDuration wait;
        std::uint64_t late;
        std::int64_t max_ms;
        std::string why;
    };
    const std::vector<Row> rows{
        {sim_ms(5), wall_ms(3), WallDuration::milliseconds(2), 0, 0, "early: waits for the rest"},
        {sim_ms(10), wall_ms(10), WallDuration{}, 0, 0, "on time is neither early nor late"},
        {sim_ms(15), wall_ms(45), WallDuration{}, 1, 30, "late: does not wait"},
        {sim_ms(20), wall_ms(46), WallDuration{}, 2, 30,
         "deadlines are absolute: still behind, though quick"},
        {sim_ms(25), wall_ms(47), WallDuration{}, 3, 30, "catching up"},
        {sim_ms(50), wall_ms(48), WallDuration::milliseconds(2), 3, 30,
         "caught up: waits again, forgets nothing"},
    };
    Pacer pacer(1.0);
    pacer.start(sim_ms(0), kStart);
    for (const Row& row : rows) {
        EXPECT_EQ(pacer.arrive(row.sim, row.now), row.wait) << row.why;
        EXPECT_EQ(pacer.lateness().late, row.late) << row.why;
        EXPECT_EQ(pacer.lateness().max, WallDuration::milliseconds(row.max_ms)) << row.why;
    }
    EXPECT_EQ(pacer.lateness().arrivals, rows.size());
    EXPECT_EQ(pacer.lateness().total, WallDuration::milliseconds(30 + 26 + 22));
    EXPECT_EQ(pacer.lateness().mean(), WallDuration::milliseconds(78) / 6);
}

TEST(Pacer, WithoutAFactorNeverWaitsAndIsNeverLate) {
    Pacer pacer(std::nullopt);
    pacer.start(sim_ms(0), kStart);
    EXPECT_EQ(pacer.arrive(sim_ms(5), wall_ms(-1)), WallDuration{});
    EXPECT_EQ(pacer.arrive(sim_ms(10), wall_ms(1'000)), WallDuration{});
    EXPECT_EQ(pacer.lateness().arrivals, 2u);
    EXPECT_EQ(pacer.lateness().late, 0u);
    EXPECT_EQ(pacer.lateness().max, WallDuration{});
}

TEST(Pacer, ANewStartMovesDeadlinesAndKeepsTheLateness) {
    Pacer pacer(1.0);
    pacer.start(sim_ms(0), kStart);
    pacer.arrive(sim_ms(5), wall_ms(9));
    pacer.start(sim_ms(5), wall_ms(100));
    EXPECT_EQ(pacer.arrive(sim_ms(10), wall_ms(104)), WallDuration::milliseconds(1));
    EXPECT_EQ(pacer.lateness().late, 1u);
    EXPECT_EQ(pacer.lateness().max, WallDuration::milliseconds(4));
}

TEST(Pacer, MeanOfNoArrivalsIsZero) { EXPECT_EQ(Lateness{}.mean(), WallDuration{}); }

TEST(PacerDeathTest, RefusesInvalidFactors) {
    for (const double factor :
         {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_DEATH(Pacer{factor}, "requirement failed") << factor;
    }
}

TEST(PacerDeathTest, RefusesDeadlinesBeforeItsStart) {
    Pacer pacer(1.0);
    EXPECT_DEATH(pacer.due(sim_ms(1)), "requirement failed");
}

}  // namespace
}  // namespace synchrono

// Proves that simulated time is exact integer arithmetic, that the time of a heartbeat is a product and not
// a sum, and that simulated time cannot be mixed with wall time, points with intervals, or numbers with
// times: none of that compiles.
#include "common/time/sim_time.hpp"

#include <concepts>
#include <gtest/gtest.h>
#include <limits>

#include "common/time/wall_clock.hpp"

namespace synchrono {
namespace {

template <typename A, typename B>
concept Addable = requires(A a, B b) {
    a + b;
};
template <typename A, typename B>
concept Subtractable = requires(A a, B b) {
    a - b;
};
template <typename A, typename B>
concept Comparable = requires(A a, B b) {
    a < b;
};

static_assert(Addable<SimTime, SimDuration> && Subtractable<SimTime, SimTime>);
static_assert(!Addable<SimTime, SimTime>, "two points have no sum");
static_assert(!Subtractable<SimDuration, SimTime>);
static_assert(!Addable<SimTime, WallDuration> && !Addable<SimDuration, WallDuration>);
static_assert(!Subtractable<SimTime, WallTime> && !Comparable<SimTime, WallTime>);
static_assert(!Comparable<SimDuration, WallDuration> && !Comparable<SimTime, SimDuration>);
static_assert(!std::convertible_to<std::int64_t, SimTime> && !std::convertible_to<SimTime, std::int64_t>);
static_assert(!std::constructible_from<SimTime, std::int64_t> &&
              !std::constructible_from<SimDuration, double>);
static_assert(!std::convertible_to<SimDuration, double> && !std::convertible_to<SimDuration, WallDuration>);

TEST(SimDuration, UnitsAgree) {
    EXPECT_EQ(SimDuration::seconds(1).count_ns(), 1'000'000'000);
    EXPECT_EQ(SimDuration::milliseconds(5), SimDuration::nanoseconds(5'000'000));
    EXPECT_EQ(SimDuration::microseconds(-7), SimDuration::nanoseconds(-7'000));
    EXPECT_EQ(SimDuration{}.count_ns(), 0);
}

TEST(SimDuration, DividesIntoAQuotientAndARemainder) {
    const SimDuration h = SimDuration::milliseconds(5);
    EXPECT_EQ(SimDuration::seconds(60) / h, 12'000);
    EXPECT_EQ(SimDuration::seconds(60) % h, SimDuration{});
    EXPECT_EQ(SimDuration::milliseconds(13) / h, 2);
    EXPECT_EQ(SimDuration::milliseconds(13) % h, SimDuration::milliseconds(3));
}

TEST(SimDuration, AddsSubtractsScalesAndOrders) {
    const SimDuration a = SimDuration::milliseconds(3), b = SimDuration::milliseconds(4);
    EXPECT_EQ(a + b, SimDuration::milliseconds(7));
    EXPECT_EQ(a - b, SimDuration::milliseconds(-1));
    EXPECT_EQ(a * 3, 3 * a);
    EXPECT_LT(a, b);
    EXPECT_LT(a - b, SimDuration{});
}

TEST(SimDuration, ConvertsToSeconds) { EXPECT_EQ(SimDuration::milliseconds(250).to_seconds(), 0.25); }

TEST(SimTime, AddsAndSubtractsDurations) {
    const SimTime t = SimTime{} + SimDuration::seconds(2);
    EXPECT_EQ(t.count_ns(), 2'000'000'000);
    EXPECT_EQ(t.since_start(), SimDuration::seconds(2));
    EXPECT_EQ((t - SimDuration::milliseconds(1)).count_ns(), 1'999'000'000);
    EXPECT_EQ(t - SimTime::nanoseconds(5), SimDuration::nanoseconds(1'999'999'995));
    EXPECT_EQ(t.to_seconds(), 2.0);
    EXPECT_LT(SimTime{}, t);
}

TEST(SimTime, CoversCenturies) {
    const SimTime last = SimTime::nanoseconds(std::numeric_limits<std::int64_t>::max());
    EXPECT_GT(last.to_seconds(), 290.0 * 365 * 86400);
    EXPECT_EQ(last - last, SimDuration{});
}

TEST(Tick, IsExactlyAtItsIndexTimesTheHeartbeat) {
    // A heartbeat of a third of a millisecond would drift in floating point, and so would a sum of rounded
    // steps.
    const SimDuration h = SimDuration::nanoseconds(333'333);
    EXPECT_EQ(Tick{0}.at(h), SimTime{});
    EXPECT_EQ(Tick{3'000'003}.at(h).count_ns(), 3'000'003LL * 333'333);
    EXPECT_EQ(Tick{1'000'000'000}.at(SimDuration::milliseconds(5)).count_ns(), 5'000'000'000'000'000);
}

TEST(Tick, CountsHeartbeats) {
    EXPECT_EQ((Tick{5} + 2).index, 7);
    EXPECT_EQ((Tick{5} - 2).index, 3);
    EXPECT_EQ(Tick{5} - Tick{9}, -4);
    EXPECT_LT(Tick{-1}, Tick{0});
}

}  // namespace
}  // namespace synchrono

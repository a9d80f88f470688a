// Proves that the manual clock moves only when it is set or advanced, that the monotonic clock never goes
// back, and that wall time is exact.
#include "common/time/wall_clock.hpp"

#include <gtest/gtest.h>

namespace synchrono {
namespace {

TEST(WallDuration, IsExact) {
    EXPECT_EQ(WallDuration::seconds(1), WallDuration::milliseconds(1'000));
    EXPECT_EQ(WallDuration::microseconds(1) + WallDuration::nanoseconds(1), WallDuration::nanoseconds(1'001));
    EXPECT_EQ(WallDuration::seconds(1) - WallDuration::seconds(3), WallDuration::seconds(-2));
    EXPECT_EQ(WallDuration::milliseconds(3) * 4, WallDuration::milliseconds(12));
    EXPECT_EQ(WallDuration::milliseconds(7) / 2, WallDuration::microseconds(3'500));
    EXPECT_EQ(WallDuration::milliseconds(1'500).to_seconds(), 1.5);
    EXPECT_EQ(WallDuration::seconds(30).to_seconds(), 30.0) << "not 30.000000000000004";
    EXPECT_LT(WallDuration{}, WallDuration::nanoseconds(1));
}

TEST(WallTime, AddsAndSubtractsDurations) {
    const WallTime t = WallTime::nanoseconds(100);
    EXPECT_EQ(t + WallDuration::nanoseconds(5), WallTime::nanoseconds(105));
    EXPECT_EQ(t - WallDuration::nanoseconds(5), WallTime::nanoseconds(95));
    EXPECT_EQ(t - WallTime::nanoseconds(30), WallDuration::nanoseconds(70));
    EXPECT_LT(WallTime{}, t);
}

TEST(ManualClock, StandsUntilItIsSet) {
    ManualClock clock;
    const WallClock& seen = clock;
    const WallTime start = seen.now();
    EXPECT_EQ(seen.now(), start);
    clock.advance(WallDuration::milliseconds(5));
    EXPECT_EQ(seen.now() - start, WallDuration::milliseconds(5));
    clock.set(WallTime::nanoseconds(7));
    EXPECT_EQ(seen.now(), WallTime::nanoseconds(7));
}

TEST(ManualClock, StartsAfterTimeZero) { EXPECT_GT(ManualClock().now(), WallTime{}); }

TEST(MonotonicClock, NeverGoesBack) {
    const MonotonicClock clock;
    WallTime last = clock.now();
    EXPECT_GT(last, WallTime{});
    for (int i = 0; i < 1'000; ++i) {
        const WallTime now = clock.now();
        EXPECT_GE(now, last);
        last = now;
    }
}

}  // namespace
}  // namespace synchrono

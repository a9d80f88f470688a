// Proves that a sleep never ends before its deadline, and that a sleep whose deadline has passed returns at
// once. How much later a sleep ends depends on the machine and is not tested.
#include "common/realtime/sleep.hpp"

#include <gtest/gtest.h>

namespace synchrono {
namespace {

TEST(SleepUntil, DoesNotEndBeforeTheDeadline) {
    const MonotonicClock clock;
    const WallTime deadline = clock.now() + WallDuration::milliseconds(1);
    EXPECT_TRUE(sleep_until(deadline));
    EXPECT_GE(clock.now(), deadline);
}

TEST(SleepUntil, PassedDeadlinesReturnAtOnce) {
    EXPECT_TRUE(sleep_until(MonotonicClock().now() - WallDuration::seconds(1)));
    EXPECT_TRUE(sleep_until(WallTime{}));
    EXPECT_TRUE(sleep_until(WallTime::nanoseconds(-5)));
}

}  // namespace
}  // namespace synchrono

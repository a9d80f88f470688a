// Proves that a bucket allows a burst at once, its rate in the long run, and no more after a long pause.
#include "common/base/token_bucket.hpp"

#include <gtest/gtest.h>

namespace synchrono {
namespace {

constexpr WallTime kStart = WallTime::nanoseconds(1'000'000'000'000);

int taken(TokenBucket& bucket, WallTime now) {
    int count = 0;
    while (bucket.take(now)) ++count;
    return count;
}

TEST(TokenBucket, AllowsABurstAndThenItsRate) {
    TokenBucket bucket(10, 3);
    EXPECT_EQ(taken(bucket, kStart), 3);
    EXPECT_EQ(taken(bucket, kStart + WallDuration::milliseconds(99)), 0);
    EXPECT_EQ(taken(bucket, kStart + WallDuration::milliseconds(101)), 1);
    int count = 0;
    for (int i = 0; i < 1'000; ++i) count += taken(bucket, kStart + WallDuration::milliseconds(102 + i * 10));
    EXPECT_NEAR(count, 100, 1);
    EXPECT_EQ(taken(bucket, kStart + WallDuration::seconds(1'000)), 3) << "a pause earns one burst";
}

}  // namespace
}  // namespace synchrono

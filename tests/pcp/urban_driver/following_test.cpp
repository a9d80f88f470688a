/// Proves the laws of acceleration behind a leader, up to a line and on a free road. The tests integrate each
/// law without an engine and expect it to settle where it should.

#include "pcp/urban_driver/following.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr Manner kManner;
constexpr double kDt = 0.05;

TEST(Following, SettlesAtTheTimeGapBehindASteadyLeader) {
    double gap = 60, speed = 12;
    for (int i = 0; i < 2000; ++i) {
        speed = std::max(0.0, speed + kDt * follow_acceleration(kManner, speed, gap, 8));
        gap += kDt * (8 - speed);
        ASSERT_GT(gap, kManner.standstill_gap_m);
    }
    EXPECT_NEAR(speed, 8, 0.05);
    EXPECT_NEAR(gap, kManner.standstill_gap_m + 8 * kManner.time_gap_s, 0.2);
}

TEST(Following, StopsComfortablyBeforeALine) {
    for (const double start : {4.0, 11.0, 20.0}) {
        double distance = 150, speed = start, hardest = 0;
        for (int i = 0; i < 3000 && !(speed == 0 && distance < 2); ++i) {
            const double a =
                stop_acceleration(kManner, speed, distance, free_acceleration(kManner, speed, start));
            hardest = std::min(hardest, a);
            speed = std::max(0.0, speed + kDt * a);
            distance -= kDt * speed;
        }
        EXPECT_GT(distance, 0) << start;
        EXPECT_LT(distance, 1.5) << start;
        EXPECT_GT(hardest, -kManner.braking_m_s2 * 1.1) << start;
    }
}

TEST(Following, BrakesHardForALineThatAppearsLate) {
    double distance = 16, speed = 12;
    for (int i = 0; i < 200 && speed > 0; ++i) {
        speed = std::max(0.0, speed + kDt * stop_acceleration(kManner, speed, distance, 1));
        distance -= kDt * speed;
    }
    EXPECT_GT(distance, 0);
}

TEST(Following, DoesNotBrakeHardWhenTheGapOpens) {
    EXPECT_GE(follow_acceleration(kManner, 8, 3, 10), -kManner.braking_m_s2);
    EXPECT_LT(follow_acceleration(kManner, 8, 3, 0), -6);
}

TEST(Following, ReachesItsDesiredSpeedFromBelowAndAbove) {
    double speed = 0;
    for (int i = 0; i < 600; ++i) speed += kDt * free_acceleration(kManner, speed, 11);
    EXPECT_NEAR(speed, 11, 0.1);
    for (int i = 0; i < 200; ++i) speed += kDt * free_acceleration(kManner, speed, 5);
    EXPECT_NEAR(speed, 5, 0.1);
}

TEST(Following, ComputesTravelTimes) {
    EXPECT_EQ(travel_s(0, 5, 1, 10), 0);
    EXPECT_DOUBLE_EQ(travel_s(20, 10, 0, 10), 2);
    EXPECT_DOUBLE_EQ(travel_s(4, 0, 2, 100), 2);
    EXPECT_DOUBLE_EQ(travel_s(25 + 20, 0, 2, 10), 5 + 2);  // 25 m to reach 10 m/s, then 20 m at that speed
    EXPECT_GT(travel_s(1, 0, 0, 10), 1e5);
}

}  // namespace
}  // namespace synchrono::pcp::urban_driver

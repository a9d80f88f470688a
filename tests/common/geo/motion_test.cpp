// Proves that dead reckoning is exact on straight lines, circles and steady braking, never rolls backwards,
// does not depend on the directions of the world's axes, and extrapolates at most one second.
#include "common/geo/motion.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "common/base/random.hpp"

namespace synchrono::geo {
namespace {

void expect_near(Vec3 a, Vec3 b, double tolerance = 1e-9) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
    EXPECT_NEAR(a.z, b.z, tolerance);
}

Motion straight(double speed, double acceleration) {
    Motion m;
    m.position = {10, 20, 0.5};
    m.velocity = {speed, 0, 0};
    m.acceleration = {acceleration, 0, 0};
    return m;
}

/// Returns a motion that runs anticlockwise round the origin and heads along the circle.
Motion on_circle(double radius, double speed, double angle) {
    Motion m;
    m.position = {radius * std::cos(angle), radius * std::sin(angle), 0};
    m.orientation = Quaternion::from_yaw(angle + std::numbers::pi / 2);
    m.velocity = m.orientation.rotate({speed, 0, 0});
    m.angular_velocity = {0, 0, speed / radius};
    m.acceleration = m.orientation.rotate({0, speed * speed / radius, 0});
    return m;
}

TEST(DeadReckon, ChangesNothingInNoTime) {
    const Motion m = on_circle(50, 10, 1);
    EXPECT_EQ(dead_reckon(m, SimDuration{}).position, m.position);
    EXPECT_EQ(dead_reckon(m, SimDuration{}).velocity, m.velocity);
}

TEST(DeadReckon, LeavesARestingBodyAlone) {
    const Motion later = dead_reckon(straight(0, 0), SimDuration::seconds(1));
    EXPECT_EQ(later.position, (Vec3{10, 20, 0.5}));
    EXPECT_EQ(later.velocity, (Vec3{}));
}

TEST(DeadReckon, FollowsALine) {
    const Motion later = dead_reckon(straight(20, 0), SimDuration::milliseconds(100));
    expect_near(later.position, {12, 20, 0.5});
    expect_near(later.velocity, {20, 0, 0});
}

TEST(DeadReckon, AppliesAcceleration) {
    expect_near(dead_reckon(straight(20, 3), SimDuration::milliseconds(500)).position,
                {10 + 10 + 0.375, 20, 0.5});
    expect_near(dead_reckon(straight(20, 3), SimDuration::milliseconds(500)).velocity, {21.5, 0, 0});
    expect_near(dead_reckon(straight(20, -6), SimDuration::milliseconds(500)).velocity, {17, 0, 0});
}

TEST(DeadReckon, StopsABrakingBodyAndKeepsItThere) {
    // A body at 2 m/s that brakes at 8 m/s^2 stops after 0.25 s and 0.25 m.
    for (const int ms : {250, 300, 1000}) {
        const Motion later = dead_reckon(straight(2, -8), SimDuration::milliseconds(ms));
        expect_near(later.position, {10.25, 20, 0.5});
        expect_near(later.velocity, {0, 0, 0});
    }
    EXPECT_EQ(dead_reckon(straight(2, -8), SimDuration::milliseconds(300)).acceleration, (Vec3{}));
}

TEST(DeadReckon, FollowsACircle) {
    for (const int ms : {5, 50, 200}) {
        const double turn = 15.0 / 40 * ms / 1000;
        const Motion later = dead_reckon(on_circle(40, 15, 0.3), SimDuration::milliseconds(ms));
        const Motion there = on_circle(40, 15, 0.3 + turn);
        // Dead reckoning moves by the length of the arc in the direction of the chord. The chord is shorter
        // than the arc by turn^2 / 24 of its length.
        expect_near(later.position, there.position, 40 * turn * turn * turn / 24 + 1e-9);
        expect_near(later.velocity, there.velocity);
        expect_near(later.acceleration, there.acceleration);
        EXPECT_NEAR(later.orientation.yaw(), there.orientation.yaw(), 1e-9);
    }
}

TEST(DeadReckon, KeepsTheOrientationNormalised) {
    Motion m = on_circle(10, 30, 0);
    for (int i = 0; i < 10'000; ++i) m = dead_reckon(m, SimDuration::milliseconds(5));
    const Quaternion q = m.orientation;
    EXPECT_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-12);
}

TEST(DeadReckon, DoesNotDependOnTheDirectionOfTheAxes) {
    Random random(5);
    for (int i = 0; i < 100; ++i) {
        const Motion m = on_circle(random.uniform(10, 200), random.uniform(0.5, 40), random.uniform(-3, 3));
        const Quaternion turn = Quaternion::from_yaw(random.uniform(-3, 3));
        Motion turned = m;
        turned.position = turn.rotate(m.position);
        turned.velocity = turn.rotate(m.velocity);
        turned.acceleration = turn.rotate(m.acceleration);
        turned.orientation = turn * m.orientation;
        const SimDuration ahead = SimDuration::milliseconds(static_cast<std::int64_t>(random.below(300)));
        expect_near(dead_reckon(turned, ahead).position, turn.rotate(dead_reckon(m, ahead).position));
    }
}

TEST(DeadReckon, ExtrapolatesAtMostOneSecond) {
    const Motion m = on_circle(40, 15, 0);
    EXPECT_EQ(dead_reckon(m, SimDuration::seconds(60)).position,
              dead_reckon(m, SimDuration::seconds(1)).position);
}

TEST(DeadReckonDeathTest, RefusesThePast) {
    EXPECT_DEATH((void)dead_reckon(Motion{}, SimDuration::nanoseconds(-1)), "requirement failed");
}

}  // namespace
}  // namespace synchrono::geo

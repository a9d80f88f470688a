// Proves that a body is in sight if it is within the range and buildings do not hide all of its corners.
#include "client/acu/line_of_sight.hpp"

#include <gtest/gtest.h>
#include <numbers>

namespace synchrono::client::acu {
namespace {

using Outlines = std::vector<geo::Footprints::Outline>;

/// A building at the north-east corner of the crossing at (0, 0).
const Outlines kCorner{{{10, 10}, {60, 10}, {60, 60}, {10, 60}}};

body::Obstacle car(double x, double y, double yaw_rad = 0) {
    body::Obstacle body{.agent = AgentId{1}, .length_m = 4, .width_m = 2, .height_m = 1.5, .motion = {}};
    body.motion.position = {x, y, 0.5};
    body.motion.orientation = geo::Quaternion::from_yaw(yaw_rad);
    return body;
}

TEST(LineOfSight, WithoutARangeEverythingIsSeen) {
    LineOfSight sight({}, kCorner);
    EXPECT_TRUE(sight.sees({0, -40, 0}, silhouette_of(car(1e6, 0))));
    EXPECT_TRUE(sight.sees({5, 50, 0}, geo::Vec3{50, 5, 0}));
}

TEST(LineOfSight, EndsAtItsRange) {
    LineOfSight sight(100, {});
    EXPECT_TRUE(sight.sees({0, 0, 0}, silhouette_of(car(100, 0))));
    EXPECT_FALSE(sight.sees({0, 0, 0}, silhouette_of(car(100.1, 0))));
    EXPECT_TRUE(sight.sees({0, 0, 0}, silhouette_of(car(60, 80)))) << "heights do not matter";
    EXPECT_TRUE(sight.sees({0, 0, 0}, geo::Vec3{-100, 0, 30}));
    EXPECT_FALSE(sight.sees({0, 0, 0}, geo::Vec3{-101, 0, 0}));
}

TEST(LineOfSight, BuildingsHideBodiesWhollyBehindThem) {
    LineOfSight sight(150, kCorner);
    // The eye is on the northern road, and the car is on the eastern road. The building hides the car if both
    // are far from the crossing.
    EXPECT_FALSE(sight.sees({0, 50, 0}, silhouette_of(car(50, 0))));
    EXPECT_TRUE(sight.sees({0, 20, 0}, silhouette_of(car(15, 0))));
    EXPECT_FALSE(sight.sees({0, 50, 0}, geo::Vec3{50, 0, 0}));
    EXPECT_TRUE(sight.sees({0, 50, 0}, geo::Vec3{0, -90, 0}));
}

TEST(LineOfSight, OneVisibleCornerIsEnough) {
    LineOfSight sight(150, kCorner);
    // The line from the eye past the corner at (10, 10) meets y = 0 at x = 12.5.
    EXPECT_FALSE(sight.sees({0, 50, 0}, geo::Vec3{14, 0, 0})) << "its centre is hidden";
    EXPECT_TRUE(sight.sees({0, 50, 0}, silhouette_of(car(14, 0)))) << "its rear is in sight";
    EXPECT_FALSE(sight.sees({0, 50, 0}, silhouette_of(car(17, 0))));
    EXPECT_FALSE(sight.sees({0, 50, 0}, silhouette_of(car(15, 0, std::numbers::pi / 2)))) << "across";
}

TEST(LineOfSight, TheEyeIsInTheFrontHalf) {
    geo::Motion at;
    at.position = {10, 20, 1};
    at.orientation = geo::Quaternion::from_yaw(std::numbers::pi / 2);
    const geo::Vec3 eye = LineOfSight::eye_of(at, 4);
    EXPECT_NEAR(eye.x, 10, 1e-12);
    EXPECT_NEAR(eye.y, 21, 1e-12);
}

}  // namespace
}  // namespace synchrono::client::acu

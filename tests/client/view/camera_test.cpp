// Proves where cameras are, how they move, and where in the picture a place of the world appears.
#include "client/view/internal/camera.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace synchrono::client::view {
namespace {

constexpr PictureSize kSize{640, 480};

Followed car_at(geo::Vec3 position, double yaw_rad) {
    Followed car;
    car.motion.position = position;
    car.motion.orientation = geo::Quaternion::from_yaw(yaw_rad);
    car.size = {4.8, 1.9, 1.5};
    return car;
}

TEST(Project, PutsPointsAheadInTheMiddle) {
    const Eye eye{{0, 0, 1}, {1, 0, 0}, {0, 0, 1}, std::numbers::pi / 2};
    const auto middle = project(eye, {10, 0, 1}, kSize);
    ASSERT_TRUE(middle);
    EXPECT_NEAR(middle->x, 320, 1e-9);
    EXPECT_NEAR(middle->y, 240, 1e-9);
    EXPECT_NEAR(middle->depth_m, 10, 1e-9);
    const auto left = project(eye, {10, 5, 1}, kSize), above = project(eye, {10, 0, 11}, kSize);
    EXPECT_NEAR(left->x, 320 - 120, 1e-9);
    EXPECT_NEAR(above->y, 0, 1e-9) << "half a right angle up is the picture's edge";
    EXPECT_FALSE(project(eye, {-1, 0, 1}, kSize)) << "behind";
}

TEST(CameraTest, ChaseTurnsAfterTheFollowedBody) {
    Camera camera(CameraKind::chase);
    camera.follow(car_at({0, 0, 0.6}, 0), 0, {}, {});
    EXPECT_LT(camera.eye().position.x, -5);
    camera.follow(car_at({0, 0, 0.6}, std::numbers::pi / 2), 0.1, {}, {});
    EXPECT_LT(camera.eye().position.x, -5) << "not at once";
    for (int i = 0; i < 50; ++i) camera.follow(car_at({0, 0, 0.6}, std::numbers::pi / 2), 0.1, {}, {});
    EXPECT_NEAR(camera.eye().position.x, 0, 0.05);
    EXPECT_LT(camera.eye().position.y, -5);
}

TEST(CameraTest, ChaseTakesTheShorterWayRound) {
    Camera camera(CameraKind::chase);
    camera.follow(car_at({}, 3.1), 0, {}, {});
    camera.follow(car_at({}, -3.1), 0.1, {}, {});
    EXPECT_GT(camera.eye().position.x, 5) << "across the back, not through the front";
}

TEST(CameraTest, CockpitLooksAheadAndTopLooksDown) {
    Camera camera(CameraKind::cockpit);
    EXPECT_GT(camera.follow(car_at({}, 0), 0, {}, {}).forward.x, 0.99);
    camera.choose(CameraKind::top);
    EXPECT_EQ(camera.follow(car_at({5, 6, 0}, 0), 0, {}, {}).forward, (geo::Vec3{0, 0, -1}));
    EXPECT_EQ(camera.eye().position.x, 5);
    const double height = camera.eye().position.z;
    camera.move({.zoom = 2}, 0.01);
    EXPECT_LT(camera.follow(car_at({5, 6, 0}, 0), 0, {}, {}).position.z, height);
}

TEST(CameraTest, FreeMovesOnlyByItsControls) {
    Camera camera(CameraKind::free);
    const Eye first = camera.follow(car_at({}, 0), 0, {}, {});
    const Eye same = camera.follow(car_at({100, 0, 0}, 0), 1, {}, {});
    EXPECT_EQ(same.position, first.position);
    camera.move({.up = 1}, 1);
    EXPECT_NEAR(camera.eye().position.z, first.position.z + 25, 1e-9);
    camera.move({.turn_rad = 0.3}, 0);
    EXPECT_NEAR(std::atan2(camera.eye().forward.y, camera.eye().forward.x),
                std::atan2(first.forward.y, first.forward.x) + 0.3, 1e-9);
    camera.move({.tilt_rad = 9}, 0);
    EXPECT_LT(camera.eye().forward.z, 1) << "it never points straight up";
}

TEST(CameraTest, WithoutABodyToFollowItSeesTheMiddleOfTheWorld) {
    Camera camera(CameraKind::chase);
    const Eye eye = camera.follow(std::nullopt, 0, {-100, -50, 0}, {100, 150, 0});
    const auto middle = project(eye, {0, 50, 0}, kSize);
    ASSERT_TRUE(middle);
    EXPECT_NEAR(middle->x, 320, 1e-6);
    EXPECT_NEAR(middle->y, 240, 1e-6);
}

}  // namespace
}  // namespace synchrono::client::view

/// Proves that the line that the driver follows (Track) keeps to the ways and is smooth from lane to lane,
/// and that it finds the bodies beside it.

#include "pcp/urban_driver/track.hpp"

#include <gtest/gtest.h>

#include "tests/support/road_builder.hpp"

namespace synchrono::pcp::urban_driver {
namespace {

using namespace synchrono::testing;

struct TrackTest : ::testing::Test {
    CrossingMap map;
    Track track{Map(&map.map())};
    std::uint32_t left_turn = map.map().ways[map.in(0)].next[1];

    TrackTest() {
        track.restart(map.in(0), 0);
        track.extend(left_turn);
        track.extend(map.out(1));
    }
};

TEST_F(TrackTest, FollowsTheMiddlesOfItsWays) {
    EXPECT_NEAR(track.point_at(100).x, -62, 1e-9);
    EXPECT_NEAR(track.point_at(100).y, -1.75, 1e-9);
    EXPECT_NEAR(track.end_m(), 300 + map.map().ways[left_turn].length_m, 0.5);
    const Point end = track.point_at(track.end_m());
    EXPECT_NEAR(end.x, 1.75, 1e-6);
    for (std::size_t i = 1; i < track.samples().size(); ++i) {
        const Point step = track.samples()[i].at - track.samples()[i - 1].at;
        ASSERT_NEAR(driving::length(step), Track::kStep, 0.02) << i;
        ASSERT_GT(driving::dot(step, track.samples()[i].along), 0.99 * Track::kStep * 0.98) << i;
    }
    // The line turns left by a right angle.
    double turned = 0;
    for (const Track::Sample& s : track.samples()) turned += s.curvature * Track::kStep;
    EXPECT_NEAR(turned, 1.571, 0.05);
}

TEST_F(TrackTest, FindsThePlaceNearestToAPoint) {
    EXPECT_NEAR(track.nearest_m({-62.2, 3}, 60), 99.8, 1e-6);
    EXPECT_NEAR(track.nearest_m({1, 100}, 170), track.end_m() - 62, 0.6);
    EXPECT_NEAR(track.nearest_m({-200, 0}, 5), -38, 1e-6);  // before the beginning of the line
}

TEST_F(TrackTest, ForgetsThePartBehindAndKeepsItsDistances) {
    const Point before = track.point_at(140);
    track.forget(140, 50);
    EXPECT_NEAR(track.begin_m(), 90, 0.5);
    EXPECT_NEAR(driving::length(track.point_at(140) - before), 0, 1e-9);
    EXPECT_EQ(track.leg_at(140).way, map.in(0));
    track.forget(250, 50);
    EXPECT_EQ(track.legs().front().way, map.out(1));
}

TEST_F(TrackTest, SwingsSmoothlyFromAsideToTheMiddle) {
    track.restart(map.in(0), 0, 3.5);
    EXPECT_NEAR(track.point_at(30).y, 1.75, 1e-9);
    track.swing(20, 0, 40);
    EXPECT_NEAR(track.point_at(20).y, 1.75, 0.01);
    EXPECT_NEAR(track.point_at(40).y, 0, 0.01);
    EXPECT_NEAR(track.point_at(60).y, -1.75, 0.01);
    for (const Track::Sample& s : track.samples()) ASSERT_LT(std::abs(s.curvature), 0.02);
    track.extend(left_turn);
    EXPECT_NEAR(track.point_at(140).y, -1.75, 1e-9);
}

TEST_F(TrackTest, FindsBodiesBesideIt) {
    Beside b;
    ASSERT_TRUE(track.beside({{-62, 1.75}, {1, 0}, 4, 2}, 0, 200, 6, b));
    EXPECT_NEAR(b.from_m, 98, 0.1);
    EXPECT_NEAR(b.to_m, 102, 0.1);
    EXPECT_NEAR(b.left_m, 4.5, 0.01);
    EXPECT_NEAR(b.right_m, 2.5, 0.01);
    EXPECT_FALSE(track.beside({{-62, 1.75}, {1, 0}, 4, 2}, 0, 200, 2, b));
    EXPECT_FALSE(track.beside({{-62, 1.75}, {1, 0}, 4, 2}, 110, 200, 6, b));
    // This body stands across, with its nose on the line.
    ASSERT_TRUE(track.beside({{-62, -4}, {0, 1}, 5, 2}, 0, 200, 1.5, b));
    EXPECT_NEAR(b.from_m, 99, 0.3);
    EXPECT_NEAR(b.to_m, 101, 0.3);
    EXPECT_FALSE(track.beside({{-62, -9}, {0, 1}, 5, 2}, 0, 200, 1.5, b));
}

TEST_F(TrackTest, FindsLongBodiesAcrossItInEitherOrientation) {
    // The body covers the whole width of the line, wherever its middle is.
    for (const double middle_y : {-18.0, -1.75, 7.0, 480.0}) {
        const double length_m = middle_y > 400 ? 1000 : 40;
        for (const auto& box :
             {Box{{-62, middle_y}, {0, 1}, length_m, 0.5}, Box{{-62, middle_y}, {1, 0}, 0.5, length_m}}) {
            Beside b;
            ASSERT_TRUE(track.beside(box, 0, 200, 6, b)) << middle_y;
            EXPECT_NEAR(b.from_m, 99.75, 0.1);
            EXPECT_NEAR(b.to_m, 100.25, 0.1);
            EXPECT_GT(b.left_m, 3.5) << middle_y;
            EXPECT_LT(b.right_m, -3.5) << middle_y;
        }
    }
}

}  // namespace
}  // namespace synchrono::pcp::urban_driver

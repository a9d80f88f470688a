/// Proves the class Path: even samples from any points, distances, curvature, projection, and the seam of
/// closed paths.

#include "pcp/path_follower/path.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace synchrono::pcp {
namespace {

std::vector<driving::Point> circle(double radius, int corners) {
    std::vector<driving::Point> points;
    for (int i = 0; i < corners; ++i) {
        const double a = 2 * std::numbers::pi * i / corners;
        points.push_back({radius * std::cos(a), radius * std::sin(a)});
    }
    return points;
}

TEST(Path, SamplesAreEvenForAnyPoints) {
    const path_follower::Path path({{0, 0}, {0.1, 0}, {0.1, 0}, {30, 0}, {30, 40}}, false);
    EXPECT_DOUBLE_EQ(path.length(), 70);
    EXPECT_EQ(path.samples().size(), 36u);
    for (std::size_t i = 0; i <= 15; ++i)
        EXPECT_NEAR(path.samples()[i].at.x, 2.0 * static_cast<double>(i), 1e-9);
    EXPECT_NEAR(path.samples().back().at.y, 40, 1e-9);
    EXPECT_NEAR(path.samples()[5].along.x, 1, 1e-9);
    EXPECT_NEAR(path.samples()[30].along.y, 1, 1e-9);
}

TEST(Path, ACircleHasItsCurvatureAllAround) {
    for (const int corners : {36, 72, 500}) {
        const path_follower::Path path(circle(100, corners), true);
        EXPECT_NEAR(path.length(), 200 * std::numbers::pi, 1);
        for (const auto& s : path.samples()) EXPECT_NEAR(s.curvature, 0.01, corners == 36 ? 0.008 : 0.002);
    }
    std::vector<driving::Point> right = circle(100, 72);
    for (driving::Point& p : right) p.y = -p.y;
    EXPECT_LT(path_follower::Path(right, true).samples()[0].curvature, 0);
}

TEST(Path, AClosedPathMayRepeatItsFirstPoint) {
    auto points = circle(50, 40);
    const path_follower::Path once(points, true);
    points.push_back(points.front());
    const path_follower::Path twice(points, true);
    EXPECT_EQ(once.samples().size(), twice.samples().size());
    EXPECT_DOUBLE_EQ(once.length(), twice.length());
}

TEST(Path, ContinuesAcrossItsSeamOrBeyondItsEnd) {
    const path_follower::Path ring(circle(100, 360), true);
    const std::size_t last = ring.samples().size() - 1;
    EXPECT_EQ(ring.after(last, 1), 0u);
    EXPECT_EQ(ring.after(3, ring.samples().size()), 3u);
    EXPECT_NEAR(ring.ahead(last, ring.spacing() * 1.5).y, ring.spacing() / 2, 0.01);

    const path_follower::Path line({{0, 0}, {100, 0}}, false);
    EXPECT_EQ(line.after(49, 10), 50u);
    EXPECT_NEAR(line.ahead(50, 7).x, 107, 1e-9);
    EXPECT_NEAR(line.ahead(45, 17).x, 107, 1e-9);
    EXPECT_NEAR(line.ahead(45, 3).x, 93, 1e-9);
    EXPECT_NEAR(line.ahead(0, -3).x, -3, 1e-9);
}

TEST(Path, FindsTheNearestSampleFromNearby) {
    const path_follower::Path ring(circle(100, 360), true);
    std::size_t at = ring.nearest({100, 0}, {0, 1});
    EXPECT_EQ(at, 0u);
    // Follows the ring three times, in both directions, in strides of five metres.
    for (const double way : {1.0, -1.0}) {
        for (int i = 1; i < 400; ++i) {
            const double a = way * 0.05 * i;
            const driving::Point p{103 * std::cos(a), 103 * std::sin(a)};
            at = ring.nearest_from(p, at);
            ASSERT_EQ(at, ring.nearest(p, {-std::sin(a), std::cos(a)})) << i;
        }
        at = ring.nearest({100, 0}, {0, 1});
    }
}

TEST(Path, TheHeadingDecidesBetweenTwoPasses) {
    // The path leads 100 m along x and comes back 4 m to the left.
    const path_follower::Path path({{0, 0}, {100, 0}, {100, 4}, {0, 4}}, false);
    EXPECT_LT(path.nearest({50, 2.2}, {1, 0}), 30u);
    EXPECT_GT(path.nearest({50, 1.8}, {-1, 0}), 60u);
}

TEST(Path, RefusesInvalidPoints) {
    EXPECT_THROW(path_follower::Path({}, false), std::runtime_error);
    EXPECT_THROW(path_follower::Path({{0, 0}, {0, 0}}, false), std::runtime_error);
    EXPECT_THROW(path_follower::Path({{0, 0}, {100, 0}}, true), std::runtime_error);
    EXPECT_THROW(path_follower::Path({{0, 0}, {9, 0}}, false), std::runtime_error);
    EXPECT_THROW(path_follower::Path({{0, 0}, {5e5, 0}}, false), std::runtime_error);
    EXPECT_THROW(path_follower::Path({{0, 0}, {std::nan(""), 0}}, false), std::runtime_error);
    EXPECT_THROW(path_follower::Path({{0, 0}, {std::numeric_limits<double>::infinity(), 0}}, false),
                 std::runtime_error);
}

}  // namespace
}  // namespace synchrono::pcp

// Proves that the grid finds exactly the points within the radius, the same ones as a comparison of all
// pairs. A point on the edge counts as near; a position that no correct client sends is near nothing.
#include "server/interest.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "common/base/random.hpp"

namespace synchrono::server {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kFarthest = std::numeric_limits<float>::max();

struct Point {
    float x, y;
};

InterestGrid grid_of(const std::vector<Point>& points, double cell_m) {
    InterestGrid grid;
    grid.clear(cell_m);
    for (std::uint32_t i = 0; i < points.size(); ++i) grid.add(i, points[i].x, points[i].y);
    grid.sort();
    return grid;
}

std::vector<std::uint32_t> near(const InterestGrid& grid, Point at, double radius_m) {
    std::vector<std::uint32_t> found;
    grid.near(at.x, at.y, radius_m, found);
    std::sort(found.begin(), found.end());
    return found;
}

TEST(InterestGrid, AgreesWithComparingAllPairs) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const double spread = std::pow(10.0, random.uniform(0, 5));
        const double radius = spread * random.uniform(0.01, 0.7);
        std::vector<Point> points;
        for (int i = 0; i < 120; ++i) {
            points.push_back({static_cast<float>(random.uniform(-spread, spread)),
                              static_cast<float>(random.uniform(-spread, spread))});
        }
        // The size of the cells changes only the effort, not the result.
        const InterestGrid grid = grid_of(points, radius * (seed % 2 == 0 ? 1.0 : 0.3));
        for (const Point& at : points) {
            std::vector<std::uint32_t> expected;
            for (std::uint32_t i = 0; i < points.size(); ++i) {
                if (std::hypot(double{points[i].x} - at.x, double{points[i].y} - at.y) <= radius)
                    expected.push_back(i);
            }
            ASSERT_EQ(near(grid, at, radius), expected);
        }
    }
}

TEST(InterestGrid, CountsTheEdgeAsNear) {
    const InterestGrid grid = grid_of({{0, 0}, {30, 40}, {30.001F, 40}, {-50, 0}, {0, -50}}, 50);
    EXPECT_EQ(near(grid, {0, 0}, 50), (std::vector<std::uint32_t>{0, 1, 3, 4}));
}

TEST(InterestGrid, FindsPointsAcrossBordersOfCells) {
    // The points lie on both sides of zero and of a border between cells.
    const InterestGrid grid = grid_of({{-0.5F, -0.5F}, {0.5F, 0.5F}, {9.5F, 0}, {10.5F, 0}}, 10);
    EXPECT_EQ(near(grid, {-0.5F, 0}, 2), (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(near(grid, {10.4F, 0}, 2), (std::vector<std::uint32_t>{2, 3}));
}

TEST(InterestGrid, InvalidPositionsAreNearNothing) {
    const InterestGrid grid = grid_of({{kNan, 0}, {0, kNan}, {kInfinity, 0}, {0, -kInfinity}, {1, 1}}, 10);
    EXPECT_EQ(near(grid, {0, 0}, 10), (std::vector<std::uint32_t>{4}));
    for (const Point at : {Point{kNan, 0}, Point{0, kNan}, Point{kInfinity, 0}, Point{0, -kInfinity}}) {
        EXPECT_EQ(near(grid, at, 10), std::vector<std::uint32_t>{});
    }
}

TEST(InterestGrid, TakesTheFarthestPlaces) {
    const InterestGrid grid = grid_of({{kFarthest, kFarthest}, {-kFarthest, -kFarthest}, {0, 0}}, 1e-3);
    EXPECT_EQ(near(grid, {kFarthest, kFarthest}, 1), (std::vector<std::uint32_t>{0}));
    EXPECT_EQ(near(grid, {-kFarthest, -kFarthest}, 1), (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(near(grid, {0, 0}, 1e-3), (std::vector<std::uint32_t>{2}));
}

TEST(InterestGrid, ClearForgetsAllPoints) {
    InterestGrid grid = grid_of({{0, 0}}, 10);
    grid.clear(5);
    grid.add(7, 1, 1);
    grid.sort();
    EXPECT_EQ(near(grid, {0, 0}, 5), (std::vector<std::uint32_t>{7}));
}

}  // namespace
}  // namespace synchrono::server

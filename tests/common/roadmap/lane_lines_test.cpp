// Proves that lines thinned for drawing keep their shape with few points, and that hulls and middles fit
// the points that they are made of.
#include "common/roadmap/lane_lines.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "tests/common/roadmap/map_text.hpp"

namespace synchrono::roadmap {
namespace {

using geo::Vec3;
using testing::make_map;
using testing::map_text;

TEST(Thinned, KeepsOnlyEndsAndCorners) {
    EXPECT_EQ(thinned({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}}),
              (std::vector<Vec3>{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}}));
    EXPECT_EQ(thinned({{0, 0, 0}}).size(), 1u);
    EXPECT_TRUE(thinned({}).empty());
}

TEST(Thinned, StaysWithinCentimetresOfACurve) {
    std::vector<Vec3> arc;
    for (int i = 0; i <= 100; ++i) arc.push_back({20 * std::cos(i * 0.01), 20 * std::sin(i * 0.01), 0});
    const auto kept = thinned(arc);
    EXPECT_LT(kept.size(), 15u);
    for (std::size_t i = 1; i < kept.size(); ++i) {
        const Vec3 middle = (kept[i] + kept[i - 1]) * 0.5;
        EXPECT_NEAR(std::hypot(middle.x, middle.y), 20, 0.04);
    }
}

TEST(LaneOutline, EnclosesTheLane) {
    const roadmap::RoadMap map = make_map(map_text("two_roads"));
    const roadmap::Road& road = *map.road("1");
    EXPECT_EQ(lane_edge(road, road.sections[0], 0), (std::vector<Vec3>{{0, 0, 1}, {60, 0, 2.2}}));
    EXPECT_EQ(lane_edge(road, road.sections[0], -1), (std::vector<Vec3>{{0, -3.5, 1}, {60, -3.5, 2.2}}));
    EXPECT_EQ(lane_outline(road, road.sections[0], -2),
              (std::vector<Vec3>{{0, -3.5, 1}, {60, -3.5, 2.2}, {60, -7, 2.2}, {0, -7, 1}}));
}

TEST(HullOf, IsConvexAndAnticlockwise) {
    EXPECT_EQ(hull_of({{1, 1, 0}, {0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {2, 2, 0}, {0, 2, 0}}),
              (std::vector<Vec3>{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}));
    EXPECT_LT(hull_of({{0, 0, 0}, {1, 0, 0}}).size(), 3u);
}

TEST(JunctionOutline, EnclosesTheLanesThatLeadThrough) {
    const roadmap::RoadMap map = make_map(map_text("crossing"));
    const OpenDrive& file = map.open_drive();
    ASSERT_FALSE(file.junctions.empty());
    const auto outline = junction_outline(file, file.junctions[0]);
    ASSERT_GE(outline.size(), 4u);
    EXPECT_EQ(outline, hull_of(outline)) << "convex, anticlockwise";
    Junction nowhere;
    nowhere.id = "nowhere";
    EXPECT_TRUE(junction_outline(file, nowhere).empty());
}

TEST(MiddleOf, IsTheMiddleOfTheBoundingBox) {
    EXPECT_EQ(middle_of({{0, 0, 5}, {4, 0, 5}, {0, 2, 5}}), (Vec3{2, 1, 0}));
}

}  // namespace
}  // namespace synchrono::roadmap

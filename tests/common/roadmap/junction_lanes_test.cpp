// Proves that a junction's lanes are those that a J2735 message can describe: which lanes exist, their
// numbers, where they lie and lead, and which signal governs them.
#include "common/roadmap/junction_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/common/roadmap/map_text.hpp"

namespace synchrono::roadmap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace roadmap::testing;
using Direction = JunctionLaneDirection;
using Use = JunctionLaneUse;

class LanesOfCrossing : public ::testing::Test {
  protected:
    const JunctionLane& lane(const std::string& way, Direction direction) const {
        for (const JunctionLane& each : lanes.lanes) {
            if (each.way != kNone && map.ways()[each.way].name == way && each.direction == direction)
                return each;
        }
        throw std::runtime_error("no lane " + way);
    }
    RoadMap map = make_map(map_text("crossing"));
    JunctionLanes lanes = junction_lanes(map, 0).value();
};

TEST_F(LanesOfCrossing, AreAllThatEnterLeaveOrCrossTheJunction) {
    std::vector<int> count(5);
    for (const JunctionLane& each : lanes.lanes) ++count[static_cast<std::size_t>(each.use)];
    EXPECT_EQ(count[static_cast<std::size_t>(Use::vehicle)], 16);
    EXPECT_EQ(count[static_cast<std::size_t>(Use::bike)], 4);
    EXPECT_EQ(count[static_cast<std::size_t>(Use::crosswalk)], 4);
    EXPECT_EQ(count[static_cast<std::size_t>(Use::sidewalk)], 8);
    for (std::size_t i = 0; i < lanes.lanes.size(); ++i) EXPECT_EQ(lanes.lanes[i].id, i + 1);
    EXPECT_NEAR(lanes.position.x, 0, 0.2);
    EXPECT_NEAR(lanes.position.y, 0, 0.2);
    EXPECT_THAT(lanes.signal_groups, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST_F(LanesOfCrossing, AreNumberedByArmFromTheNorthClockwise) {
    EXPECT_EQ(lane("3:0:-1", Direction::ingress).approach, 1);
    EXPECT_EQ(lane("3:0:1", Direction::egress).approach, 1);
    EXPECT_EQ(lane("2:0:-1", Direction::ingress).approach, 2);
    EXPECT_EQ(lane("1:0:-1", Direction::ingress).approach, 3);
    EXPECT_EQ(lane("4:0:-1", Direction::ingress).approach, 4);
    EXPECT_EQ(lane("3:0:-1", Direction::ingress).id, 1) << "the leftmost that leads in";
    EXPECT_EQ(lane("3:0:-2", Direction::ingress).id, 2);
    EXPECT_EQ(lane("3:0:-3", Direction::ingress).id, 3);
    EXPECT_EQ(lane("3:0:1", Direction::egress).id, 4);
}

TEST_F(LanesOfCrossing, BeginAtTheStopLineAndReachOutwards) {
    const JunctionLane& in = lane("1:0:-1", Direction::ingress);
    EXPECT_THAT(in.points, ElementsAre(std::array{1.75, -27.0}, std::array{1.75, -100.0}));
    const JunctionLane& out = lane("1:0:2", Direction::egress);
    EXPECT_THAT(out.points, ElementsAre(std::array{-5.25, -20.0}, std::array{-5.25, -100.0}));
    EXPECT_EQ(in.width_m, 3.5);
    EXPECT_NEAR(*in.speed_limit_m_s, 30 * 0.44704, 1e-12);
    const auto shorter = junction_lanes(map, 0, 40);
    ASSERT_TRUE(shorter);
    EXPECT_EQ(shorter->lanes[0].points.back(), (std::array{-1.75, 67.0}));
}

TEST_F(LanesOfCrossing, ConnectAsTheJunctionDoes) {
    const JunctionLane& in = lane("1:0:-1", Direction::ingress);
    ASSERT_EQ(in.connections.size(), 2u);
    EXPECT_EQ(in.connections[0].to, lane("4:0:1", Direction::egress).id);
    EXPECT_EQ(in.connections[0].turn, Turn::left);
    EXPECT_EQ(in.connections[0].signal_group, 1);
    EXPECT_EQ(in.connections[1].to, lane("3:0:1", Direction::egress).id);
    EXPECT_EQ(in.connections[1].turn, Turn::straight);
    EXPECT_EQ(in.connections[1].signal_group, 2);
    for (const JunctionLane& each : lanes.lanes) {
        if (each.direction != Direction::both) {
            EXPECT_EQ(each.connections.empty(), each.direction == Direction::egress);
        }
        for (const JunctionLaneConnection& c : each.connections) {
            ASSERT_TRUE(c.to >= 1 && c.to <= lanes.lanes.size());
            EXPECT_NE(lanes.lanes[c.to - 1].direction, Direction::ingress);
        }
    }
}

TEST_F(LanesOfCrossing, HaveCrosswalksBetweenPavements) {
    const auto walk = std::find_if(lanes.lanes.begin(), lanes.lanes.end(),
                                   [](const auto& each) { return each.use == Use::crosswalk; });
    ASSERT_NE(walk, lanes.lanes.end());
    EXPECT_EQ(map.crosswalks()[walk->crosswalk].id, "walk1");
    EXPECT_EQ(walk->direction, Direction::both);
    EXPECT_EQ(walk->width_m, 3);
    ASSERT_EQ(walk->points.size(), 2u);
    EXPECT_EQ(walk->points[0][1], -23.5);
    EXPECT_EQ(std::abs(walk->points[1][0] - walk->points[0][0]), 18);
    ASSERT_EQ(walk->connections.size(), 2u);
    for (std::size_t end = 0; end < 2; ++end) {
        EXPECT_EQ(walk->connections[end].signal_group, 5);
        EXPECT_FALSE(walk->connections[end].turn);
        const JunctionLane& pavement = lanes.lanes[walk->connections[end].to - 1u];
        EXPECT_EQ(pavement.use, Use::sidewalk);
        EXPECT_EQ(pavement.points[0], walk->points[end]);
    }
}

TEST_F(LanesOfCrossing, HaveFewPointsInABend) {
    // The road from the south is one bend from end to end.
    std::string text = altered(map_text("crossing"),
                               "<geometry s=\"0\" x=\"0\" y=\"-100\" hdg=\"1.570796326794897\" "
                               "length=\"80\"><line/></geometry>",
                               "<geometry s=\"0\" x=\"-50\" y=\"-70\" hdg=\"0\" length=\"80\">"
                               "<arc curvature=\"0.02\"/></geometry>");
    const RoadMap bent = make_map(text);
    const auto found = junction_lanes(bent, 0);
    ASSERT_TRUE(found);
    for (const JunctionLane& each : found->lanes) {
        EXPECT_LE(each.points.size(), 63u);
        EXPECT_GE(each.points.size(), 2u);
        if (each.way == kNone || bent.ways()[each.way].name != "1:0:-1") continue;
        EXPECT_GT(each.points.size(), 4u);
        for (std::size_t i = 0; i + 1 < each.points.size(); ++i) {
            const geo::Vec3 half{(each.points[i][0] + each.points[i + 1][0]) / 2,
                                 (each.points[i][1] + each.points[i + 1][1]) / 2, 0};
            EXPECT_LE(std::abs(bent.project(each.way, half).t_m), 0.13);
        }
    }
}

TEST(LanesOfJunction, AreRefusedWhenThereAreNone) {
    const RoadMap map =
        make_map(altered(map_text("two_roads"), "</OpenDRIVE>", "<junction id=\"7\"/></OpenDRIVE>"));
    EXPECT_THAT(junction_lanes(map, 0).error().text, HasSubstr("map.xodr: junction '7': no lanes"));
}

}  // namespace
}  // namespace synchrono::roadmap

// Proves that a pilot gets all that a road map holds, through the C structures and through pcp/map.hpp.
#include "client/pilot/map_view.hpp"

#include <cmath>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>
#include <string_view>

#include "pcp/map.hpp"

namespace synchrono::client::pilot {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const roadmap::RoadMap> crossing() {
    std::ifstream in(SYN_TEST_DATA "/roadmap/crossing.xodr", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    auto map = roadmap::RoadMap::make(roadmap::read_open_drive(text, "crossing").value());
    return std::make_shared<const roadmap::RoadMap>(std::move(map.value()));
}

class MapViewOfCrossing : public ::testing::Test {
  protected:
    std::uint32_t way(std::string_view name) const {
        for (const SynWay& each : map.ways()) {
            if (each.name == name) return each.way;
        }
        ADD_FAILURE() << name;
        return 0;
    }
    std::shared_ptr<const roadmap::RoadMap> roads = crossing();
    MapView view{roads, {{.junction = "crossing", .intersection = 7, .region = 3}, {.junction = "nowhere"}}};
    pcp::Map map{view.map()};
};

TEST_F(MapViewOfCrossing, HasEveryWayOfTheRoadMap) {
    ASSERT_EQ(map.ways().size(), roads->ways().size());
    for (const SynWay& given : map.ways()) {
        const roadmap::Way& way = roads->ways()[given.way];
        EXPECT_EQ(given.name, way.name);
        EXPECT_EQ(given.road, roads->open_drive().roads[way.road].id);
        EXPECT_EQ(given.kind, static_cast<int>(way.kind));
        EXPECT_EQ(given.turn, static_cast<int>(way.turn));
        EXPECT_EQ(given.length_m, way.length_m);
        EXPECT_EQ(given.left, way.left);
        EXPECT_EQ(given.right, way.right);
        EXPECT_EQ(given.junction, way.junction);
        EXPECT_EQ(given.signal_group, way.signal_group);
        EXPECT_EQ(given.stop_m, way.stop_m);
        if (way.speed_limit_m_s) {
            EXPECT_EQ(given.speed_limit_m_s, *way.speed_limit_m_s);
        } else {
            EXPECT_TRUE(std::isnan(given.speed_limit_m_s));
        }
        EXPECT_EQ(std::vector(pcp::next(given).begin(), pcp::next(given).end()), way.next);
        EXPECT_EQ(std::vector(pcp::previous(given).begin(), pcp::previous(given).end()), way.previous);
        ASSERT_EQ(pcp::points(given).size(), way.points.size());
        for (std::size_t i = 0; i < way.points.size(); ++i) {
            EXPECT_EQ(pcp::points(given)[i].position.x, way.points[i].position.x);
            EXPECT_EQ(pcp::points(given)[i].s_m, way.points[i].s_m);
            EXPECT_EQ(pcp::points(given)[i].width_m, way.points[i].width_m);
        }
        ASSERT_EQ(pcp::conflicts(given).size(), way.conflicts.size());
        for (std::size_t i = 0; i < way.conflicts.size(); ++i) {
            EXPECT_EQ(pcp::conflicts(given)[i].other, way.conflicts[i].other);
            EXPECT_EQ(pcp::conflicts(given)[i].kind, static_cast<int>(way.conflicts[i].kind));
            EXPECT_EQ(pcp::conflicts(given)[i].from_m, way.conflicts[i].from_m);
            EXPECT_EQ(pcp::conflicts(given)[i].other_to_m, way.conflicts[i].other_to_m);
            EXPECT_EQ(pcp::conflicts(given)[i].yields != 0, way.conflicts[i].yields);
        }
    }
}

TEST_F(MapViewOfCrossing, GivesJunctionsTheirIntersectionNumbers) {
    ASSERT_EQ(map.junctions().size(), 1u);
    EXPECT_EQ(map.junctions()[0].intersection, 7);
    EXPECT_EQ(map.junctions()[0].region, 3);
    EXPECT_STREQ(map.junctions()[0].name, "crossing");
    const MapView without(roads, {});
    EXPECT_EQ(without.map()->junctions[0].intersection, -1);
}

TEST_F(MapViewOfCrossing, HasCrosswalksAndBuildings) {
    ASSERT_EQ(map.crosswalks().size(), 4u);
    EXPECT_EQ(map.crosswalks()[0].signal_group, 5u);
    EXPECT_EQ(pcp::corners(map.crosswalks()[3])[2].y, roads->crosswalks()[3].corners[2].y);
    ASSERT_EQ(map.buildings().size(), 2u);
    EXPECT_EQ(pcp::corners(map.buildings()[1]).size(), 16u);
    EXPECT_EQ(map.buildings()[0].height_m, 15);
}

TEST_F(MapViewOfCrossing, FindsPlacesAndRoutes) {
    const auto found = map.nearest({1.5, -50, 0}, 5);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->way, way("1:0:-1"));
    EXPECT_NEAR(found->s_m, 50, 1e-9);
    EXPECT_NEAR(found->t_m, 0.25, 1e-9);
    EXPECT_EQ(map.nearest({1.5, -50, 0}, 5, pcp::kDrivingWays, -1.5)->way, way("1:0:1"));
    EXPECT_FALSE(map.nearest({500, -50, 0}, 5));
    EXPECT_THAT(map.route(way("1:0:-1"), way("4:0:1")),
                ElementsAre(way("1:0:-1"), way("10:0:-1"), way("4:0:1")));
    EXPECT_TRUE(map.route(way("4:0:1"), way("1:0:-1")).empty());
}

TEST_F(MapViewOfCrossing, ToleratesWrongArguments) {
    EXPECT_TRUE(map.route(0, 4'000'000'000).empty());
    std::uint32_t one = 99;
    const SynMap& c = *view.map();
    EXPECT_EQ(c.route(c.context, way("1:0:-1"), way("4:0:1"), pcp::kDrivingWays, &one, 1), 3u);
    EXPECT_EQ(one, way("1:0:-1"));
    EXPECT_EQ(c.nearest(c.context, {NAN, 0, 0}, NAN, 5, 1, nullptr), 0);
    EXPECT_EQ(c.nearest(c.context, {1.5, -50, 0}, INFINITY, 5, 1, nullptr), 0);
}

}  // namespace
}  // namespace synchrono::client::pilot

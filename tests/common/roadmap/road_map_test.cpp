// Proves what a road map promises about a small map: ways lead in the direction of travel, follow each
// other and lie beside each other as the file says, and are found again by place, by route and by lane.
#include "common/roadmap/road_map.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numbers>

#include "common/base/random.hpp"
#include "tests/common/log/allocation_watch.hpp"
#include "tests/common/roadmap/map_text.hpp"

namespace synchrono::roadmap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace roadmap::testing;

class TwoRoads : public ::testing::Test {
  protected:
    const Way& way(const std::string& name) const { return map.ways()[way_named(map, name)]; }
    RoadMap map = make_map(map_text("two_roads"));
};

TEST_F(TwoRoads, WaysRunInTheDirectionOfTravel) {
    const Way& onward = way("1:0:-1");
    EXPECT_NEAR(onward.points.front().position.x, 0, 1e-9);
    EXPECT_NEAR(onward.points.front().position.y, -1.75, 1e-9);
    EXPECT_NEAR(onward.points.back().position.x, 60, 1e-9);
    EXPECT_NEAR(onward.points.front().yaw_rad, 0, 1e-9);
    const Way& back = way("1:1:2");
    EXPECT_NEAR(back.points.front().position.x, 100, 1e-9);
    EXPECT_NEAR(back.points.front().position.y, 5.25, 1e-9);
    EXPECT_NEAR(back.points.back().position.x, 60, 1e-6);
    EXPECT_NEAR(std::abs(back.points.front().yaw_rad), std::numbers::pi, 1e-9);
    EXPECT_FALSE(back.is_along_s);
}

TEST_F(TwoRoads, WaysFollowTheGround) {
    EXPECT_NEAR(way("1:0:-1").points.front().position.z, 1, 1e-9);
    EXPECT_NEAR(way("1:0:-1").points.back().position.z, 1 + 0.02 * 60, 1e-6);
    EXPECT_NEAR(way("1:0:-1").length_m, 60 * std::hypot(1, 0.02), 1e-6);
    const auto place = map.lane_middle("1", 1, 50);
    ASSERT_TRUE(place);
    EXPECT_NEAR(place->pitch_rad, std::atan(0.02), 1e-9) << "down the hill: nose down";
}

TEST_F(TwoRoads, WaysBendWithTheRoad) {
    // This lane lies 1.75 m left of the reference line and is driven against it, so it bends to the right.
    const Way& inner = way("2:0:1");
    EXPECT_NEAR(inner.length_m, 100 * (1 - 0.02 * 1.75), 0.05);
    for (const WayPoint& point : inner.points) {
        EXPECT_NEAR(point.curvature_1_m, -1 / (50 - 1.75), 1e-9);
        EXPECT_NEAR(std::hypot(point.position.x - 100, point.position.y - 50), 50 - 1.75, 1e-9);
    }
    // Between its points the way is at most two centimetres off.
    for (double s = 0; s < inner.length_m; s += 0.37) {
        const geo::Vec3 p = map.at(way_named(map, "2:0:1"), s).position;
        EXPECT_NEAR(std::hypot(p.x - 100, p.y - 50), 50 - 1.75, 0.021);
    }
}

TEST_F(TwoRoads, WaysFollowEachOther) {
    EXPECT_THAT(names(map, way("1:0:-1").next), ElementsAre("1:1:-1"));
    EXPECT_THAT(names(map, way("1:1:-1").next), ElementsAre("2:0:-1"));
    EXPECT_THAT(names(map, way("2:0:-1").previous), ElementsAre("1:1:-1"));
    EXPECT_THAT(names(map, way("2:0:1").next), ElementsAre("1:1:1"));
    EXPECT_THAT(names(map, way("1:0:1").previous), ElementsAre("1:1:1"));
    EXPECT_THAT(names(map, way("1:0:-3").next), ElementsAre("1:1:-4"));
    EXPECT_THAT(way("1:1:-3").previous, IsEmpty());
    EXPECT_THAT(map.remarks(), IsEmpty());
}

TEST_F(TwoRoads, NeighboursHaveTheSameDirectionAndAreReachable) {
    EXPECT_EQ(way("1:0:-1").left, kNone);
    EXPECT_EQ(way("1:0:-1").right, way_named(map, "1:0:-2"));
    EXPECT_EQ(way("1:0:-2").left, way_named(map, "1:0:-1"));
    EXPECT_EQ(way("1:0:-2").right, kNone) << "a sidewalk is not a neighbour";
    EXPECT_EQ(way("1:0:1").right, kNone) << "over a solid line";
    EXPECT_EQ(way("1:0:2").left, kNone);
    EXPECT_EQ(way("1:1:2").left, way_named(map, "1:1:1"));
    EXPECT_EQ(way("1:1:-2").right, way_named(map, "1:1:-3"));
}

TEST_F(TwoRoads, LimitsAreThoseOfTheLaneOrElseOfTheRoad) {
    EXPECT_NEAR(*way("1:0:-1").speed_limit_m_s, 25 * 0.44704, 1e-9);
    EXPECT_NEAR(*way("1:0:-2").speed_limit_m_s, 10, 1e-9);
    EXPECT_FALSE(way("2:0:-1").speed_limit_m_s);
}

TEST_F(TwoRoads, NearestIsTheLaneOfAPlace) {
    const auto found = map.nearest({30, -3.4, 1.6}, 10);
    ASSERT_TRUE(found);
    EXPECT_EQ(map.ways()[found->way].name, "1:0:-1");
    EXPECT_NEAR(found->s_m, 30 * std::hypot(1, 0.02), 1e-6);
    EXPECT_NEAR(found->t_m, -1.65, 1e-9);
    const auto other = map.nearest({30, 0.2, 1.6}, 10, kDrivingWays, 0.3);
    EXPECT_EQ(map.ways()[other->way].name, "1:0:-1") << "the nearer lane leads the other way";
    EXPECT_EQ(map.ways()[map.nearest({30, 0.2, 1.6}, 10)->way].name, "1:0:1");
    EXPECT_EQ(map.ways()[map.nearest({30, -6, 1.6}, 10, kind_bit(WayKind::walk))->way].name, "1:0:-3");
}

TEST_F(TwoRoads, NearestFindsNothingBeyondItsReach) {
    EXPECT_FALSE(map.nearest({30, 40, 0}, 20));
    EXPECT_TRUE(map.nearest({30, 40, 0}, 40));
    EXPECT_FALSE(map.nearest({1e9, 40, 0}, 20));
    EXPECT_TRUE(map.nearest({-5'000, 0, 0}, 1e6));
    EXPECT_FALSE(map.nearest({std::nan(""), 0, 0}, 1e6));
    EXPECT_FALSE(map.nearest({0, 0, 0}, std::nan("")));
    EXPECT_FALSE(map.nearest({30, -1, 1.6}, 10, 0));
}

TEST_F(TwoRoads, NearestAgreesWithAFullSearch) {
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        const geo::Vec3 place{random.uniform(-20, 200), random.uniform(-30, 110), 2};
        const auto found = map.nearest(place, 25, kAllWays);
        double outside = 1e9, distance = 1e9;
        std::uint32_t expected = kNone;
        for (std::uint32_t w = 0; w < map.ways().size(); ++w) {
            const OnWay on = map.project(w, place);
            const WayPoint at = map.at(w, on.s_m);
            const double away = std::hypot(place.x - at.position.x, place.y - at.position.y);
            if (away > 25) continue;
            const double beyond = std::max(away - at.width_m / 2, 0.0);
            if (beyond > outside + 1e-6 || (beyond > outside - 1e-6 && away > distance)) continue;
            outside = beyond;
            distance = away;
            expected = w;
        }
        ASSERT_EQ(found.has_value(), expected != kNone) << place.x << ", " << place.y;
        if (!found) continue;
        EXPECT_EQ(map.ways()[found->way].name, map.ways()[expected].name) << place.x << ", " << place.y;
    }
}

TEST_F(TwoRoads, NearestDoesNotAllocate) {
    const auto before = log::testing::allocations_of_this_thread();
    for (int i = 0; i < 100; ++i) static_cast<void>(map.nearest({2.0 * i, -3, 1}, 30, kAllWays, 0.1));
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

TEST_F(TwoRoads, RouteIsTheQuickestAndChangesLanes) {
    const auto from = way_named(map, "1:0:-1");
    EXPECT_THAT(names(map, map.route(from, way_named(map, "2:0:-1"))),
                ElementsAre("1:0:-1", "1:1:-1", "2:0:-1"));
    const auto changed = names(map, map.route(from, way_named(map, "2:0:-2")));
    EXPECT_THAT(changed, ElementsAre("1:0:-1", "1:1:-1", "2:0:-1", "2:0:-2"));
    EXPECT_THAT(names(map, map.route(from, from)), ElementsAre("1:0:-1"));
    EXPECT_THAT(map.route(from, way_named(map, "1:0:1")), IsEmpty()) << "a route never turns round";
    EXPECT_THAT(map.route(from, way_named(map, "1:1:-3")), IsEmpty()) << "a bus lane is not for all";
    EXPECT_THAT(names(map, map.route(from, way_named(map, "1:1:-3"), kDrivingWays | kind_bit(WayKind::bus))),
                ElementsAre("1:0:-1", "1:0:-2", "1:1:-2", "1:1:-3"));
}

TEST_F(TwoRoads, AheadGivesBendsAndLimits) {
    const auto route = map.route(way_named(map, "1:0:-1"), way_named(map, "2:0:-1"));
    const RoadAhead near = map.conditions_ahead(route, 10, 50);
    EXPECT_EQ(near.curvature_max_1_m, 0);
    EXPECT_NEAR(near.covered_m, 50, 1e-9);
    EXPECT_NEAR(*near.speed_limit_m_s, 25 * 0.44704, 1e-9);
    const RoadAhead far = map.conditions_ahead(route, 10, 1'000);
    EXPECT_NEAR(far.curvature_max_1_m, 1 / (50 + 1.75), 1e-9);
    EXPECT_NEAR(far.covered_m, 90 * std::hypot(1, 0.02) + 100 * (1 + 0.02 * 1.75), 0.1);
}

TEST_F(TwoRoads, PlacesAgentsOnLanes) {
    const auto place = map.lane_middle("1", 2, 40);
    ASSERT_TRUE(place);
    EXPECT_NEAR(place->position.x, 40, 1e-9);
    EXPECT_NEAR(place->position.y, 5.25, 1e-9);
    EXPECT_NEAR(std::abs(place->yaw_rad), std::numbers::pi, 1e-9);
    EXPECT_THAT(map.lane_middle("9", 1, 0).error().text, HasSubstr("no road '9'"));
    EXPECT_THAT(map.lane_middle("1", 1, 100.5).error().text, HasSubstr("goes from 0 to 100 m"));
    EXPECT_THAT(map.lane_middle("1", -4, 10).error().text, HasSubstr("its lanes there: 2, 1, -1, -2, -3"));
    EXPECT_THAT(map.lane_middle("1", 0, 10).error().text, HasSubstr("no lane 0"));
    EXPECT_TRUE(map.lane_middle("1", -4, 70));
}

TEST_F(TwoRoads, PlacesOfLanesLieOnTheirWays) {
    const auto index = way_named(map, "2:0:1");
    for (double s = 0; s < 100; s += 7.3) {
        const auto place = map.lane_middle("2", 1, s);
        const OnWay on = map.project(index, place->position);
        EXPECT_NEAR(on.t_m, 0, 0.021);
        // The way lies inside the bend and is therefore shorter than the road. It begins at the road's end.
        EXPECT_NEAR(on.s_m, (100 - s) * (1 - 0.02 * 1.75), 0.05);
    }
}

TEST_F(TwoRoads, IsDeterministic) {
    const RoadMap again = make_map(map_text("two_roads"));
    ASSERT_EQ(again.ways().size(), map.ways().size());
    for (std::size_t i = 0; i < map.ways().size(); ++i) {
        const Way &a = map.ways()[i], &b = again.ways()[i];
        ASSERT_EQ(a.points.size(), b.points.size());
        for (std::size_t j = 0; j < a.points.size(); ++j) {
            EXPECT_EQ(a.points[j].position, b.points[j].position);
            EXPECT_EQ(a.points[j].yaw_rad, b.points[j].yaw_rad);
        }
    }
}

}  // namespace
}  // namespace synchrono::roadmap

/// Proves that a plan leads to the destination by the named roads and changes to the right lane early. A plan
/// is refused if no way leads there.

#include "pcp/urban_driver/route_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/road_builder.hpp"

namespace synchrono::pcp::urban_driver {
namespace {

using namespace synchrono::testing;

TEST(RoutePlan, LeadsThroughTheCrossingFromTheLaneThatTurns) {
    CrossingMap map({.lanes = 2});
    const RoutePlan plan(Map(&map.map()), {"out_n"}, kDrivingWays);
    const auto turn = plan.best_next(map.in(0, 0), 0);
    ASSERT_NE(turn, SYN_NONE);
    EXPECT_EQ(map.given(turn).road, "x_e_n");
    EXPECT_EQ(plan.best_next(map.in(0, 1), 0), SYN_NONE);  // this lane goes straight on or right only
    EXPECT_TRUE(plan.better_beside(map.in(0, 1), map.in(0, 0), 0));
    EXPECT_FALSE(plan.better_beside(map.in(0, 0), map.in(0, 1), 0));
    EXPECT_EQ(plan.best_next(turn, 0), map.out(1, 0));
    EXPECT_EQ(plan.reached(map.out(1, 0), 0), 1u);
    EXPECT_TRUE(plan.ends(map.out(1, 0), 1));
    EXPECT_FALSE(plan.ends(turn, 0));
}

TEST(RoutePlan, ComputesTheDrivingTime) {
    CrossingMap map;
    const RoutePlan plan(Map(&map.map()), {"out_e"}, kDrivingWays);
    EXPECT_NEAR(plan.seconds_from(map.in(0), 0), (150 + 24 + 150) / 11.2, 0.1);
    EXPECT_LT(plan.seconds_from(map.out(1), 0), 0);  // leads nowhere
}

TEST(RoutePlan, VisitsTheNamedRoadsInOrder) {
    // The roads a, b, c and d form a ring. The route from a to c leads over b, or once more round the ring if
    // it has to visit d first.
    RoadBuilder ring;
    const Point corners[] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};
    for (int i = 0; i < 4; ++i)
        ring.way({.road = std::string(1, static_cast<char>('a' + i)),
                  .line = straight(corners[i], corners[(i + 1) % 4])});
    for (std::uint32_t i = 0; i < 4; ++i) ring.link(i, (i + 1) % 4);
    const Map map(&ring.map());
    const RoutePlan round(map, {"d", "c"}, kDrivingWays);
    EXPECT_NEAR(round.seconds_from(0, 0), 700 / 11.2, 0.1);
    EXPECT_NEAR(round.seconds_from(3, 1), 400 / 11.2, 0.1);
    EXPECT_FALSE(round.ends(2, 0));
    EXPECT_TRUE(round.ends(2, 2));
}

TEST(RoutePlan, RefusesMissingAndUnconnectedRoads) {
    CrossingMap map;
    const auto why = [&](std::vector<std::string> roads) -> std::string {
        try {
            RoutePlan plan(Map(&map.map()), std::move(roads), kDrivingWays);
        } catch (const std::exception& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_EQ(why({"main street"}), "route: the map has no road 'main street'");
    EXPECT_EQ(why({"out_e", "in_e"}), "route: no way leads from road 'out_e' to road 'in_e'");
    EXPECT_EQ(why({}), "route: expected at least one road");
    EXPECT_EQ(why({"in_e", "out_e"}), "");
}

TEST(RoutePlan, KeepsOffBusLanesUnlessTheyAreAllowed) {
    RoadBuilder road;
    const auto a = road.way({.road = "a", .line = straight({0, 0}, {100, 0})});
    const auto b = road.way({.road = "b", .line = straight({100, 0}, {200, 0}), .kind = SYN_WAY_BUS});
    road.link(a, b);
    const Map map(&road.map());
    EXPECT_ANY_THROW(RoutePlan(map, {"a", "b"}, kDrivingWays));
    const RoutePlan bus(map, {"a", "b"}, kDrivingWays | 1u << SYN_WAY_BUS);
    EXPECT_EQ(bus.best_next(a, 1), b);
}

}  // namespace
}  // namespace synchrono::pcp::urban_driver

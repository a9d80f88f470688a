// Proves that the reference point of a MAP message lies where the intersection does, anywhere on earth. The
// rest of a MAP is proved where it is sent, in tests/comm_server/road_side_unit_test.cpp.
#include "common/signal/map_message.hpp"

#include <gtest/gtest.h>

namespace synchrono::signal {
namespace {

config::Intersection crossing(geo::Vec3 position) {
    config::Intersection x;
    x.name = "crossing";
    x.id = 7;
    x.region = 3;
    x.position = position;
    x.lane_width_m = 3.5;
    x.lanes = {{.id = 1, .width_m = 3.5, .points = {{5, 0}, {50, 0}}}};
    return x;
}

j2735::Position3D place(geo::Vec3 position, const geo::Geodetic& origin) {
    return map_of(crossing(position), geo::WorldFrame(origin)).intersections.at(0).ref_point;
}

TEST(MapMessage, HasTheIdOfTheIntersection) {
    const j2735::IntersectionReferenceId id = id_of(crossing({}));
    EXPECT_EQ(id.id, 7);
    EXPECT_EQ(id.region, 3);
    EXPECT_EQ(map_of(crossing({}), geo::WorldFrame({})).intersections.at(0).id, id);
}

TEST(MapMessage, WrapsLongitudesRoundTheEarth) {
    EXPECT_LT(place({200, 0, 0}, {.latitude_deg = 0, .longitude_deg = 179.9999}).lon, -1'799'980'000);
    EXPECT_EQ(place({}, {.latitude_deg = 0, .longitude_deg = 180}).lon, 1'800'000'000);
    config::Intersection nowhere = crossing({6e6, 0, 0});
    nowhere.lanes[0].points = {{6e6 + 5, 0}, {6e6 + 50, 0}};
    const auto unknown = map_of(nowhere, geo::WorldFrame({})).intersections.at(0).ref_point;
    EXPECT_EQ(unknown.lat, 900'000'001);
    EXPECT_EQ(unknown.lon, 1'800'000'001);
}

TEST(MapMessage, LeavesOutAnElevationThatCannotBeEncoded) {
    EXPECT_EQ(place({}, {.elevation_m = 250}).elevation, 2500);
    EXPECT_EQ(place({}, {.elevation_m = 7000}).elevation, std::nullopt);
}

}  // namespace
}  // namespace synchrono::signal

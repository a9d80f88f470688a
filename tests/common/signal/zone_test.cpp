// Proves which places lie in a detector's zone: along a lane with a bend, as wide as the lane, and in a
// polygon.
#include "common/signal/internal/zone.hpp"

#include <gtest/gtest.h>

namespace synchrono::signal {
namespace {

config::Intersection bent_lane() {
    config::Intersection intersection;
    config::Lane& lane = intersection.lanes.emplace_back();
    lane.id = 7;
    lane.width_m = 4;
    lane.points = {{10, 0}, {30, 0}, {30, 50}};
    return intersection;
}

struct Row {
    double x_m, y_m;
    bool in;
};

void expect_holds(const Zone& zone, const std::vector<Row>& rows) {
    for (const Row& row : rows)
        EXPECT_EQ(zone.contains(row.x_m, row.y_m), row.in) << row.x_m << ", " << row.y_m;
}

TEST(Zone, BeginsAtTheStopLineAndIsAsWideAsItsLane) {
    const Zone zone(bent_lane(), {.lane = 7, .to_m = 12});
    expect_holds(zone, {{9.9, 0, false},
                        {10.1, 0, true},
                        {21.9, 0, true},
                        {22.1, 0, false},
                        {15, 1.9, true},
                        {15, -1.9, true},
                        {15, 2.1, false},
                        {15, -2.1, false}});
}

TEST(Zone, FollowsTheBendsOfItsLane) {
    const Zone zone(bent_lane(), {.lane = 7, .from_m = 15, .to_m = 35});
    expect_holds(zone, {{24.9, 0, false},
                        {25.1, 0, true},
                        {29.9, 0, true},
                        {30, 0.1, true},
                        {30, 14.9, true},
                        {30, 15.1, false},
                        {28.1, 14, true},
                        {27.9, 14, false}});
    const Zone beyond(bent_lane(), {.lane = 7, .from_m = 25, .to_m = 35});
    expect_holds(beyond, {{29, 0, false}, {30, 4.9, false}, {30, 5.1, true}});
}

TEST(Zone, IsThePolygonOfItsCorners) {
    // The zone is shaped like an L; the rest of the box around it is outside.
    const Zone zone(bent_lane(), {.points = {{0, 0}, {10, 0}, {10, 4}, {4, 4}, {4, 10}, {0, 10}}});
    expect_holds(zone,
                 {{1, 1, true}, {9, 3, true}, {3, 9, true}, {5, 5, false}, {-1, 5, false}, {5, 11, false}});
}

}  // namespace
}  // namespace synchrono::signal

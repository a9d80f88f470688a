// Proves that the surface of a map follows its roads to a few millimetres, that it has no steps beside roads
// and in junctions, that bridges are storeys of their own, and that the surface of any map stays bounded in
// size.
#include "common/roadmap/map_surface.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "common/roadmap/geometry.hpp"
#include "tests/common/log/allocation_watch.hpp"
#include "tests/common/roadmap/map_text.hpp"

namespace synchrono::roadmap {
namespace {

constexpr double kHalfWidth_m = 7;

/// Returns a road with two lanes of 3.5 m in each direction.
Road road_of(std::vector<Geometry> plan) {
    Road road;
    road.id = "r";
    road.length_m = plan.back().s_m + plan.back().length_m;
    road.plan = std::move(plan);
    LaneSection& section = road.sections.emplace_back();
    section.length_m = road.length_m;
    for (const int id : {2, 1, 0, -1, -2}) {
        Lane& lane = section.lanes.emplace_back();
        lane.id = id;
        lane.type = id != 0 ? LaneType::driving : LaneType::none;
        if (id != 0) lane.widths = {{.a = kHalfWidth_m / 2}};
    }
    return road;
}

Road straight(double x, double y, double heading, double length, Profile elevation = {}) {
    Road road = road_of({{.x_m = x, .y_m = y, .heading_rad = heading, .length_m = length}});
    road.elevation = std::move(elevation);
    return road;
}

MapSurface surface_of(std::vector<Road> roads) {
    OpenDrive map;
    map.roads = std::move(roads);
    return MapSurface(map);
}

struct Misses {
    double worst_m = 0;
    void expect(const MapSurface& made, const Road& road, double s, double t, double exact_m) {
        geo::Vec3 place = surface(road, s, t);
        place.z = exact_m;
        worst_m = std::max(worst_m, std::abs(made.below(place).height_m - exact_m));
    }
};

/// Returns the largest error over the whole road. Leaves out one metre at the edges and ends of the road,
/// because these are rounded.
double worst_on(const MapSurface& made, const Road& road) {
    Misses misses;
    for (double s = 1; s <= road.length_m - 1; s += 0.37) {
        for (double t = -kHalfWidth_m + 1; t <= kHalfWidth_m - 1; t += 0.31)
            misses.expect(made, road, s, t, surface(road, s, t).z);
    }
    return misses.worst_m;
}

TEST(MapSurface, AgreesWithTheRoadToAMillimetre) {
    struct Row {
        const char* what;
        Road road;
        double worst_m;
    };
    std::vector<Row> rows;
    const Profile hill{{.a = 20, .b = 0.06, .c = -0.001},
                       {.s_m = 60, .a = 20, .b = -0.06, .c = 0.0005, .d = 1e-5}};
    rows.push_back({"a slope", straight(3, 4, 0.3, 150, {{.a = 100, .b = 0.08}}), 2e-5});
    rows.push_back({"a hill", straight(-20, 7, 2, 120, hill), 3e-4});
    Road bend = road_of({{.length_m = 40, .shape = Arc{0.05}},
                         {.s_m = 40, .x_m = 0, .y_m = 0, .length_m = 60, .shape = Spiral{0.05, 0}}});
    const LinePoint join = reference_line(bend.plan[0], 40);
    bend.plan[1].x_m = join.x_m;
    bend.plan[1].y_m = join.y_m;
    bend.plan[1].heading_rad = join.heading_rad;
    bend.elevation = hill;
    rows.push_back({"a bend on a hill", bend, 6e-4});
    bend.superelevation = {{.a = 0, .b = 0.003}, {.s_m = 20, .a = 0.06}};
    rows.push_back({"a leaning bend", bend, 1e-3});
    for (const Row& row : rows) {
        const MapSurface made = surface_of({row.road});
        EXPECT_EQ(made.spacing_m(), 0.5);
        EXPECT_LT(worst_on(made, row.road), row.worst_m) << row.what;
    }
}

TEST(MapSurface, RoundsACrownByMillimetres) {
    Road road = straight(0, 0, 0.5, 80, {{.a = 5, .b = 0.03}});
    road.shapes = {{.t_m = -10, .a = -0.2, .b = 0.02}, {.t_m = 0, .b = -0.02}};
    EXPECT_LT(worst_on(surface_of({road}), road), 0.004);
}

TEST(MapSurface, RaisesSidewalksBehindTheirKerbs) {
    Road road = straight(0, 0, 0.7, 60, {{.a = 5, .b = 0.03}});
    road.superelevation = {{.a = 0.04}};
    Lane& walk = road.sections[0].lanes.front();
    walk.heights = {{.a = 0.15}};
    walk.level = true;
    const MapSurface made = surface_of({road});
    Misses on_road, on_walk;
    for (double s = 1; s <= 59; s += 0.23) {
        for (double t = -6; t < 2.7; t += 0.2) on_road.expect(made, road, s, t, surface(road, s, t).z);
        for (double t = 4.3; t < 6; t += 0.2)
            on_walk.expect(made, road, s, t, surface(road, s, 3.5).z + 0.15);
    }
    EXPECT_LT(on_road.worst_m, 1e-3);
    EXPECT_LT(on_walk.worst_m, 1e-3);
    EXPECT_NEAR(ground_height_m(road, 30, 5), surface(road, 30, 3.5).z + 0.15, 1e-12);
    EXPECT_NEAR(ground_height_m(road, 30, 2), surface(road, 30, 2).z, 1e-12);
    EXPECT_NEAR(ground_height_m(road, 30, 20), surface(road, 30, 3.5).z + 0.15, 1e-12);
    EXPECT_NEAR(ground_height_m(road, 30, -20), surface(road, 30, -20).z, 1e-12);
}

TEST(MapSurface, IsLevelToTheLastBitForAFlatMap) {
    const MapSurface made =
        surface_of({straight(0, 0, 0.3, 100, {{.a = -1.1}}), straight(0, 0, 2, 50, {{.a = -1.1}})});
    EXPECT_TRUE(made.is_level());
    for (const geo::Vec3 place : {geo::Vec3{5, 2, 0}, {-40, 30, 9}, {1e7, 1e7, 0}}) {
        EXPECT_EQ(made.below(place).height_m, -1.1);
        EXPECT_EQ(made.below(place).slope_x, 0);
        EXPECT_EQ(made.below(place).slope_y, 0);
    }
    EXPECT_FALSE(surface_of({straight(0, 0, 0, 100, {{.a = 1, .b = 0.001}})}).is_level());
    EXPECT_TRUE(surface_of({}).is_level());
    EXPECT_EQ(surface_of({}).below({3, 4, 5}).height_m, 0);
}

/// A walk along the line between two places, in steps of 2 cm: the steepest slope of the surface, and the
/// largest change of height in one step.
struct Walk {
    double steepest = 0, step_m = 0;
};
Walk walk(const MapSurface& made, geo::Vec3 from, geo::Vec3 to) {
    Walk found;
    const int steps = static_cast<int>(geo::length(to - from) / 0.02);
    std::optional<double> last;
    for (int i = 0; i <= steps; ++i) {
        const geo::Vec3 at = from + (to - from) * (static_cast<double>(i) / steps);
        const geo::SurfacePoint rise = made.below(at);
        found.steepest = std::max(found.steepest, std::hypot(rise.slope_x, rise.slope_y));
        if (last) found.step_m = std::max(found.step_m, std::abs(rise.height_m - *last));
        last = rise.height_m;
    }
    return found;
}

TEST(MapSurface, ContinuesSmoothlyBesideRoadsAndFarAway) {
    const MapSurface made = surface_of(
        {straight(0, 0, 0, 200, {{.a = 0, .b = 0.05}}), straight(0, 60, 0, 200, {{.a = 6, .b = 0.02}})});
    for (const double x : {-100.0, -5.0, 0.0, 33.3, 100.0, 180.0, 204.0, 300.0}) {
        const Walk across = walk(made, {x, -150, 0}, {x, 250, 0});
        EXPECT_LT(across.steepest, 0.5) << x;
        EXPECT_LT(across.step_m, 0.01) << x;
    }
    // Just beside a road the surface has the height of that road; in the middle it lies between the heights
    // of the two roads.
    EXPECT_NEAR(made.below({100, 7.5, 0}).height_m, 5, 0.1);
    const double between = made.below({100, 30, 0}).height_m;
    EXPECT_GT(between, 5);
    EXPECT_LT(between, 8);
    EXPECT_NEAR(made.below({1e6, 0, 0}).slope_x, 0, 1e-12);
}

TEST(MapSurface, HasNoStepsWhereRoadsOverlap) {
    // The two roads cross; one is 12 cm higher than the other.
    const MapSurface made =
        surface_of({straight(-50, 0, 0, 100), straight(0, -50, 1.5707963, 100, {{.a = 0.12}})});
    for (double y = -12; y <= 12; y += 0.7) {
        const Walk along = walk(made, {-30, y, 0}, {30, y, 0});
        EXPECT_LT(along.step_m, 0.012) << y;
        const Walk across = walk(made, {y, -30, 0}, {y, 30, 0});
        EXPECT_LT(across.step_m, 0.012) << y;
    }
    EXPECT_NEAR(made.below({0, 0, 0}).height_m, 0.06, 1e-6);
    EXPECT_NEAR(made.below({-30, 0, 0}).height_m, 0, 1e-6);
    EXPECT_NEAR(made.below({0, 30, 0}).height_m, 0.12, 1e-6);
}

TEST(MapSurface, SeparatesABridgeFromTheRoadBelow) {
    const Road below = straight(-100, 0, 0, 200, {{.a = 2}});
    const Road bridge = straight(3, -100, 1.5707963, 200, {{.a = 2, .b = 0.12, .c = -0.0006}});
    const MapSurface made = surface_of({below, bridge});
    EXPECT_LT(worst_on(made, below), 0.003);
    EXPECT_LT(worst_on(made, bridge), 0.003);
    EXPECT_NEAR(made.below({3, 0, 2.5}).height_m, 2, 0.003);
    EXPECT_NEAR(made.below({3, 0, 7.9}).height_m, 8, 0.003) << "the point may be a little below";
    EXPECT_NEAR(made.below({3, 0, 50}).height_m, 8, 0.003);
    EXPECT_NEAR(made.below({3, 0, -50}).height_m, 2, 0.003) << "below all roads the lowest counts";
}

TEST(MapSurface, AgreesWithTheLanesOfTheShippedMap) {
    std::ifstream in(std::string(SYN_SOURCE_DIR) + "/maps/park_university/map.xodr");
    const RoadMap map = testing::make_map({std::istreambuf_iterator<char>(in), {}});
    const MapSurface made(map.open_drive());
    double worst = 0;
    for (const Road& road : map.open_drive().roads) {
        if (!road.junction.empty()) continue;  // roads overlap in junctions
        for (double s = 0.5; s < road.length_m - 0.5; s += 0.7) {
            const LaneSection& section = road.sections[road.section_at(s)];
            for (const Lane& lane : section.lanes) {
                if (lane.type != LaneType::driving) continue;
                const geo::Vec3 middle = lane_middle(road, section, lane.id, s).position;
                worst = std::max(worst, std::abs(made.below(middle).height_m - middle.z));
            }
        }
    }
    EXPECT_LT(worst, 0.003);
    EXPECT_LT(made.bytes(), 3e6);
}

TEST(MapSurface, IsDeterministic) {
    const auto roads = [] {
        return std::vector<Road>{straight(0, 0, 0.3, 100, {{.b = 0.02}}),
                                 straight(30, -20, 1.2, 90, {{.a = 1}})};
    };
    const MapSurface one = surface_of(roads()), other = surface_of(roads());
    for (double x = -50; x < 150; x += 3.7) {
        for (double y = -50; y < 150; y += 3.7)
            EXPECT_EQ(one.below({x, y, 0}).height_m, other.below({x, y, 0}).height_m);
    }
}

TEST(MapSurface, IsFiniteAtAnyPlaceAndDoesNotAllocate) {
    const MapSurface made = surface_of({straight(0, 0, 0.3, 100, {{.b = 0.02}})});
    const double infinite = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();
    const auto before = log::testing::allocations_of_this_thread();
    for (const double x : {0.0, 1e300, -1e300, infinite, -infinite, nan}) {
        for (const double y : {0.0, 1e300, infinite, nan})
            EXPECT_TRUE(std::isfinite(made.below({x, y, nan}).height_m));
    }
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

TEST(MapSurface, IsCoarserAndBoundedForAVeryLongRoad) {
    const MapSurface made = surface_of({straight(0, 0, 0.7, 4e6, {{.a = 0, .b = 1e-4}})});
    EXPECT_GT(made.spacing_m(), 1);
    EXPECT_LT(made.bytes(), 200e6);
    const Road nonsense = straight(0, 0, 0, 100, {{.a = 1e300, .d = -1e300}});
    EXPECT_TRUE(std::isfinite(surface_of({nonsense}).below({50, 0, 0}).height_m));
}

}  // namespace
}  // namespace synchrono::roadmap

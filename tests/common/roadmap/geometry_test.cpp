// Proves that reference lines of every shape lie where their definition says, and that surfaces and lanes
// follow them. The expected places come from closed forms or, for lines without a closed form, from an
// integration in many small steps.
#include "common/roadmap/geometry.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace synchrono::roadmap {
namespace {

Geometry at_origin(double length_m, decltype(Geometry::shape) shape) {
    return {.length_m = length_m, .shape = std::move(shape)};
}

TEST(ReferenceLine, IsStraight) {
    const Geometry line{.s_m = 5, .x_m = 1, .y_m = 2, .heading_rad = std::numbers::pi / 2, .length_m = 10};
    const LinePoint point = reference_line(line, 4);
    EXPECT_NEAR(point.x_m, 1, 1e-12);
    EXPECT_NEAR(point.y_m, 6, 1e-12);
    EXPECT_NEAR(point.heading_rad, std::numbers::pi / 2, 1e-12);
    EXPECT_EQ(point.curvature_1_m, 0);
    EXPECT_NEAR(reference_line(line, 40).y_m, 12, 1e-12) << "a place beyond the end counts as the end";
}

TEST(ReferenceLine, IsAnArc) {
    for (const double k : {0.05, -0.05, 1e-9, -1e-12}) {
        const LinePoint point = reference_line(at_origin(30, Arc{k}), 30);
        EXPECT_NEAR(point.heading_rad, 30 * k, 1e-12);
        EXPECT_NEAR(point.x_m, std::abs(k) > 1e-6 ? std::sin(30 * k) / k : 30, 1e-9);
        EXPECT_NEAR(point.y_m, std::abs(k) > 1e-6 ? (1 - std::cos(30 * k)) / k : 450 * k, 1e-9);
        EXPECT_EQ(point.curvature_1_m, k);
    }
}

TEST(ReferenceLine, IsAClothoid) {
    struct Row {
        double from, to, length;
    };
    for (const Row row : {Row{0, 0.05, 40}, {0.05, 0, 40}, {-0.1, 0.2, 25}, {0.01, 0.01, 100}, {0, 2, 10}}) {
        const Geometry geometry = at_origin(row.length, Spiral{row.from, row.to});
        constexpr int kSteps = 100'000;
        const double step = row.length / kSteps, rate = (row.to - row.from) / row.length;
        double x = 0, y = 0;
        for (int i = 0; i < kSteps; ++i) {
            const double s = (i + 0.5) * step, heading = (row.from + rate * s / 2) * s;
            x += std::cos(heading) * step;
            y += std::sin(heading) * step;
        }
        const LinePoint point = reference_line(geometry, row.length);
        EXPECT_NEAR(point.x_m, x, 1e-8);
        EXPECT_NEAR(point.y_m, y, 1e-8);
        EXPECT_NEAR(point.curvature_1_m, row.to, 1e-12);
        EXPECT_NEAR(point.curvature_rate_1_m2, rate, 1e-15);
        const double turned = (row.from + row.to) / 2 * row.length;
        EXPECT_NEAR(std::remainder(point.heading_rad - turned, 2 * std::numbers::pi), 0, 1e-12);
    }
}

TEST(ReferenceLine, AClothoidOfConstantCurvatureIsAnArc) {
    const LinePoint spiral = reference_line(at_origin(50, Spiral{0.03, 0.03}), 37);
    const LinePoint arc = reference_line(at_origin(50, Arc{0.03}), 37);
    EXPECT_NEAR(spiral.x_m, arc.x_m, 1e-12);
    EXPECT_NEAR(spiral.y_m, arc.y_m, 1e-12);
}

TEST(ReferenceLine, IsACubicByItsLength) {
    const Poly3 poly{0, 0.1, 0.01, -0.0002};
    const Geometry geometry = at_origin(30, poly);
    constexpr int kSteps = 100'000;
    double u = 0, s = 0;
    const auto slope = [&](double at) { return poly.b + 2 * poly.c * at + 3 * poly.d * at * at; };
    while (s < 30) {
        u += 30.0 / kSteps;
        s += std::hypot(1, slope(u - 15.0 / kSteps)) * 30.0 / kSteps;
    }
    const LinePoint point = reference_line(geometry, 30);
    EXPECT_NEAR(point.x_m, u, 1e-3);
    EXPECT_NEAR(point.y_m, u * (poly.b + u * (poly.c + u * poly.d)), 1e-3);
    EXPECT_NEAR(point.heading_rad, std::atan(slope(point.x_m)), 1e-12);
    const double bend = 2 * poly.c + 6 * poly.d * point.x_m;
    EXPECT_NEAR(point.curvature_1_m, bend / std::pow(std::hypot(1, slope(point.x_m)), 3), 1e-9);
}

TEST(ReferenceLine, IsAPairOfCubicsOverAnyRange) {
    ParamPoly3 whole;  // a parabola over [0, 1]
    whole.u[1] = 20;
    whole.v[2] = 10;
    const LinePoint by_part = reference_line(at_origin(22, whole), 11);
    EXPECT_NEAR(by_part.x_m, 10, 1e-12);
    EXPECT_NEAR(by_part.y_m, 2.5, 1e-12);
    EXPECT_NEAR(by_part.heading_rad, std::atan2(10, 20), 1e-12);
    EXPECT_NEAR(by_part.curvature_1_m, 20.0 * 20 / std::pow(std::hypot(20, 10), 3), 1e-12);
    ParamPoly3 by_length;
    by_length.range = 22;
    by_length.u[1] = 20.0 / 22;
    by_length.v[2] = 10.0 / 22 / 22;
    const LinePoint same = reference_line(at_origin(22, by_length), 11);
    EXPECT_NEAR(same.x_m, by_part.x_m, 1e-12);
    EXPECT_NEAR(same.y_m, by_part.y_m, 1e-12);
    EXPECT_NEAR(same.curvature_1_m, by_part.curvature_1_m, 1e-12);
}

TEST(ReferenceLine, HasTheRightChangeOfCurvature) {
    ParamPoly3 poly;
    poly.u[1] = 20;
    poly.u[2] = -3;
    poly.v[2] = 5;
    poly.v[3] = 4;
    const Geometry geometry = at_origin(20, poly);
    const double step = 1e-4;
    const LinePoint a = reference_line(geometry, 8 - step), b = reference_line(geometry, 8 + step);
    const double length = std::hypot(b.x_m - a.x_m, b.y_m - a.y_m);
    EXPECT_NEAR(reference_line(geometry, 8).curvature_rate_1_m2, (b.curvature_1_m - a.curvature_1_m) / length,
                1e-8);
}

/// Returns a road of one straight piece with one lane on each side.
Road straight_road() {
    Road road{.id = "1", .length_m = 100, .plan = {at_origin(100, Straight{})}};
    const Profile width{{0, 3, 0, 0, 0}};
    road.sections.push_back(
        {.length_m = 100, .lanes = {{.id = 1, .widths = width}, {.id = 0}, {.id = -1, .widths = width}}});
    return road;
}

TEST(Surface, RisesAndBanks) {
    Road road = straight_road();
    road.elevation = {{0, 2, 0.1, 0, 0}, {50, 7, 0, 0, 0}};
    road.superelevation = {{0, 0.05, 0, 0, 0}};
    EXPECT_NEAR(surface(road, 10, 0).z, 3, 1e-12);
    EXPECT_NEAR(surface(road, 80, 0).z, 7, 1e-12);
    EXPECT_NEAR(surface(road, 80, 4).z, 7 + 4 * std::sin(0.05), 1e-12) << "the left side is up";
    EXPECT_NEAR(surface(road, 80, 4).y, 4 * std::cos(0.05), 1e-12);
    const LanePoint back = lane_middle(road, road.sections[0], 1, 80);
    EXPECT_NEAR(back.roll_rad, -0.05, 1e-12) << "in the other direction the roll has the other sign";
}

TEST(Surface, HasACrossSection) {
    Road road = straight_road();
    road.shapes = {{0, -2, 0.1, -0.05, 0, 0}, {0, 0, 0, 0.02, 0, 0}, {50, -2, 0, 0, 0, 0}};
    EXPECT_NEAR(surface(road, 0, 1).z, 0.02, 1e-12);
    EXPECT_NEAR(surface(road, 0, -1).z, 0.05, 1e-12);
    EXPECT_NEAR(surface(road, 25, 1).z, 0.01, 1e-12) << "half way to the next";
    EXPECT_NEAR(surface(road, 90, 1).z, 0, 1e-12);
}

TEST(LaneMiddle, FollowsOffsetAndWidth) {
    Road road = straight_road();
    road.lane_offset = {{0, 1, 0.02, 0, 0}};
    road.sections[0].lanes[2].widths = {{0, 3, 0, 0, 0}, {40, 3, 0.05, 0, 0}};
    const LanePoint point = lane_middle(road, road.sections[0], -1, 60);
    EXPECT_NEAR(point.width_m, 4, 1e-12);
    EXPECT_NEAR(point.position.y, 1 + 0.02 * 60 - 2, 1e-12);
    EXPECT_NEAR(point.yaw_rad, std::atan(0.02 - 0.025), 1e-12);
}

TEST(LaneMiddle, FollowsBorders) {
    Road road = straight_road();
    auto& lanes = road.sections[0].lanes;
    lanes[2] = {.id = -1, .borders = {{0, -2.5, 0, 0, 0}}};
    lanes.push_back({.id = -2, .borders = {{0, -6, 0, 0, 0}}});
    EXPECT_NEAR(lane_middle(road, road.sections[0], -2, 10).position.y, -4.25, 1e-12);
    EXPECT_NEAR(lane_middle(road, road.sections[0], -2, 10).width_m, 3.5, 1e-12);
}

TEST(LaneMiddle, HasTheYawAndCurvatureOfItsPoints) {
    Road road = straight_road();
    road.plan = {at_origin(100, Spiral{0.001, 0.04})};
    road.lane_offset = {{0, 0.5, 0.01, -0.002, 0.00002}};
    road.sections[0].lanes[0].widths = {{0, 3, 0.01, 0.001, 0}};
    for (const int lane : {1, -1}) {
        for (double s = 10; s < 95; s += 17) {
            const double step = 1e-3;
            const LanePoint here = lane_middle(road, road.sections[0], lane, s);
            LanePoint a = lane_middle(road, road.sections[0], lane, s - step);
            LanePoint b = lane_middle(road, road.sections[0], lane, s + step);
            if (lane > 0) std::swap(a, b);
            const geo::Vec3 way = b.position - a.position;
            EXPECT_NEAR(here.yaw_rad, std::atan2(way.y, way.x), 1e-6);
            EXPECT_NEAR(here.curvature_1_m, (b.yaw_rad - a.yaw_rad) / geo::length(way), 1e-5);
        }
    }
}

TEST(LaneMiddle, RespectsKerbsAndLevelLanes) {
    Road road = straight_road();
    road.superelevation = {{0, 0.1, 0, 0, 0}};
    road.sections[0].lanes[0].heights = {{0, 0.12, 0, 0, 0}};
    road.sections[0].lanes[0].level = true;
    const LanePoint point = lane_middle(road, road.sections[0], 1, 10);
    EXPECT_NEAR(point.position.z, 0.12, 1e-12);
    EXPECT_EQ(point.roll_rad, 0);
}

}  // namespace
}  // namespace synchrono::roadmap

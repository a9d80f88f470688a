// Reads the reference line of a road.
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "common/roadmap/geometry.hpp"
#include "common/roadmap/internal/read.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kGap_m = 0.5;  // allowed between pieces: files are written with few digits

ParamPoly3 read_param_poly3(const Element& element, double length_m) {
    ParamPoly3 poly;
    constexpr std::array kU{"aU", "bU", "cU", "dU"}, kV{"aV", "bV", "cV", "dV"};
    for (std::size_t i = 0; i < 4; ++i) {
        poly.u[i] = element.number(kU[i], kCoefficient);
        poly.v[i] = element.number(kV[i], kCoefficient);
    }
    const bool by_length = element.has("pRange") && element.word("pRange", {"normalized", "arcLength"}) == 1;
    poly.range = by_length ? length_m : 1;
    return poly;
}

bool read_shape(const Element& child, Geometry& geometry) {
    if (child.name() == "line") {
        geometry.shape = Straight{};
    } else if (child.name() == "arc") {
        geometry.shape = Arc{child.number("curvature", kCurvature_1_m)};
    } else if (child.name() == "spiral") {
        geometry.shape =
            Spiral{child.number("curvStart", kCurvature_1_m), child.number("curvEnd", kCurvature_1_m)};
    } else if (child.name() == "poly3") {
        geometry.shape = Poly3{child.number("a", kCoefficient), child.number("b", kCoefficient),
                               child.number("c", kCoefficient), child.number("d", kCoefficient)};
    } else if (child.name() == "paramPoly3") {
        geometry.shape = read_param_poly3(child, geometry.length_m);
    } else {
        return false;
    }
    return true;
}

/// Returns an upper bound of the angle by which an arc or a spiral turns; 0 for other lines. The angle is
/// limited because later code follows the line in steps that turn little.
double turn_rad(const Geometry& geometry) {
    if (const auto* arc = std::get_if<Arc>(&geometry.shape)) {
        return std::abs(arc->curvature_1_m) * geometry.length_m;
    }
    if (const auto* spiral = std::get_if<Spiral>(&geometry.shape)) {
        return std::max(std::abs(spiral->curvature_start_1_m), std::abs(spiral->curvature_end_1_m)) *
               geometry.length_m;
    }
    return 0;
}

void read_geometry(const Element& element, Road& road) {
    Geometry geometry;
    geometry.s_m = element.number("s", kAlong_m);
    geometry.x_m = element.number("x", kPlace_m);
    geometry.y_m = element.number("y", kPlace_m);
    geometry.heading_rad = element.number("hdg", kAngle_rad);
    geometry.length_m = element.number("length", kLength_m);
    int shapes = 0;
    element.children({"userData", "dataQuality"}, [&](const Element& child) {
        const bool known = read_shape(child, geometry);
        shapes += known ? 1 : 0;
        return known;
    });
    if (shapes != 1) {
        element.problem("<geometry> needs one of <line>, <arc>, <spiral>, <poly3>, <paramPoly3>");
        return;
    }
    if (turn_rad(geometry) > kTurn_rad_max) {
        element.problem(fmt::format("<geometry> turns by more than {} rad", kTurn_rad_max));
        return;
    }
    // Pieces should join: a gap in s is a problem. A gap on the ground, where vehicles would jump, gets a
    // remark.
    if (!road.plan.empty() && !element.findings().any_problem()) {
        const Geometry& before = road.plan.back();
        const LinePoint end = reference_line(before, before.length_m);
        const double gap = std::hypot(end.x_m - geometry.x_m, end.y_m - geometry.y_m);
        if (std::abs(before.s_m + before.length_m - geometry.s_m) > kGap_m) {
            element.problem(fmt::format("<geometry> s: {}, but the one before ends at {}", geometry.s_m,
                                        before.s_m + before.length_m));
        } else if (gap > kGap_m) {
            element.findings().remark(element.line(),
                                      fmt::format("a reference line jumps, here by {:.2f} m", gap));
        }
    }
    append(element, road.plan, geometry);
}

}  // namespace

void read_plan(const Element& element, Road& road) {
    element.children({"userData", "dataQuality"}, [&](const Element& child) {
        if (child.name() != "geometry") return false;
        read_geometry(child, road);
        return true;
    });
    if (road.plan.empty() || element.findings().any_problem()) return;
    const double end = road.plan.back().s_m + road.plan.back().length_m;
    if (road.plan.front().s_m > kGap_m || std::abs(end - road.length_m) > kGap_m) {
        element.problem(fmt::format("road '{}' is {} m long, but its <planView> goes from {} to {} m",
                                    road.id, road.length_m, road.plan.front().s_m, end));
    }
}

}  // namespace synchrono::roadmap

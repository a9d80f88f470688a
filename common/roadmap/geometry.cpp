#include "common/roadmap/geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "common/base/contract.hpp"

namespace synchrono::roadmap {

namespace {

/// Gauss-Legendre quadrature with five points on [0, 1]: places and weights.
constexpr std::array<double, 5> kPlaces{0.0469100770306680036, 0.2307653449471584545, 0.5,
                                        0.7692346550528415455, 0.9530899229693319964};
constexpr std::array<double, 5> kWeights{0.1184634425280945438, 0.2393143352496832340, 0.2844444444444444444,
                                         0.2393143352496832340, 0.1184634425280945438};

/// Returns the integral of `f` over [0, to], computed in equal pieces.
template <typename F>
auto integrate(F f, double to, int pieces) {
    decltype(f(0.0)) sum{};
    const double step = to / pieces;
    for (int piece = 0; piece < pieces; ++piece) {
        for (std::size_t i = 0; i < kPlaces.size(); ++i) {
            sum = sum + f(step * (piece + kPlaces[i])) * (kWeights[i] * step);
        }
    }
    return sum;
}

/// Returns a point of a shape in the frame of the geometry's beginning. The overloads below do so for the
/// other shapes.
LinePoint local(const Straight&, double along, const Geometry&) { return {along, 0, 0, 0, 0}; }

LinePoint local(const Arc& arc, double along, const Geometry&) {
    const double k = arc.curvature_1_m, turn = k * along;
    if (std::abs(turn) < 1e-9) return {along, turn * along / 2, turn, k, 0};
    const double half = std::sin(turn / 2);
    return {std::sin(turn) / k, 2 * half * half / k, turn, k, 0};
}

LinePoint local(const Spiral& spiral, double along, const Geometry& geometry) {
    const double k0 = spiral.curvature_start_1_m;
    const double rate = geometry.length_m > 0 ? (spiral.curvature_end_1_m - k0) / geometry.length_m : 0;
    const double k = k0 + rate * along;
    // A piece turns by at most one radian, so that the error of the quadrature is negligible.
    const double turned = (std::abs(k0) + std::abs(k)) * along;
    const int pieces = std::clamp(static_cast<int>(std::ceil(turned)), 1, 1'000);
    const geo::Vec3 at = integrate(
        [&](double u) {
            const double heading = (k0 + rate * u / 2) * u;
            return geo::Vec3{std::cos(heading), std::sin(heading), 0};
        },
        along, pieces);
    return {at.x, at.y, (k0 + rate * along / 2) * along, k, rate};
}

struct Derivatives {
    double value, first, second, third;
};
Derivatives cubic(double a, double b, double c, double d, double p) {
    return {a + p * (b + p * (c + p * d)), b + p * (2 * c + p * 3 * d), 2 * c + 6 * d * p, 6 * d};
}

LinePoint on_curve(const Derivatives& u, const Derivatives& v) {
    const double speed2 = u.first * u.first + v.first * v.first, speed = std::sqrt(speed2);
    LinePoint point{u.value, v.value, 0, 0, 0};
    if (speed < 1e-9) return point;
    const double bend = u.first * v.second - v.first * u.second;
    const double bend_rate = u.first * v.third - v.first * u.third;
    point.heading_rad = std::atan2(v.first, u.first);
    point.curvature_1_m = bend / (speed2 * speed);
    point.curvature_rate_1_m2 =
        (bend_rate - 3 * bend * (u.first * u.second + v.first * v.second) / speed2) / (speed2 * speed2);
    return point;
}

LinePoint local(const Poly3& poly, double along, const Geometry&) {
    const auto speed = [&](double u) {
        const double slope = cubic(poly.a, poly.b, poly.c, poly.d, u).first;
        return std::sqrt(1 + slope * slope);
    };
    double u = along / speed(0);
    for (int i = 0; i < 20; ++i) {
        const double miss = integrate(speed, u, 16) - along;
        const double next = std::clamp(u - miss / speed(u), 0.0, along);
        if (std::abs(next - u) < 1e-12) break;
        u = next;
    }
    return on_curve({u, 1, 0, 0}, cubic(poly.a, poly.b, poly.c, poly.d, u));
}

LinePoint local(const ParamPoly3& poly, double along, const Geometry& geometry) {
    const double p = geometry.length_m > 0 ? along / geometry.length_m * poly.range : 0;
    return on_curve(cubic(poly.u[0], poly.u[1], poly.u[2], poly.u[3], p),
                    cubic(poly.v[0], poly.v[1], poly.v[2], poly.v[3], p));
}

template <typename List>
const auto& record_at(const List& list, double s_m) {
    auto after = std::upper_bound(list.begin(), list.end(), s_m,
                                  [](double s, const auto& record) { return s < record.s_m; });
    return after == list.begin() ? list.front() : *std::prev(after);
}

double shape_at(const LateralShape* first, const LateralShape* last, double t_m) {
    const LateralShape* found = first;
    for (const LateralShape* shape = first; shape != last && shape->t_m <= t_m; ++shape) found = shape;
    const double u = t_m - found->t_m;
    return cubic(found->a, found->b, found->c, found->d, u).value;
}

/// Returns the height of the shapes at (s, t). Records with the same s form a group, and between two groups
/// the height changes linearly.
double shape_height(const std::vector<LateralShape>& shapes, double s_m, double t_m) {
    if (shapes.empty()) return 0;
    const auto group_end = [&](std::size_t begin) {
        std::size_t end = begin;
        while (end < shapes.size() && shapes[end].s_m == shapes[begin].s_m) ++end;
        return end;
    };
    std::size_t begin = 0, end = group_end(0);
    while (end < shapes.size() && shapes[end].s_m <= s_m) {
        begin = end;
        end = group_end(begin);
    }
    const double here = shape_at(&shapes[begin], shapes.data() + end, t_m);
    if (end == shapes.size() || s_m <= shapes[begin].s_m) return here;
    const double there = shape_at(&shapes[end], shapes.data() + group_end(end), t_m);
    return here + (there - here) * (s_m - shapes[begin].s_m) / (shapes[end].s_m - shapes[begin].s_m);
}

double normalised(double angle_rad) { return std::remainder(angle_rad, 2 * std::numbers::pi); }

Slope operator+(Slope a, Slope b) { return {a.value + b.value, a.first + b.first, a.second + b.second}; }
Slope operator*(Slope a, double k) { return {a.value * k, a.first * k, a.second * k}; }

}  // namespace

LinePoint reference_line(const Geometry& geometry, double along_m) {
    const double along = std::clamp(along_m, 0.0, geometry.length_m);
    LinePoint point =
        std::visit([&](const auto& shape) { return local(shape, along, geometry); }, geometry.shape);
    const double cosine = std::cos(geometry.heading_rad), sine = std::sin(geometry.heading_rad);
    const double x = point.x_m, y = point.y_m;
    point.x_m = geometry.x_m + x * cosine - y * sine;
    point.y_m = geometry.y_m + x * sine + y * cosine;
    point.heading_rad = normalised(geometry.heading_rad + point.heading_rad);
    return point;
}

LinePoint reference_line(const Road& road, double s_m) {
    SYN_REQUIRE(!road.plan.empty());
    const Geometry& geometry = record_at(road.plan, s_m);
    return reference_line(geometry, s_m - geometry.s_m);
}

Slope evaluate(const Profile& profile, double s_m) {
    if (profile.empty()) return {};
    const Cubic& at = record_at(profile, s_m);
    const Derivatives v = cubic(at.a, at.b, at.c, at.d, s_m - at.s_m);
    return {v.value, v.first, v.second};
}

geo::Vec3 surface(const Road& road, double s_m, double t_m) {
    const double s = std::clamp(s_m, 0.0, road.length_m);
    const LinePoint line = reference_line(road, s);
    const double lean = evaluate(road.superelevation, s).value;
    const double height = shape_height(road.shapes, s, t_m);
    const double beside = t_m * std::cos(lean) - height * std::sin(lean);
    return {line.x_m - beside * std::sin(line.heading_rad), line.y_m + beside * std::cos(line.heading_rad),
            evaluate(road.elevation, s).value + t_m * std::sin(lean) + height * std::cos(lean)};
}

double ground_height_m(const Road& road, double s_m, double t_m) {
    const double s = std::clamp(s_m, 0.0, road.length_m);
    const double lean = evaluate(road.superelevation, s).value, rise = evaluate(road.elevation, s).value;
    const auto at = [&](double t) {
        return rise + t * std::sin(lean) + shape_height(road.shapes, s, t) * std::cos(lean);
    };
    if (road.sections.empty()) return at(t_m);
    const LaneSection& section = road.sections[road.section_at(s)];
    const double middle = evaluate(road.lane_offset, s).value;
    const bool left = t_m > middle;
    double inner = middle, outer = middle;
    const Lane* found = nullptr;
    const auto is_further_out = [&](const Lane& lane) {
        if (lane.id == 0 || (lane.id > 0) != left) return true;
        inner = outer;
        if (!lane.borders.empty() && lane.widths.empty()) {
            outer = middle + evaluate(lane.borders, s - section.s_m).value;
        } else {
            const double width = std::max(evaluate(lane.widths, s - section.s_m).value, 0.0);
            outer += left ? width : -width;
        }
        found = &lane;
        return left ? t_m > outer : t_m < outer;
    };
    if (left) {
        for (auto lane = section.lanes.rbegin(); lane != section.lanes.rend() && is_further_out(*lane);)
            ++lane;
    } else {
        for (auto lane = section.lanes.begin(); lane != section.lanes.end() && is_further_out(*lane);) ++lane;
    }
    if (found == nullptr) return at(t_m);
    return at(found->level ? inner : t_m) + evaluate(found->heights, s - section.s_m).value;
}

LaneEdges edges(const Road& road, const LaneSection& section, int lane_id, double s_m) {
    SYN_REQUIRE(lane_id != 0 && section.lane(lane_id) != nullptr);
    const double side = lane_id > 0 ? 1 : -1;
    const double s = std::clamp(s_m, 0.0, road.length_m);
    const Slope middle = evaluate(road.lane_offset, s);
    LaneEdges found{middle, middle};
    // Moves both edges outwards over one lane. The lanes must come in order, from the middle outwards.
    const auto add = [&](const Lane& lane) {
        found.inner = found.outer;
        if (!lane.borders.empty() && lane.widths.empty()) {
            found.outer = middle + evaluate(lane.borders, s - section.s_m);
        } else {
            Slope width = evaluate(lane.widths, s - section.s_m);
            if (width.value < 0) width = {};
            found.outer = found.outer + width * side;
        }
    };
    const auto& lanes = section.lanes;
    if (lane_id < 0) {
        for (const Lane& lane : lanes) {
            if (lane.id < 0 && lane.id >= lane_id) add(lane);
        }
    } else {
        for (auto lane = lanes.rbegin(); lane != lanes.rend(); ++lane) {
            if (lane->id > 0 && lane->id <= lane_id) add(*lane);
        }
    }
    return found;
}

LanePoint lane_middle(const Road& road, const LaneSection& section, int lane_id, double s_m) {
    const double s = std::clamp(s_m, 0.0, road.length_m);
    const LaneEdges at = edges(road, section, lane_id, s);
    const Lane& lane = *section.lane(lane_id);
    const Slope t = (at.inner + at.outer) * 0.5;
    const LinePoint line = reference_line(road, s);
    const Slope lean = evaluate(road.superelevation, s), rise = evaluate(road.elevation, s);

    LanePoint point;
    point.position = surface(road, s, t.value);
    if (lane.level) point.position.z = surface(road, s, at.inner.value).z;
    point.position.z += evaluate(lane.heights, s - section.s_m).value;
    point.width_m = std::abs(at.outer.value - at.inner.value);

    // With the reference line r, its direction T and its normal n, the middle is p = r + t n, so
    // p' = (1 - k t) T + t' n. The factor of T is negative beyond the centre of a bend, where a lane makes no
    // sense, so the factor is kept positive.
    const double k = line.curvature_1_m;
    const double onward = std::max(1 - k * t.value, 1e-3);
    const double onward_rate = -line.curvature_rate_1_m2 * t.value - k * t.first;
    const double speed2 = onward * onward + t.first * t.first;
    const double slant = std::atan2(t.first, onward);
    const double slant_rate = (onward * t.second - t.first * onward_rate) / speed2;
    const double curvature = (k + slant_rate) / std::sqrt(speed2);
    const double climb = (rise.first + t.value * lean.first + t.first * lean.value) / std::sqrt(speed2);

    const bool along = road.is_along_s(lane_id);
    const double sign = along ? 1 : -1;
    point.yaw_rad = normalised(line.heading_rad + slant + (along ? 0 : std::numbers::pi));
    point.curvature_1_m = sign * curvature;
    point.pitch_rad = -sign * std::atan(climb);
    point.roll_rad = lane.level ? 0 : sign * lean.value;
    return point;
}

}  // namespace synchrono::roadmap

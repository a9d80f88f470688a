#include "client/scenery/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/base/contract.hpp"

namespace synchrono::client::scenery {
namespace {

using geo::Vec3;

constexpr double kTurn = 2 * std::numbers::pi;

Vec3 unit(Vec3 v) {
    const double n = geo::length(v);
    return n > 1e-12 ? v * (1 / n) : Vec3{0, 0, 1};
}

double twice_area(Point2 a, Point2 b, Point2 c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

bool contains(Point2 a, Point2 b, Point2 c, Point2 p) {
    return twice_area(a, b, p) >= 0 && twice_area(b, c, p) >= 0 && twice_area(c, a, p) >= 0;
}

}  // namespace

Coat shaded(Coat coat, double factor) {
    const auto one = [factor](std::uint8_t value) {
        return static_cast<std::uint8_t>(std::clamp(value * factor, 0.0, 255.0));
    };
    return {{one(coat.r), one(coat.g), one(coat.b), coat.a}, coat.material};
}

std::uint32_t Mesh::vertex(Vec3 at, Vec3 normal, Coat coat) {
    vertices_.push_back(
        {{static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)},
         {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)},
         coat,
         coat.material});
    return static_cast<std::uint32_t>(vertices_.size() - 1);
}

void Mesh::triangle(Vec3 a, Vec3 b, Vec3 c, Coat coat) {
    const Vec3 normal = unit(geo::cross(b - a, c - a));
    for (const Vec3 at : {a, b, c}) indices_.push_back(vertex(at, normal, coat));
}

void Mesh::quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d, Coat coat) { quad({a, b, c, d}, {coat, coat, coat, coat}); }

void Mesh::quad(const std::array<Vec3, 4>& corners, const std::array<Coat, 4>& coats) {
    const Vec3 normal = unit(geo::cross(corners[2] - corners[0], corners[3] - corners[1]));
    std::array<std::uint32_t, 4> of{};
    for (std::size_t i = 0; i < 4; ++i) of[i] = vertex(corners[i], normal, coats[i]);
    for (const std::size_t i : {0, 1, 2, 0, 2, 3}) indices_.push_back(of[i]);
}

void Mesh::strip(std::span<const Vec3> left, std::span<const Vec3> right, Coat coat) {
    SYN_REQUIRE(left.size() == right.size());
    for (std::size_t i = 0; i + 1 < left.size(); ++i)
        quad(right[i], right[i + 1], left[i + 1], left[i], coat);
}

void Mesh::polygon(std::span<const Vec3> outline, Coat coat) {
    if (outline.size() < 3) return;
    std::vector<Point2> flat;
    std::vector<std::uint32_t> of;
    for (const Vec3& p : outline) {
        flat.push_back({p.x, p.y});
        of.push_back(vertex(p, {0, 0, 1}, coat));
    }
    for (const std::uint32_t i : triangulated(flat)) indices_.push_back(of[i]);
}

void Mesh::box(Vec3 low, Vec3 high, Coat coat) {
    const std::array<Point2, 4> outline{{{low.x, low.z}, {high.x, low.z}, {high.x, high.z}, {low.x, high.z}}};
    Mesh centred;
    centred.profile(outline, (high.y - low.y) / 2, 0, coat);
    add(centred, {{0, (low.y + high.y) / 2, 0}, {}});
}

void Mesh::profile(std::span<const Point2> outline, double half_width, double top_inset, Coat coat) {
    if (outline.size() < 3) return;
    double low = outline[0][1], high = low;
    for (const Point2& p : outline) low = std::min(low, p[1]), high = std::max(high, p[1]);
    const auto at = [&](const Point2& p, double side) {
        const double lean = high > low ? top_inset * (p[1] - low) / (high - low) : 0;
        return Vec3{p[0], side * (half_width - lean), p[1]};
    };
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Point2 &p = outline[i], &q = outline[(i + 1) % outline.size()];
        quad(at(p, -1), at(p, 1), at(q, 1), at(q, -1), coat);
    }
    const std::vector<std::uint32_t> triangles = triangulated(outline);
    for (std::size_t i = 0; i < triangles.size(); i += 3) {
        const Point2 &p = outline[triangles[i]], &q = outline[triangles[i + 1]],
                     &r = outline[triangles[i + 2]];
        triangle(at(p, -1), at(q, -1), at(r, -1), coat);
        triangle(at(r, 1), at(q, 1), at(p, 1), coat);
    }
}

void Mesh::drum(Vec3 middle, double radius, double half_width, Coat side, Coat cap, int pieces) {
    const auto rim = [&](int i, double y) {
        const double angle = kTurn * i / pieces;
        return middle + Vec3{radius * std::cos(angle), y, radius * std::sin(angle)};
    };
    for (int i = 0; i < pieces; ++i) {
        const Vec3 a = rim(i, -half_width), b = rim(i + 1, -half_width), c = rim(i + 1, half_width),
                   d = rim(i, half_width);
        const Vec3 na = unit(a - middle - Vec3{0, -half_width, 0}),
                   nb = unit(b - middle - Vec3{0, -half_width, 0});
        const std::array<std::uint32_t, 4> of{vertex(a, na, side), vertex(b, nb, side), vertex(c, nb, side),
                                              vertex(d, na, side)};
        for (const std::size_t k : {0, 2, 1, 0, 3, 2}) indices_.push_back(of[k]);
        triangle(middle + Vec3{0, -half_width, 0}, a, b, cap);
        triangle(middle + Vec3{0, half_width, 0}, c, d, cap);
    }
}

void Mesh::cone(Vec3 foot, double radius_low, double radius_high, double height, Coat coat, int pieces) {
    const double slope = (radius_low - radius_high) / std::max(height, 1e-9);
    for (int i = 0; i < pieces; ++i) {
        const double a = kTurn * i / pieces, b = kTurn * (i + 1) / pieces;
        const Vec3 out_a{std::cos(a), std::sin(a), 0}, out_b{std::cos(b), std::sin(b), 0}, up{0, 0, height};
        const Vec3 na = unit(out_a + Vec3{0, 0, slope}), nb = unit(out_b + Vec3{0, 0, slope});
        const std::array<std::uint32_t, 4> of{vertex(foot + out_a * radius_low, na, coat),
                                              vertex(foot + out_b * radius_low, nb, coat),
                                              vertex(foot + up + out_b * radius_high, nb, coat),
                                              vertex(foot + up + out_a * radius_high, na, coat)};
        for (const std::size_t k : {0, 1, 2, 0, 2, 3}) indices_.push_back(of[k]);
        if (radius_high > 0)
            triangle(foot + up, foot + up + out_a * radius_high, foot + up + out_b * radius_high, coat);
    }
}

void Mesh::ball(Vec3 middle, double radius, Coat coat, int pieces) {
    const auto at = [&](int i, int k) {
        const double up = std::numbers::pi * (static_cast<double>(k) / pieces - 0.5),
                     round = kTurn * i / (2 * pieces);
        return Vec3{std::cos(up) * std::cos(round), std::cos(up) * std::sin(round), std::sin(up)};
    };
    for (int k = 0; k < pieces; ++k) {
        for (int i = 0; i < 2 * pieces; ++i) {
            const std::array<Vec3, 4> n{at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)};
            std::array<std::uint32_t, 4> of{};
            for (std::size_t c = 0; c < 4; ++c) of[c] = vertex(middle + n[c] * radius, n[c], coat);
            for (const std::size_t c : {0, 1, 2, 0, 2, 3}) indices_.push_back(of[c]);
        }
    }
}

void Mesh::add(const Mesh& other, const geo::Pose& pose) {
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    for (const Vertex& v : other.vertices_) {
        vertex(pose.position + pose.orientation.rotate({v.at[0], v.at[1], v.at[2]}),
               pose.orientation.rotate({v.normal[0], v.normal[1], v.normal[2]}), {v.colour, v.material});
    }
    for (const std::uint32_t i : other.indices_) indices_.push_back(first + i);
}

std::vector<std::uint32_t> triangulated(std::span<const Point2> outline) {
    SYN_REQUIRE(outline.size() >= 3);
    double area = 0;
    for (std::size_t i = 0; i < outline.size(); ++i)
        area += twice_area({0, 0}, outline[i], outline[(i + 1) % outline.size()]);
    std::vector<std::uint32_t> ring, triangles;
    for (std::uint32_t i = 0; i < outline.size(); ++i)
        ring.push_back(area >= 0 ? i : static_cast<std::uint32_t>(outline.size() - 1) - i);
    // Cuts off one ear after the other. An ear is a corner whose triangle with its two neighbours lies inside
    // the outline. An outline without an ear crosses itself.
    for (std::size_t tries = 0; ring.size() > 3 && tries < ring.size();) {
        const std::size_t i = tries;
        const std::uint32_t a = ring[(i + ring.size() - 1) % ring.size()], b = ring[i],
                            c = ring[(i + 1) % ring.size()];
        bool ear = twice_area(outline[a], outline[b], outline[c]) > 0;
        for (const std::uint32_t p : ring) {
            if (!ear) break;
            ear = p == a || p == b || p == c || !contains(outline[a], outline[b], outline[c], outline[p]);
        }
        if (!ear) {
            ++tries;
            continue;
        }
        triangles.insert(triangles.end(), {a, b, c});
        ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(i));
        tries = 0;
    }
    if (ring.size() == 3) triangles.insert(triangles.end(), {ring[0], ring[1], ring[2]});
    return triangles;
}

}  // namespace synchrono::client::scenery

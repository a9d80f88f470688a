/// Points and directions in the plane, for pilots. Uses only operations that round the same on every machine.
#pragma once

#include <cmath>

#include "pcp/synchrono_pilot.h"

namespace synchrono::pcp::driving {

struct Point {
    double x = 0, y = 0;

    friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Point operator*(Point a, double s) { return {a.x * s, a.y * s}; }
};
constexpr double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
/// Returns the cross product's part along z, which is positive if b points to the left of a.
constexpr double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
constexpr Point left_of(Point direction) { return {-direction.y, direction.x}; }
inline double length(Point a) { return std::sqrt(dot(a, a)); }
inline Point direction_of(Point a, Point otherwise = {1, 0}) {
    const double n = length(a);
    return n > 1e-9 ? a * (1 / n) : otherwise;
}
constexpr Point flat(const SynVec3& v) { return {v.x, v.y}; }
/// Returns the direction in which the front points, seen from above.
constexpr Point heading_of(const SynQuaternion& q) {
    return {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.w * q.z + q.x * q.y)};
}

/// The vehicle that the pilot drives, seen from above: the motion of its centre of gravity.
struct Ego {
    Point at, heading, velocity;
    double yaw_rate = 0;
    double speed() const { return dot(velocity, heading); }
};
constexpr Ego ego_of(const SynMotion& m) {
    return {flat(m.position), heading_of(m.orientation), flat(m.velocity), m.angular_velocity.z};
}

}  // namespace synchrono::pcp::driving

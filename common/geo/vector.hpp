/// Vectors and unit quaternions in double precision. World frame: x east, y north, z up; body frame:
/// x forward, y left, z up.
#pragma once

#include <cmath>

namespace synchrono::geo {

struct Vec3 {
    double x = 0, y = 0, z = 0;

    friend constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
    friend constexpr Vec3 operator*(double s, Vec3 a) { return a * s; }
    friend constexpr bool operator==(Vec3, Vec3) = default;
};

constexpr double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3 a) { return std::sqrt(dot(a, a)); }

/// A vector on the ground, or anywhere else where the third component does not matter.
struct Vec2 {
    double x = 0, y = 0;

    friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
    friend constexpr bool operator==(Vec2, Vec2) = default;
};

constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline double length(Vec2 a) { return std::sqrt(dot(a, a)); }

/// Returns whether two places, given as floats like those in messages, are at most `radius_m` apart. Only the
/// horizontal distance counts: a copter above a crossing is near the crossing. Server and clients share this
/// rule, so that they agree to the last bit.
inline bool within(float x_m, float y_m, float other_x_m, float other_y_m, double radius_m) {
    const double dx = double{x_m} - double{other_x_m}, dy = double{y_m} - double{other_y_m};
    return dx * dx + dy * dy <= radius_m * radius_m;
}

/// A rotation, usually from body to world. Requires unit length, which from_yaw() and normalised() ensure.
struct Quaternion {
    double w = 1, x = 0, y = 0, z = 0;

    static Quaternion from_yaw(double yaw_rad) {
        return {std::cos(yaw_rad / 2), 0, 0, std::sin(yaw_rad / 2)};
    }

    constexpr Vec3 rotate(Vec3 v) const {
        const Vec3 u{x, y, z};
        const Vec3 t = cross(u, v) * 2.0;
        return v + t * w + cross(u, t);
    }
    constexpr Quaternion conjugate() const { return {w, -x, -y, -z}; }
    double yaw() const { return std::atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)); }
    Quaternion normalised() const {
        const double n = std::sqrt(w * w + x * x + y * y + z * z);
        return n > 0 ? Quaternion{w / n, x / n, y / n, z / n} : Quaternion{};
    }
    friend constexpr Quaternion operator*(Quaternion a, Quaternion b) {
        return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    }
};

}  // namespace synchrono::geo

#include "client/sensors/sky.hpp"

#include <cmath>
#include <numbers>
#include <optional>

#include "common/geo/angle.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::kRad;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr std::size_t kPlanes = 6;
constexpr double kOrbit_m = 26'560e3;  // from the centre of the earth
constexpr double kOrbit_s = 43'082;    // half a sidereal day
constexpr double kInclination = 55 * kRad;
constexpr double kFirstNode = 272.8 * kRad;  // ascending node of plane 0
constexpr double kPhase = kTurn / 30;        // lead of a plane's satellites over those of the plane before
constexpr double kSiderealDay_s = 86'164.0905;
constexpr double kEarthAngle = 100.66 * kRad;  // from the vernal equinox to Greenwich, at time 0
constexpr double kDilutionMax = 20;

/// Returns the diagonal of the inverse of a symmetric matrix, by Cholesky's decomposition; nothing if the
/// matrix has no inverse.
template <std::size_t n>
std::optional<std::array<double, n>> inverse_diagonal(std::array<std::array<double, n>, n> a) {
    constexpr double kSmallest = 1e-9;
    std::array<double, n> diagonal{};
    for (std::size_t column = 0; column < n; ++column) {
        for (std::size_t row = column; row < n; ++row) {
            for (std::size_t k = 0; k < column; ++k) a[row][column] -= a[row][k] * a[column][k];
            if (row > column) a[row][column] /= a[column][column];
            if (row == column) {
                if (!(a[row][row] > kSmallest)) return std::nullopt;
                a[row][row] = std::sqrt(a[row][row]);
            }
        }
    }
    for (std::size_t column = 0; column < n; ++column) {  // x: columns of the inverse of the lower triangle
        std::array<double, n> x{};
        for (std::size_t row = column; row < n; ++row) {
            x[row] = row == column ? 1 : 0;
            for (std::size_t k = column; k < row; ++k) x[row] -= a[row][k] * x[k];
            x[row] /= a[row][row];
            diagonal[column] += x[row] * x[row];
        }
    }
    return diagonal;
}

/// Returns the variances of the unknowns (coordinates, and last the receiver's clock) if each distance to a
/// satellite has a variance of 1; nothing if the directions do not determine the unknowns. `row_of(towards)`
/// returns the derivatives of the distance in this direction with respect to the unknowns.
template <std::size_t n, typename RowOf>
std::optional<std::array<double, n>> variances(std::span<const geo::Vec3> towards, RowOf row_of) {
    std::array<std::array<double, n>, n> normal{};
    for (const geo::Vec3& one : towards) {
        const std::array<double, n> row = row_of(one);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) normal[i][j] += row[i] * row[j];
        }
    }
    return inverse_diagonal(normal);
}

/// Returns the place of a satellite in a frame with z to the north pole and x to the meridian of Greenwich.
geo::Vec3 satellite(std::size_t number, double time_s) {
    const std::size_t plane = number % kPlanes, slot = number / kPlanes;
    const std::size_t slots = (kSatellites - plane + kPlanes - 1) / kPlanes;
    const double along =
        kTurn * (static_cast<double>(slot) / static_cast<double>(slots) + time_s / kOrbit_s) +
        kPhase * static_cast<double>(plane);
    const double node = kFirstNode + kTurn * static_cast<double>(plane) / kPlanes - kEarthAngle -
                        kTurn * time_s / kSiderealDay_s;
    const double x = std::cos(along), y = std::sin(along) * std::cos(kInclination);
    return {kOrbit_m * (x * std::cos(node) - y * std::sin(node)),
            kOrbit_m * (x * std::sin(node) + y * std::cos(node)),
            kOrbit_m * std::sin(along) * std::sin(kInclination)};
}

}  // namespace

Sky sky_above(const geo::Geodetic& place, SimTime time, double elevation_min_rad) {
    constexpr double kSemiMajor_m = 6'378'137.0, kEccentricity2 = 6.694379990141317e-3;
    const double latitude = place.latitude_deg * kRad, longitude = place.longitude_deg * kRad;
    const geo::Vec3 up{std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                       std::sin(latitude)};
    const geo::Vec3 east{-std::sin(longitude), std::cos(longitude), 0};
    const geo::Vec3 north = cross(up, east);
    const double radius_m = kSemiMajor_m / std::sqrt(1 - kEccentricity2 * up.z * up.z);
    geo::Vec3 here = up * (radius_m + place.elevation_m);
    here.z -= radius_m * kEccentricity2 * up.z;

    Sky sky;
    for (std::size_t i = 0; i < kSatellites; ++i) {
        const geo::Vec3 line = satellite(i, time.to_seconds()) - here;
        const geo::Vec3 towards = line * (1 / length(line));
        const double rise = dot(towards, up);
        if (rise < std::sin(elevation_min_rad)) continue;
        sky.towards[sky.count++] = {dot(towards, east), dot(towards, north), rise};
    }
    return sky;
}

Dilution dilution(std::span<const geo::Vec3> towards, Dilution::Fix best) {
    if (best == Dilution::Fix::space && towards.size() >= 4) {
        const auto v = variances<4>(towards, [](geo::Vec3 t) { return std::array{t.x, t.y, t.z, 1.0}; });
        if (v && (*v)[0] + (*v)[1] + (*v)[2] <= kDilutionMax * kDilutionMax)
            return {Dilution::Fix::space, std::sqrt((*v)[0] + (*v)[1]), std::sqrt((*v)[2])};
    }
    if (towards.size() >= 3) {
        const auto v = variances<3>(towards, [](geo::Vec3 t) { return std::array{t.x, t.y, 1.0}; });
        if (v && (*v)[0] + (*v)[1] <= kDilutionMax * kDilutionMax)
            return {Dilution::Fix::flat, std::sqrt((*v)[0] + (*v)[1]), 0};
    }
    return {};
}

}  // namespace synchrono::client::sensors

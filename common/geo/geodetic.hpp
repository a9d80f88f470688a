/// Where the world frame lies on the earth, and the way between its x (east), y (north) and latitude and
/// longitude: degrees are stretched by the radii of the WGS 84 ellipsoid at the origin, so that the two
/// directions undo one another exactly. Ten kilometres from the origin a place is within some metres of where
/// a true tangent plane would have it.
#pragma once

#include <cmath>
#include <numbers>

#include "common/geo/vector.hpp"

namespace synchrono::geo {

struct Geodetic {
    double latitude_deg = 0, longitude_deg = 0;
    double elevation_m = 0;  // above the ellipsoid

    friend bool operator==(const Geodetic&, const Geodetic&) = default;
};

class WorldFrame {
  public:
    /// Requires a latitude between -89 and 89 degrees: at the poles east is nowhere.
    explicit WorldFrame(const Geodetic& origin) : origin_(origin) {
        constexpr double kSemiMajor_m = 6'378'137.0, kEccentricity2 = 6.694379990141317e-3;
        const double latitude = origin.latitude_deg * kRadPerDeg;
        const double sine = std::sin(latitude);
        const double w2 = 1 - kEccentricity2 * sine * sine;
        north_m_deg_ = kSemiMajor_m * (1 - kEccentricity2) / (w2 * std::sqrt(w2)) * kRadPerDeg;
        east_m_deg_ = kSemiMajor_m / std::sqrt(w2) * std::cos(latitude) * kRadPerDeg;
    }

    const Geodetic& origin() const { return origin_; }
    Geodetic to_earth(Vec3 p) const {
        return {origin_.latitude_deg + p.y / north_m_deg_, origin_.longitude_deg + p.x / east_m_deg_,
                origin_.elevation_m + p.z};
    }
    Vec3 to_world(const Geodetic& g) const {
        return {(g.longitude_deg - origin_.longitude_deg) * east_m_deg_,
                (g.latitude_deg - origin_.latitude_deg) * north_m_deg_, g.elevation_m - origin_.elevation_m};
    }

  private:
    static constexpr double kRadPerDeg = std::numbers::pi / 180;
    Geodetic origin_;
    double north_m_deg_ = 0, east_m_deg_ = 0;
};

}  // namespace synchrono::geo

/// Where the world frame lies on the earth, and the way between its x (east), y (north), z (up) and latitude,
/// longitude and elevation. The world is flat as maps are: a transverse Mercator projection about the origin
/// without a scale factor, as OpenDRIVE's `+proj=tmerc` has it, on the WGS 84 ellipsoid; z goes up from the
/// ellipsoid everywhere. Ten kilometres east or west of the origin it stretches by a millionth, and its north
/// turns away from the true one by some hundredths of a degree.
#pragma once

#include "common/geo/vector.hpp"

namespace synchrono::geo {

struct Geodetic {
    double latitude_deg = 0, longitude_deg = 0;
    double elevation_m = 0;  // above the ellipsoid

    friend bool operator==(const Geodetic&, const Geodetic&) = default;
};

/// Threading: const functions from any thread.
class WorldFrame {
  public:
    /// What is further east or west of the origin than this, or beyond a pole, is nowhere on earth.
    static constexpr double kReach_m = 5e6;

    /// Requires a latitude between -89 and 89 degrees: at the poles east is nowhere.
    explicit WorldFrame(const Geodetic& origin);

    const Geodetic& origin() const { return origin_; }
    /// Longitudes from -180 to 180 degrees; NaN, as the latitude, of what is nowhere.
    Geodetic to_earth(Vec3 place) const;
    /// Any longitude, a turn more or less. What is not within a quarter of a turn of the origin has x and y
    /// of NaN.
    Vec3 to_world(const Geodetic& place) const;

  private:
    Geodetic origin_;
    double north_m_ = 0;  // of the origin, from the equator
};

}  // namespace synchrono::geo

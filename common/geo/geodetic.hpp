/// The place of the world frame on the earth. Converts between x (east), y (north) and z (up) in the world
/// and latitude, longitude and elevation on the earth. The world is flat, like a map. It is a transverse
/// Mercator projection of the WGS 84 ellipsoid about the origin, without a scale factor, like OpenDRIVE's
/// `+proj=tmerc`. z points up from the ellipsoid everywhere. The errors are small: ten kilometres east or
/// west of the origin, the projection stretches distances by about a millionth. There, at a latitude of 48
/// degrees, its north deviates from true north by about a tenth of a degree.
#pragma once

#include "common/geo/vector.hpp"

namespace synchrono::geo {

struct Geodetic {
    double latitude_deg = 0, longitude_deg = 0;
    double elevation_m = 0;  // above the ellipsoid

    friend bool operator==(const Geodetic&, const Geodetic&) = default;
};

/// Converts between the world frame and the earth. Threading: const functions from any thread.
class WorldFrame {
  public:
    /// A place further east or west of the origin than this, or beyond a pole, counts as not on the earth.
    static constexpr double kReach_m = 5e6;

    /// Requires a latitude between -89 and 89 degrees, since east is undefined at the poles.
    explicit WorldFrame(const Geodetic& origin);

    const Geodetic& origin() const { return origin_; }
    /// Returns the place on the earth, with a longitude from -180 to 180 degrees. Latitude and longitude are
    /// NaN for a place that is not on the earth.
    Geodetic to_earth(Vec3 place) const;
    /// Returns the place in the world. Any longitude is accepted, even above 180 or below -180 degrees. x and
    /// y are NaN if the longitude differs from the origin's by 90 degrees or more, or the latitude is beyond
    /// a pole.
    Vec3 to_world(const Geodetic& place) const;

  private:
    Geodetic origin_;
    double north_m_ = 0;  // of the origin, from the equator
};

}  // namespace synchrono::geo

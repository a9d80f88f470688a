#include "common/geo/geodetic.hpp"

#include <GeographicLib/TransverseMercator.hpp>
#include <cmath>
#include <limits>

#include "common/base/contract.hpp"

namespace synchrono::geo {
namespace {

constexpr double kPole_m = 10'001'965.729;  // from the equator along a meridian
constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

const GeographicLib::TransverseMercator& projection() {
    using GeographicLib::Constants;
    static const GeographicLib::TransverseMercator made(Constants::WGS84_a(), Constants::WGS84_f(), 1);
    return made;
}

}  // namespace

WorldFrame::WorldFrame(const Geodetic& origin) : origin_(origin) {
    SYN_REQUIRE(std::abs(origin.latitude_deg) <= 89);
    double east_m = 0;
    projection().Forward(origin.longitude_deg, origin.latitude_deg, origin.longitude_deg, east_m, north_m_);
}

Geodetic WorldFrame::to_earth(Vec3 place) const {
    Geodetic earth{kNowhere, kNowhere, origin_.elevation_m + place.z};
    const double north_m = north_m_ + place.y;
    if (std::abs(place.x) <= kReach_m && std::abs(north_m) <= kPole_m) {
        projection().Reverse(origin_.longitude_deg, place.x, north_m, earth.latitude_deg,
                             earth.longitude_deg);
    }
    return earth;
}

Vec3 WorldFrame::to_world(const Geodetic& place) const {
    Vec3 world{kNowhere, kNowhere, place.elevation_m - origin_.elevation_m};
    const double around_deg = std::remainder(place.longitude_deg - origin_.longitude_deg, 360);
    if (!(std::abs(around_deg) < 90 && std::abs(place.latitude_deg) <= 90)) return world;
    double north_m = 0;
    projection().Forward(origin_.longitude_deg, place.latitude_deg, place.longitude_deg, world.x, north_m);
    world.y = north_m - north_m_;
    return world;
}

}  // namespace synchrono::geo

/// The satellites above a place, and how precisely a receiver can find its place by them. There are 31
/// satellites on circular orbits in six planes, like those of GPS, but not at the real places: no almanac is
/// read. Simulated time 0 is 0:00 UTC on 1 January 2026.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "common/geo/geodetic.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::sensors {

inline constexpr std::size_t kSatellites = 31;

/// Unit vectors to the visible satellites: x east, y north, z up.
struct Sky {
    std::array<geo::Vec3, kSatellites> towards{};
    std::size_t count = 0;

    std::span<const geo::Vec3> all() const { return {towards.data(), count}; }
};

/// Returns the satellites whose elevation, seen from this place, is at least `elevation_min_rad`.
Sky sky_above(const geo::Geodetic& place, SimTime time, double elevation_min_rad);

/// The kind of fix that is possible, and its dilution of precision: the factor by which an error in the
/// distance to a satellite grows in the coordinates.
struct Dilution {
    enum class Fix { none = 0, flat = 2, space = 3 };  // as in SynGps
    Fix fix = Fix::none;
    double horizontal = 0;  // for both axes together
    double vertical = 0;    // only for a fix in space
};

/// Returns the dilution of the best possible fix by the satellites in these directions. A fix in space needs
/// four satellites; a flat fix needs three, and a height from elsewhere. A fix is impossible if the
/// satellites are so badly placed that errors would grow more than twentyfold. A `best` of `flat` rules out
/// a fix in space.
Dilution dilution(std::span<const geo::Vec3> towards, Dilution::Fix best = Dilution::Fix::space);

}  // namespace synchrono::client::sensors

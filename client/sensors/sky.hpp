/// The satellites above a place, and how well they let a receiver tell where it is. They are like those of
/// GPS, 31 on circular orbits in six planes, but not these very ones: no almanac is read. Simulated time 0 is
/// midnight of 1 January 2026, UTC.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "common/geo/geodetic.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::sensors {

inline constexpr std::size_t kSatellites = 31;

/// Unit vectors to satellites: x east, y north, z up.
struct Sky {
    std::array<geo::Vec3, kSatellites> towards{};
    std::size_t count = 0;

    std::span<const geo::Vec3> all() const { return {towards.data(), count}; }
};

/// Those that stand at this elevation or higher, seen from this place.
Sky sky_above(const geo::Geodetic& place, SimTime time, double elevation_min_rad);

/// How many coordinates can be told, and the dilution of precision: by how much an error in the distance to a
/// satellite grows in them.
struct Dilution {
    enum class Fix { none = 0, flat = 2, space = 3 };  // as in SynGps
    Fix fix = Fix::none;
    double horizontal = 0;  // of both axes together
    double vertical = 0;    // of a fix in space
};

/// A fix in space takes four satellites, a flat one three and a height from elsewhere. Where they stand so
/// badly that errors grow twentyfold there is none. It is one in space, if it can be and `best` is no other.
Dilution dilution(std::span<const geo::Vec3> towards, Dilution::Fix best = Dilution::Fix::space);

}  // namespace synchrono::sensors

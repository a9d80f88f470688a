/// Plans a route over ways. For every way it computes how long it takes from the beginning of the way to the
/// end of the route's last road, if the vehicle takes the route's roads in their order. Changing lanes costs
/// time as well. Because every way has its time, a pilot that gets onto a way that was not planned still
/// finds the best way on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pcp/map.hpp"

namespace synchrono::pcp::urban_driver {

/// The times to the destination from all ways.
/// Threading: const functions from any thread.  Borrows: the map.
class RoutePlan {
  public:
    /// Plans a route over `roads`, ids of the map's roads, in this order; the end of the last one is the
    /// destination. The vehicle may use ways of `kinds`, a sum of 1 << SYN_WAY_.... Throws
    /// std::runtime_error with one line if the map lacks a road or a road does not lead to the next.
    RoutePlan(const Map& map, std::vector<std::string> roads, std::uint32_t kinds);

    /// Returns how many of the roads a vehicle has reached once it is on `way`, if it had reached `before` of
    /// them on the previous way.
    std::size_t reached(std::uint32_t way, std::size_t before) const;
    /// Returns the seconds from the beginning of a way to the destination; less than 0: the way does not lead
    /// there.
    double seconds_from(std::uint32_t way, std::size_t reached) const {
        return seconds_[reached * ways_ + way];
    }
    /// Returns the way to take at the end of `way`. SYN_NONE: no way that follows leads to the destination,
    /// so the vehicle must change lanes before the end.
    std::uint32_t best_next(std::uint32_t way, std::size_t reached) const;
    /// Returns whether the route ends at the end of this way.
    bool ends(std::uint32_t way, std::size_t reached) const;
    /// Returns whether the vehicle should change from `way` to its neighbour `beside`.
    bool better_beside(std::uint32_t way, std::uint32_t beside, std::size_t reached) const;

  private:
    bool allowed(std::uint32_t way) const { return (kinds_ >> map_.ways()[way].kind & 1u) != 0; }

    Map map_;
    std::vector<std::string> roads_;
    std::uint32_t kinds_;
    std::size_t ways_;
    std::vector<double> seconds_;         // at reached * ways_ + way
    std::vector<std::uint8_t> ends_;      // for each way, whether the route may end at its end
    std::vector<std::uint32_t> road_of_;  // for each way the number of its road
    std::vector<std::uint32_t> wanted_;   // the numbers of roads_
};

/// Returns the speed limit of a way, or the usual one of a town where none is known.
double speed_limit_m_s(const SynWay& way);

}  // namespace synchrono::pcp::urban_driver

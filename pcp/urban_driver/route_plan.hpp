/// Plans a route over ways: computes for every way the time from there to the end of the last road of the
/// route, over the roads between in their order, with the time that changing lanes costs. A pilot that finds
/// itself on another way than planned therefore finds the best way on from there as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pcp/map.hpp"

namespace synchrono::pcp {

/// The times to the destination from all ways.
/// Threading: const functions from any thread.  Borrows: the map.
class RoutePlan {
  public:
    /// Plans a route over `roads`, ids of the map's roads, in this order; the end of the last one is the
    /// destination. Throws std::runtime_error with one line if the map lacks a road or one does not lead to
    /// the next.
    RoutePlan(const Map& map, std::vector<std::string> roads, std::uint32_t kinds);

    /// Returns how many of the roads a vehicle has reached that comes onto `way` after it had reached
    /// `before`.
    std::size_t reached(std::uint32_t way, std::size_t before) const;
    /// Returns the seconds from the beginning of a way to the destination; less than 0: it does not lead
    /// there.
    double seconds_from(std::uint32_t way, std::size_t reached) const {
        return seconds_[reached * ways_ + way];
    }
    /// Returns the way to take at the end of this one. SYN_NONE: no way that follows leads to the
    /// destination, so that the vehicle must change lanes before.
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
    std::vector<std::uint8_t> ends_;      // for each way, whether the last road ends with it
    std::vector<std::uint32_t> road_of_;  // for each way the number of its road
    std::vector<std::uint32_t> wanted_;   // the numbers of roads_
};

/// Returns the speed limit of a way, or the usual one of a town where none is known.
double speed_limit_m_s(const SynWay& way);

}  // namespace synchrono::pcp

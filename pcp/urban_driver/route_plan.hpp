/// Which way leads on to where a pilot wants to go: for each way, how long it is from there to the end of the
/// last road of the route, by the roads between in their order, with the time that changing lanes costs.
/// Whoever finds itself on another way than planned finds the best one from there just as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pcp/map.hpp"

namespace synchrono::pcp {

/// Threading: const functions from any thread.  Borrows: the map.
class RoutePlan {
  public:
    /// `roads` are ids of the map's roads, to be passed in this order; the end of the last one is the
    /// destination. Throws std::runtime_error with one line: a road that is not there, or that does not lead
    /// to the next one.
    RoutePlan(const Map& map, std::vector<std::string> roads, std::uint32_t kinds);

    /// How many of the roads have been reached by who comes onto `way` with `before` of them behind it.
    std::size_t reached(std::uint32_t way, std::size_t before) const;
    /// Seconds from the beginning of a way to the destination; less than 0: it does not lead there.
    double seconds_from(std::uint32_t way, std::size_t reached) const {
        return seconds_[reached * ways_ + way];
    }
    /// The way to take at the end of this one, or SYN_NONE: none leads there without leaving the lane before.
    std::uint32_t best_next(std::uint32_t way, std::size_t reached) const;
    /// Whether the route ends at the end of this way.
    bool ends(std::uint32_t way, std::size_t reached) const;
    /// Whether the lane beside is the one to be in. `beside` is a neighbour of `way`.
    bool better_beside(std::uint32_t way, std::uint32_t beside, std::size_t reached) const;

  private:
    bool allowed(std::uint32_t way) const { return (kinds_ >> map_.ways()[way].kind & 1u) != 0; }

    Map map_;
    std::vector<std::string> roads_;
    std::uint32_t kinds_;
    std::size_t ways_;
    std::vector<double> seconds_;         // by reached * ways_ + way
    std::vector<std::uint8_t> ends_;      // by way: the last road ends with it
    std::vector<std::uint32_t> road_of_;  // by way: its road, as a number
    std::vector<std::uint32_t> wanted_;   // the roads as such numbers
};

/// The speed limit of a way, or what holds in a town where none is known.
double speed_limit_m_s(const SynWay& way);

}  // namespace synchrono::pcp

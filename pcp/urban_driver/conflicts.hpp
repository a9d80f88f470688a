/// The conflicts of a way: the places where it meets other ways and crosswalks, and the ways on which other
/// vehicles come there. The conflicts of a way are prepared when they are first asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"
#include "pcp/urban_driver/sightline.hpp"

namespace synchrono::pcp::urban_driver {

/// A way on which others come to a conflict.
struct Upstream {
    std::uint32_t way;
    double to_zone_m;   // from the beginning of this way to the beginning of the conflict
    double to_entry_m;  // from the beginning of this way to the beginning of the way with the conflict
};

/// A conflict of one of our ways with another way or a crosswalk.
struct Zone {
    std::int32_t kind;          // SYN_CONFLICT_...
    std::uint32_t other;        // a way or a crosswalk
    bool yields, other_yields;  // whether, by the map, we give way; whether the other does
    double from_m, to_m;        // along our way
    double other_length_m;      // length of the conflict along the other way
    double other_line_m;        // from the other way's stop line to the beginning of that way
    std::uint32_t other_group;  // the signal group that must be green for the other way; SYN_NONE: none
    std::vector<Upstream> upstream;
};

/// Keeps the conflicts of all ways that were asked for.
/// Threading: one thread.  Borrows: the map.
class Conflicts {
  public:
    explicit Conflicts(const Map& map) : map_(map), zones_(map.ways().size()) {}

    /// Returns the conflicts of a way, valid as long as this object exists.
    const std::vector<Zone>& zones_of(std::uint32_t way);
    /// Returns whether others who come to the zone can be seen from `eye` when they are still `distance_m`
    /// away from it, whichever way they come.
    bool in_view(const Zone& zone, double distance_m, driving::Point eye, const Sightline& sight) const;

  private:
    std::vector<Upstream> upstream_of(std::uint32_t way, double to_zone_m) const;

    Map map_;
    std::vector<std::unique_ptr<std::vector<Zone>>> zones_;  // one for each way; null until asked for
};

}  // namespace synchrono::pcp::urban_driver

/// Where a way through a junction meets others, and from where one comes to these places: prepared once for a
/// way, when it is first needed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"
#include "pcp/urban_driver/sightline.hpp"

namespace synchrono::pcp {

/// A way on which others come to a conflict.
struct Upstream {
    std::uint32_t way;
    double to_zone_m;   // from its beginning to where the conflict begins
    double to_entry_m;  // from its beginning to that of the way with the conflict
};

struct Zone {
    std::int32_t kind;    // SYN_CONFLICT_...
    std::uint32_t other;  // a way or a crosswalk
    bool yields, other_yields;
    double from_m, to_m;        // along our way
    double other_length_m;      // of the conflict along the other
    double other_line_m;        // from where the other way begins back to where one stops for it
    std::uint32_t other_group;  // that must be green for the other; SYN_NONE: none
    std::vector<Upstream> upstream;
};

/// Threading: one thread.  Borrows: the map.
class Conflicts {
  public:
    explicit Conflicts(const Map& map) : map_(map), zones_(map.ways().size()) {}

    /// Of a way; valid as long as this.
    const std::vector<Zone>& of(std::uint32_t way);
    /// Whether somebody who comes to the zone can be seen from `eye` when still `distance_m` away.
    bool in_view(const Zone& zone, double distance_m, Point eye, const Sightline& sight) const;

  private:
    std::vector<Upstream> upstream_of(std::uint32_t way, double to_zone_m) const;

    Map map_;
    std::vector<std::unique_ptr<std::vector<Zone>>> zones_;  // by way
};

}  // namespace synchrono::pcp

/// Finds out from the footprints on the map whether buildings hide one place from another.
#pragma once

#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"

namespace synchrono::pcp::urban_driver {

/// Holds the footprints of the map's buildings.
/// Threading: const functions from any thread.  Borrows: the map.
class Sightline {
  public:
    explicit Sightline(const Map& map);

    /// Returns whether no building stands between two places.
    bool clear(driving::Point a, driving::Point b) const;

  private:
    struct Footprint {
        driving::Point low, high;  // the box around it
        const SynBuilding* building;
    };
    std::vector<Footprint> footprints_;
};

}  // namespace synchrono::pcp::urban_driver

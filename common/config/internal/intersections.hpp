/// The shelf of a scenario's intersections.
#pragma once

#include "common/config/internal/data_shelf.hpp"
#include "common/config/intersection.hpp"

namespace synchrono::config {

using IntersectionShelf = DataShelf<Intersection>;

/// Returns the functions by which a shelf reads intersections. Their junctions are found in `map`, which is
/// borrowed; null: the scenario has no map.
ShelfKind<Intersection> intersections_with(const roadmap::RoadMap* map);

}  // namespace synchrono::config

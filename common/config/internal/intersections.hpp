/// The shelf of a scenario's intersections.
#pragma once

#include "common/config/internal/data_shelf.hpp"
#include "common/config/intersection.hpp"

namespace synchrono::config {

using IntersectionShelf = DataShelf<Intersection>;

/// Returns the functions with which a shelf reads intersections. They find junctions in `map`, which must
/// outlive them and is null if the scenario has no map.
ShelfKind<Intersection> intersections_with(const roadmap::RoadMap* map);

}  // namespace synchrono::config

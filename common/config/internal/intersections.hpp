/// The intersections of a scenario, by name.
#pragma once

#include "common/config/internal/data_shelf.hpp"
#include "common/config/intersection.hpp"

namespace synchrono::config {

using IntersectionShelf = DataShelf<Intersection>;

/// `map` is where they look for their junctions, borrowed; null: the scenario has none.
ShelfKind<Intersection> intersections_with(const roadmap::RoadMap* map);

}  // namespace synchrono::config

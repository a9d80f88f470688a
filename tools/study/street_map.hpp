/// Converts a road map to the form that the study of movements needs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/roadmap/road_map.hpp"
#include "tools/study/movements.hpp"

namespace synchrono::tools::study {

/// The signals of an intersection, and the junction of the map to which they belong.
struct JunctionSignals {
    std::string junction;  // its id or its name
    std::int32_t intersection = 0, region = 0;
};

/// Returns the streets of a map. The streets keep the map alive, because `nearest` searches it. Ignores the
/// signals of junctions that the map does not have.
Streets streets_of(std::shared_ptr<const roadmap::RoadMap> map, const std::vector<JunctionSignals>& signals);

}  // namespace synchrono::tools::study

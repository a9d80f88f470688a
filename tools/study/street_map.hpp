/// A road map as the figures of traffic want it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/roadmap/road_map.hpp"
#include "tools/study/movements.hpp"

namespace synchrono::tools {

/// Which intersection's signals are those of a junction.
struct JunctionSignals {
    std::string junction;  // its id or its name
    std::int32_t intersection = 0, region = 0;
};

/// Shared: the streets look places up in the map as long as they live. Signals of junctions that the map does
/// not have are left out.
Streets streets_of(std::shared_ptr<const roadmap::RoadMap> map, const std::vector<JunctionSignals>& signals);

}  // namespace synchrono::tools

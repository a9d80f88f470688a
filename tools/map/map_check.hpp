/// Checks a map that could be read. Finds gaps where pieces of a road or lanes should meet, lanes that lead
/// nowhere, and signals that no controller runs. Counts what the map contains as well.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/roadmap/road_map.hpp"

namespace synchrono::tools::map {

/// The contents and the problems of a map.
struct MapReport {
    std::vector<std::string> counts;    // lines for people
    std::vector<std::string> problems;  // "file:line: what is wrong"
};

/// Returns the counts and problems of a map.
MapReport check_map(const roadmap::RoadMap& map);

}  // namespace synchrono::tools::map

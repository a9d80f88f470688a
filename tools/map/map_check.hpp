/// What is wrong with a map though it can be read: joints that do not meet, lanes that lead nowhere, signals
/// that nobody runs. And what there is in it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/roadmap/road_map.hpp"

namespace synchrono::tools {

struct MapReport {
    std::vector<std::string> counts;    // lines for people
    std::vector<std::string> problems;  // "file:line: what is wrong"
};

MapReport check_map(const roadmap::RoadMap& map);

}  // namespace synchrono::tools

/// The map of a scenario: its OpenDRIVE text, which a resolved scenario holds whole, and the roads and
/// buildings in it. docs/maps.md explains maps to users.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "common/config/radio.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::config {

struct MapText {
    std::string name;        // of the map's folder, or of its file without ".xodr"
    std::string open_drive;  // UTF-8

    friend bool operator==(const MapText&, const MapText&) = default;
};

/// The name of a map's file in its folder: maps/NAME/map.xodr.
inline constexpr const char* kMapFile = "map.xodr";

/// Reads the file without parsing it. Refuses a name or an encoding that a scenario cannot hold.
Result<MapText> load_map_text(const std::filesystem::path& file);

/// Parses the text and returns the roads of the map. The error names the map and its lines.
Result<roadmap::RoadMap> road_map_of(const MapText& map);

/// Returns the map's buildings, with the default losses of walls.
std::vector<Building> map_buildings(const roadmap::RoadMap& map);

}  // namespace synchrono::config

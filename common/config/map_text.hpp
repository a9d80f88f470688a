/// The map of a scenario: its OpenDRIVE text, which a resolved scenario holds whole, and what follows from it
/// for scenarios. docs/maps.md tells users how maps work.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "common/config/radio.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::config {

struct MapText {
    std::string name;        // of its folder, or of its file without ".xodr"
    std::string open_drive;  // UTF-8

    friend bool operator==(const MapText&, const MapText&) = default;
};

/// What a map's file is called in its folder: maps/NAME/map.xodr.
inline constexpr const char* kMapFile = "map.xodr";

/// Reads the text and not yet what it says. Refuses what no scenario could hold.
Result<MapText> load_map_text(const std::filesystem::path& file);

/// The roads; the error names the map and its lines.
Result<roadmap::RoadMap> road_map_of(const MapText& map);

/// Its buildings, with the losses that walls have where nobody says others.
std::vector<Building> map_buildings(const roadmap::RoadMap& map);

}  // namespace synchrono::config

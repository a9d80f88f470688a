/// Draws a road map: roads with their lanes and markings, stop lines, crosswalks, signal groups, buildings
/// and names. The report of a run draws trajectories over the map, so the picture is available in pieces as
/// well.
#pragma once

#include <cstdint>
#include <string>

#include "common/roadmap/road_map.hpp"

namespace synchrono::tools::map {

/// The pieces of an SVG drawing, to be put into an element of class "map". The unit is the metre; x is the
/// world's x, y the world's y with the opposite sign. `style` is a style sheet for light and dark screens.
struct MapPicture {
    double left = 0, top = 0, width = 0, height = 0;  // the extent of the drawing
    std::string style;
    std::string ground;  // to be drawn first
    std::string names;   // to be drawn last: roads, junctions, buildings, signal groups, scale, north
};

/// Returns the name by which a picture's lamp is found: its value of `data-lamp`.
std::string lamp_name(const std::string& junction, std::uint32_t signal_group);

/// Returns the pieces, so that a caller can draw something between them.
MapPicture picture_of(const roadmap::RoadMap& map, const std::string& title);

/// Returns the whole picture as an SVG document.
std::string draw_map(const roadmap::RoadMap& map, const std::string& title);

}  // namespace synchrono::tools::map

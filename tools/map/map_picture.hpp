/// A road map as a picture: roads with their lanes and markings, stop lines, crosswalks, signal groups,
/// buildings and names. Runs are drawn over the same ground, so it comes in pieces as well.
#pragma once

#include <string>

#include "common/roadmap/road_map.hpp"

namespace synchrono::tools {

/// The parts of an SVG drawing. A unit of it is a metre: x is the world's, y the world's with the other sign.
/// Classes are those of `style`, all within an element of class "map"; light and dark are the reader's wish.
struct MapPicture {
    double left = 0, top = 0, width = 0, height = 0;  // what there is to see
    std::string style;
    std::string ground;  // to be drawn first
    std::string names;   // to be drawn over all else: of roads, junctions, buildings and groups, scale, north
};

MapPicture picture_of(const roadmap::RoadMap& map, const std::string& title);

/// The whole as a document.
std::string draw_map(const roadmap::RoadMap& map, const std::string& title);

}  // namespace synchrono::tools

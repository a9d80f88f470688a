/// The drawing of what was driven: a track for each stay of a drive, marks where something happened, and the
/// data with which a page's script plays it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/geo/vector.hpp"
#include "tools/study/study.hpp"

namespace synchrono::tools {

/// Something that happened at one time and place.
struct Happening {
    std::string kind;   // a class of the style sheet: "collision", "conflict", "red", "pass", "brake"
    std::string label;  // "collision", "red light", ...
    SimTime time;
    geo::Vec2 place;
    std::string who, details;
};
/// Of the whole run, in the order of time.
std::vector<Happening> happenings_of(const Study& study);

/// Where something was driven, with a border: x, y of the lower left corner, width, height.
struct Extent {
    double x_m = 0, y_m = 0, width_m = 0, height_m = 0;
};
Extent extent_of(const Study& study);

/// <path> elements, in m with y upwards; their colours are var(--c0) to var(--c7) by drive.
std::string draw_tracks(const Study& study);
/// <g class="mark"> elements, in the same frame, one unit for each 8 pixels.
std::string draw_marks(const std::vector<Happening>& happenings);

/// The JSON that the page's script reads: at most about `samples` states.
std::string play_data(const Study& study, std::size_t samples = 40'000);

/// The points of a line that have to stay so that none of those left out is farther than `tolerance_m` from
/// what is drawn: their indices, both ends among them.
std::vector<std::size_t> simplified(const std::vector<geo::Vec2>& line, double tolerance_m);

}  // namespace synchrono::tools

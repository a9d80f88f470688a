/// Draws a track for each drive and a mark for each event, and writes the data with which the page's script
/// plays the run.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/geo/vector.hpp"
#include "tools/study/study.hpp"

namespace synchrono::tools::report {

/// Something that happened at one time and place.
struct Happening {
    std::string kind;   // a class of the style sheet: "collision", "conflict", "red", "pass", "brake"
    std::string label;  // "collision", "red light", ...
    SimTime time;
    geo::Vec2 place;
    std::string who, details;
};
/// Returns the happenings of the whole run, ordered by time.
std::vector<Happening> happenings_of(const study::Study& study);

/// The rectangle that contains all drives, with a border. x_m and y_m are its lower left corner.
struct Extent {
    double x_m = 0, y_m = 0, width_m = 0, height_m = 0;
};
/// Returns the extent of all drives of the study.
Extent extent_of(const study::Study& study);

/// Returns <path> elements in m, with y upwards. Each drive has one of the colours var(--c0) to var(--c7).
std::string draw_tracks(const study::Study& study);
/// Returns <g class="mark"> elements in the same coordinates. The page's script scales the shape in each
/// element so that one unit of the shape is 8 pixels.
std::string draw_marks(const std::vector<Happening>& happenings);

/// Returns the JSON that the page's script reads (see page_script.cpp), with at most about `samples`
/// states.
std::string play_data(const study::Study& study, std::size_t samples = 40'000);

/// Returns the indices of the points that a simplified line keeps, its ends among them. No point that is
/// left out is farther than `tolerance_m` from the simplified line.
std::vector<std::size_t> simplified(const std::vector<geo::Vec2>& line, double tolerance_m);

}  // namespace synchrono::tools::report

/// Decides whether to let someone on foot cross.
#pragma once

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"
#include "pcp/urban_driver/surroundings.hpp"

namespace synchrono::pcp {

/// The place where the ego's line crosses a crosswalk, and how long it takes to pass it.
struct CrossingLine {
    Point at, along;
    double half_width_m;  // must be free of people to each side of the line
    double until_s;       // from now until our rear has left the crosswalk
};

/// Returns whether `p` is on the crosswalk or within `margin_m` of it.
bool on_crosswalk(const SynCrosswalk& crosswalk, Point p, double margin_m);

/// Returns whether the ego must wait for a person. People who are on the crosswalk or about to step on it go
/// first until they have crossed the ego's line.
bool must_let_across(const SynCrosswalk& crosswalk, const CrossingLine& line, const Body& person);

}  // namespace synchrono::pcp

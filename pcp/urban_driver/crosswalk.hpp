/// Decides whether to let someone on foot cross.
#pragma once

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"
#include "pcp/urban_driver/surroundings.hpp"

namespace synchrono::pcp::urban_driver {

/// The place where the ego's line crosses a crosswalk, and how long the ego takes to pass.
struct CrossingLine {
    driving::Point at, along;
    double half_width_m;  // to each side of the line; must be free of people
    double until_s;       // from now until our rear has left the crosswalk
};

/// Returns whether `p` is on the crosswalk or within `margin_m` of it.
bool on_crosswalk(const SynCrosswalk& crosswalk, driving::Point p, double margin_m);

/// Returns whether the ego must wait for a person. A person who is on the crosswalk or about to step on it
/// goes first if they are in the ego's line, or may get there before the ego has passed.
bool must_let_across(const SynCrosswalk& crosswalk, const CrossingLine& line, const Body& person);

}  // namespace synchrono::pcp::urban_driver

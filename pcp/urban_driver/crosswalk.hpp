/// Whether someone on foot is to be let across.
#pragma once

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"
#include "pcp/urban_driver/surroundings.hpp"

namespace synchrono::pcp {

/// Where our line crosses a crosswalk, and when we would be there.
struct CrossingLine {
    Point at, along;
    double half_width_m;  // that must be free of people, to each side
    double until_s;       // until our rear has left it
};

/// Whether `p` is on the crosswalk or within `margin_m` of it.
bool on_crosswalk(const SynCrosswalk& crosswalk, Point p, double margin_m);

/// People have the crosswalk who are on it or about to step on it, until they have left our line behind them.
bool must_let_across(const SynCrosswalk& crosswalk, const CrossingLine& line, const Body& person);

}  // namespace synchrono::pcp

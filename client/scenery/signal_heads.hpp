/// Where the lamps of a scenario's signals hang and stand, and which signal group each of them shows.
#pragma once

#include <vector>

#include "client/scenery/scenery.hpp"
#include "common/signal/signal_controller.hpp"

namespace synchrono::scenery {

struct SignalHead {
    AgentId agent;  // the element of the scenario
    config::SignalGroupId group = 0;
    geo::Vec3 position;  // the middle of the head
    double yaw_rad = 0;  // where it looks: against those whom it concerns
    bool for_walkers = false;
    geo::Vec3 bar;  // for vehicles: the place on the ground where they wait
    double bar_width_m = 0;
};

/// In the order of the scenario's agents. What hangs over a road gets a mast, drawn into the scenery.
std::vector<SignalHead> place_signal_heads(const config::Scenario& scenario, const roadmap::RoadMap* roads,
                                           const HeightAt& height, Scenery& scenery);

/// The head without its lamps, which look along x; its middle is the origin.
Mesh signal_housing(bool for_walkers);
/// Of the head's frame: top, middle and bottom; walkers have no middle one.
std::vector<geo::Vec3> lamp_places(bool for_walkers);

/// One of them, about its own place.
Mesh signal_lamp(Coat coat);

/// What lamp number `lamp` of a head shows.
Coat lamp_colour(bool for_walkers, std::size_t lamp, signal::SignalState state);
/// Of the bar on the ground.
Coat state_colour(signal::SignalState state);

}  // namespace synchrono::scenery

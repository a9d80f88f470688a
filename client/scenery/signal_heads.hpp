/// The heads of a scenario's signals: their places, and the signal group that each of them shows.
#pragma once

#include <vector>

#include "client/scenery/scenery.hpp"
#include "common/signal/signal_controller.hpp"

namespace synchrono::scenery {

struct SignalHead {
    AgentId agent;  // the element (signals) that the head belongs to
    config::SignalGroupId group = 0;
    geo::Vec3 position;  // the middle of the head
    double yaw_rad = 0;  // direction in which its lamps shine, towards the traffic that it is for
    bool for_walkers = false;
    geo::Vec3 bar;           // for vehicles: the bar on the ground at which they wait
    double bar_width_m = 0;  // 0: no bar
};

/// Returns all heads, in the order of the scenario's agents. Draws masts into the scenery for heads over a
/// road of a map, and posts for those of walkers.
std::vector<SignalHead> place_signal_heads(const config::Scenario& scenario, const roadmap::RoadMap* roads,
                                           const HeightAt& height, Scenery& scenery);

/// Returns a head without its lamps. Its middle is the origin, and its lamps look along x.
Mesh signal_housing(bool for_walkers);
/// Returns the places of the lamps in the frame of the housing: top, middle and bottom; heads for walkers
/// have no lamp in the middle.
std::vector<geo::Vec3> lamp_places(bool for_walkers);

/// Returns one lamp, with the origin at its middle.
Mesh signal_lamp(Coat coat);

/// Returns the colour of lamp number `lamp` of a head, counted from the top, in this state.
Coat lamp_colour(bool for_walkers, std::size_t lamp, signal::SignalState state);
/// Returns the colour of the bar on the ground.
Coat state_colour(signal::SignalState state);

}  // namespace synchrono::scenery

/// The heads (housings with lamps) of a scenario's signals: the places of the heads, and the signal group
/// that each head shows.
#pragma once

#include <vector>

#include "client/scenery/scenery.hpp"
#include "common/signal/signal_controller.hpp"

namespace synchrono::client::scenery {

struct SignalHead {
    AgentId agent;  // the element (signals) that the head belongs to
    config::SignalGroupId group = 0;
    geo::Vec3 position;  // the middle of the head
    double yaw_rad = 0;  // direction in which the lamps shine, towards the traffic that they are for
    bool for_walkers = false;
    geo::Vec3 bar;           // middle of a bar on the ground, in the colour of the lamps, where vehicles wait
    double bar_width_m = 0;  // 0: no bar
};

/// Returns all heads, in the order of the scenario's agents. Draws masts into the scenery for heads over a
/// road of a map, and posts for heads for walkers.
std::vector<SignalHead> place_signal_heads(const config::Scenario& scenario, const roadmap::RoadMap* roads,
                                           const HeightAt& height, Scenery& scenery);

/// Returns a head without its lamps. Its middle is the origin, and its lamps will shine along x.
Mesh signal_housing(bool for_walkers);
/// Returns the places of the lamps in the axes of the housing: top, middle and bottom; heads for walkers have
/// no lamp in the middle.
std::vector<geo::Vec3> lamp_places(bool for_walkers);

/// Returns one lamp, with the origin at its middle.
Mesh signal_lamp(Coat coat);

/// Returns the colour of lamp number `lamp` of a head in this state. The lamp at the top has the number 0.
Coat lamp_colour(bool for_walkers, std::size_t lamp, signal::SignalState state);
/// Returns the colour of the bar on the ground in this state.
Coat state_colour(signal::SignalState state);

}  // namespace synchrono::client::scenery

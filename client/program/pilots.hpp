/// The pilots of a client's agents, each with its host and a safe stop around it, made as the scenario says
/// it, and the roads that they are shown.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "client/pilot/in_process/in_process_host.hpp"
#include "client/pilot/map_view.hpp"
#include "client/program/viewing.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// The scenario's roads as pilots see them; null where there are none.
std::unique_ptr<MapView> roads_of(const config::Scenario& scenario);

/// What the scenario says of the agent's pilot; its notes go nowhere. `roads` may be null and outlives the
/// pilot.
InProcessSetup pilot_setup(const config::Scenario& scenario, const config::AgentSpec& agent,
                           const MapView* roads);

/// The pilots of those agents that have one; for the agent that somebody drives by `view`, its driver. A
/// pilot that cannot be loaded is replaced by one that brakes to a stop. What pilots note goes to the
/// program's log lines. `roads` and `view` may be null and outlive the pilots.
std::vector<std::pair<AgentId, std::unique_ptr<PilotHost>>> make_pilots(const config::Scenario& scenario,
                                                                        const std::vector<AgentId>& agents,
                                                                        const MapView* roads,
                                                                        const Viewing* view);

}  // namespace synchrono::client

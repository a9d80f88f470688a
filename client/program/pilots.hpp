/// The pilots of a client's agents, each with its host and a safe stop around it, made as the scenario says
/// it, and the roads that they are shown.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "client/pilot/in_process/in_process_host.hpp"
#include "client/pilot/map_view.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// The scenario's roads as pilots see them; null where there are none.
std::unique_ptr<MapView> roads_of(const config::Scenario& scenario);

/// What the scenario says of the agent's pilot; its notes go nowhere. `roads` may be null and outlives the
/// pilot. The error names an agent whose body is no vehicle: libraries know of nothing else.
Result<InProcessSetup> pilot_setup(const config::Scenario& scenario, const config::AgentSpec& agent,
                                   const MapView* roads);

/// An agent that somebody drives by hand, in place of its pilot.
struct DrivenByHand {
    AgentId agent;
    std::unique_ptr<PilotHost> driver;
};

/// The pilots of those agents that have one, each with a safe stop around it, the driver's too. A pilot that
/// cannot be had is replaced by a safe stop. What pilots note goes to the program's log lines. `roads` may be
/// null and outlives the pilots.
std::vector<std::pair<AgentId, std::unique_ptr<PilotHost>>> make_pilots(const config::Scenario& scenario,
                                                                        const std::vector<AgentId>& agents,
                                                                        const MapView* roads,
                                                                        std::optional<DrivenByHand> by_hand);

}  // namespace synchrono::client

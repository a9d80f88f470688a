/// Makes the pilots of a client's agents as the scenario describes them, each with its host and a safe stop
/// around it, and the road map for them.
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

/// Makes the view of the scenario's roads for pilots; null if the scenario has no map.
std::unique_ptr<MapView> roads_of(const config::Scenario& scenario);

/// Returns the setup of the agent's pilot from the scenario, without a receiver for its notes. `roads` may
/// be null and must outlive the pilot. The error names an agent whose body is no vehicle, since libraries
/// drive vehicles only.
Result<InProcessSetup> pilot_setup(const config::Scenario& scenario, const config::AgentSpec& agent,
                                   const MapView* roads);

/// An agent that a person drives, in place of its pilot.
struct DrivenByHand {
    AgentId agent;
    std::unique_ptr<PilotHost> driver;
};

/// Makes the pilots of those agents that have one, each with a safe stop around it, the person at the
/// window included. A pilot that cannot be created is replaced by a safe stop. The pilots' notes go to the
/// program's log lines. `roads` may be null and must outlive the pilots.
std::vector<std::pair<AgentId, std::unique_ptr<PilotHost>>> make_pilots(const config::Scenario& scenario,
                                                                        const std::vector<AgentId>& agents,
                                                                        const MapView* roads,
                                                                        std::optional<DrivenByHand> by_hand);

}  // namespace synchrono::client

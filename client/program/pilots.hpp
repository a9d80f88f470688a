/// Makes the pilots of a client's agents as the scenario describes them, and the road map for the pilots.
/// Each pilot gets a host and a safe stop around it.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "client/pilot/in_process/in_process_host.hpp"
#include "client/pilot/map_view.hpp"
#include "client/transport/participation.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Makes the view of the scenario's roads for pilots; null if the scenario has no map.
std::unique_ptr<pilot::MapView> roads_of(const config::Scenario& scenario);

/// Returns the setup of the agent's pilot from the scenario, without a receiver for the pilot's notes.
/// `roads` may be null and must outlive the pilot. Fails if the agent's body is no vehicle, since libraries
/// drive only vehicles; the error names the agent.
Result<pilot::InProcessSetup> pilot_setup(const config::Scenario& scenario, const config::AgentSpec& agent,
                                          const pilot::MapView* roads);

/// Returns the content of the agents' pilots, each library once. Leaves out files that cannot be read.
std::vector<transport::PilotHash> pilot_hashes(const config::Scenario& scenario,
                                               const std::vector<AgentId>& agents);

/// An agent that a person drives, in place of its pilot.
struct DrivenByHand {
    AgentId agent;
    std::unique_ptr<pilot::PilotHost> driver;
};

/// Makes the pilots of those agents that have one, each with a safe stop around it. A person at the window
/// counts as a pilot. A pilot that cannot be created is replaced by a safe stop. The pilots' notes become log
/// lines of the program. `roads` may be null and must outlive the pilots.
std::vector<std::pair<AgentId, std::unique_ptr<pilot::PilotHost>>> make_pilots(
    const config::Scenario& scenario, const std::vector<AgentId>& agents, const pilot::MapView* roads,
    std::optional<DrivenByHand> by_hand);

}  // namespace synchrono::client

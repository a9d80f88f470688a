/// Makes the engine of a client's agents, and finds out whether engines object to them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/engine/engine.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Returns why the engine that the scenario names for the agent cannot simulate it in this client; nothing if
/// the engine can, or if the agent is an element.
std::optional<std::string> objection_to_engine(const config::Scenario& scenario,
                                               const config::AgentSpec& agent);

/// Makes the engine of these agents. Without agents it makes an engine for a client that only watches.
/// Requires that the agents are all driven or all elements of the world, and that there is no objection to
/// any of them.
Result<std::unique_ptr<engine::Engine>> make_engine(const config::Scenario& scenario,
                                                    const std::vector<AgentId>& agents);

}  // namespace synchrono::client

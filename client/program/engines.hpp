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

/// Returns why the agent's engine in this client cannot simulate it; nothing if it can.
std::optional<std::string> objection_to_engine(const config::Scenario& scenario,
                                               const config::AgentSpec& agent);

/// Makes the engine of these agents, which must be all driven or all elements of the world. Without agents
/// it makes an engine for a client that only watches. Requires that there is no objection to any of them.
Result<std::unique_ptr<Engine>> make_engine(const config::Scenario& scenario,
                                            const std::vector<AgentId>& agents);

}  // namespace synchrono::client

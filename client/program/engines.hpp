/// The engine of a client's agents, and what engines cannot do for them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/engine/engine.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Why this client cannot simulate the agent, by its engine; none: it can.
std::optional<std::string> objection_to_engine(const config::Scenario& scenario,
                                               const config::AgentSpec& agent);

/// The engine of these agents, which are all driven or all elements of the world; of nobody: one that
/// watches. Requires that there is no objection to any of them.
Result<std::unique_ptr<Engine>> make_engine(const config::Scenario& scenario,
                                            const std::vector<AgentId>& agents);

}  // namespace synchrono::client

/// With what some agents of a scenario take part in its world.
#pragma once

#include <span>

#include "client/transport/participation.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Requires agents of the scenario.
Participation participation_of(const config::Scenario& scenario, std::span<const AgentId> agents);

}  // namespace synchrono::client

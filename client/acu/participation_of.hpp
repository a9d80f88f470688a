/// Makes the participation with which a client asks to join: its agents, described for the server, and its
/// interest.
#pragma once

#include <span>

#include "client/transport/participation.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Returns the participation of these agents, which must be in the scenario. It has the scenario's
/// interest, or the whole world if one of them is an element.
Participation participation_of(const config::Scenario& scenario, std::span<const AgentId> agents);

}  // namespace synchrono::client

/// Makes the participation with which a client asks to join: its agents, described for the server, and its
/// interest.
#pragma once

#include <span>

#include "client/transport/participation.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::acu {

/// Returns the participation of these agents, all of which must be in the scenario. Its interest is that of
/// the scenario, or the whole world if one of the agents is an element.
transport::Participation participation_of(const config::Scenario& scenario, std::span<const AgentId> agents);

}  // namespace synchrono::client::acu

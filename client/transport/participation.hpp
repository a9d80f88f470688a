/// The agents with which a client takes part in a world, described as the others learn of them, and the
/// client's interest in others.
#pragma once

#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// An agent of the client.
struct Entrant {
    AgentId id;
    std::string name;
    std::string vehicle;         // name of its vehicle; empty for an element
    std::string state_type_url;  // the same for all states that it publishes
};

struct Participation {
    std::vector<Entrant> agents;
    config::Interest interest;  // which other agents' messages the client wants
};

}  // namespace synchrono::client

/// With whom a client takes part in a world, as a transport tells it to the others.
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
    std::string vehicle;         // empty of an element
    std::string state_type_url;  // of all the states that it publishes
};

struct Participation {
    std::vector<Entrant> agents;
    config::Interest interest;  // of whom else the client wants to hear
};

}  // namespace synchrono::client

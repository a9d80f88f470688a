/// The agents with which a client takes part in a world, described for the other clients, and the client's
/// interest in the others' agents.
#pragma once

#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::transport {

/// An agent of the client.
struct Entrant {
    AgentId id;
    std::string name;
    std::string vehicle;         // name of its vehicle; empty for an element
    std::string state_type_url;  // of all states that the agent publishes
};

/// The content of a pilot's library, as this client has it.
struct PilotHash {
    std::string name;  // as the scenario names the pilot
    std::string hash;  // 16 bytes
};

/// The agents and the interest with which a client joins.
struct Participation {
    std::vector<Entrant> agents;
    config::Interest interest;  // which other agents' messages the client wants
    std::vector<PilotHash> pilots = {};
};

}  // namespace synchrono::client::transport

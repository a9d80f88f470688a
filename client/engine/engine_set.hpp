/// Combines several engines into one, for a client whose agents have different engines.
#pragma once

#include <memory>
#include <vector>

#include "client/engine/body_engine.hpp"

namespace synchrono::client {

struct EngineOfAgents {
    std::unique_ptr<BodyEngine> engine;
    std::vector<AgentId> agents;
};

/// Returns an engine that passes each call to the engine of the agent in question. No agent may occur twice.
std::unique_ptr<BodyEngine> make_engine_set(std::vector<EngineOfAgents> engines);

}  // namespace synchrono::client

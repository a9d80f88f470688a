/// Combines several engines into one, for a client whose agents have different engines.
#pragma once

#include <memory>
#include <vector>

#include "client/engine/body_engine.hpp"

namespace synchrono::client::engine {

/// An engine, and the agents that it moves.
struct EngineOfAgents {
    std::unique_ptr<BodyEngine> engine;
    std::vector<AgentId> agents;
};

/// Returns an engine that passes a call about an agent to that agent's engine, and any other call to all of
/// the engines. Requires that no agent occurs twice.
std::unique_ptr<BodyEngine> make_engine_set(std::vector<EngineOfAgents> engines);

}  // namespace synchrono::client::engine

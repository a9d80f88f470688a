/// Several engines as one, for a client whose agents do not all have the same.
#pragma once

#include <memory>
#include <vector>

#include "client/engine/body_engine.hpp"

namespace synchrono::client {

struct EngineOfAgents {
    std::unique_ptr<BodyEngine> engine;
    std::vector<AgentId> agents;
};

/// An engine that lets each of these advance its agents. Requires no agent twice.
std::unique_ptr<BodyEngine> make_engine_set(std::vector<EngineOfAgents> engines);

}  // namespace synchrono::client

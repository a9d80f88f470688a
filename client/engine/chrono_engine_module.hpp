/// What the module "chrono_engine" gives to a client: the engine of Project Chrono's vehicles. The client
/// itself knows nothing of Chrono and runs without it.
#pragma once

#include <memory>

#include "client/engine/body_engine.hpp"
#include "client/engine/engine_entry.hpp"
#include "client/ground/ground.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

struct ChronoEngineModule {
    /// Borrows nothing.
    Result<std::unique_ptr<BodyEngine>> (*make)(const config::Scenario& scenario,
                                                std::shared_ptr<const Ground> ground);
    /// One line of what is missing, or not possible, for this agent.
    Result<void> (*check)(const config::Scenario& scenario, const config::AgentSpec& agent);
};

inline constexpr const char* kChronoEngineModule = "chrono_engine";
/// Its one function: const ChronoEngineModule* synchrono_chrono_engine().
inline constexpr const char* kChronoEngineEntry = "synchrono_chrono_engine";

/// Its row in the table of engines, which every build has: where the module is missing, its objection says
/// why.
EngineEntry chrono_entry();

}  // namespace synchrono::client

/// The interface of the module "chrono_engine", which holds the engine of Project Chrono's vehicles. The
/// client itself is built without Chrono and runs without it.
#pragma once

#include <memory>

#include "client/engine/body_engine.hpp"
#include "client/engine/engine_entry.hpp"
#include "client/ground/ground.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::engine {

/// The functions of the module.
struct ChronoEngineModule {
    /// Makes the engine, which borrows nothing.
    Result<std::unique_ptr<BodyEngine>> (*make)(const config::Scenario& scenario,
                                                std::shared_ptr<const ground::Ground> ground);
    /// Checks whether the engine can move an agent. The error is one line that says why not.
    Result<void> (*check)(const config::Scenario& scenario, const config::AgentSpec& agent);
};

inline constexpr const char* kChronoEngineModule = "chrono_engine";
/// The name of the module's only function: const ChronoEngineModule* synchrono_chrono_engine().
inline constexpr const char* kChronoEngineEntry = "synchrono_chrono_engine";

/// Returns Chrono's row in the table of engines. Every build has this row; if the module is missing, the
/// row's objection says so.
EngineEntry chrono_entry();

}  // namespace synchrono::client::engine

/// The engine of Project Chrono's vehicles, which are built from Chrono's JSON files. All vehicles of a
/// client are in one Chrono system, where they can touch each other and the world's other bodies.
/// docs/chrono.md describes the engine for users. This header includes no header of Chrono.
#pragma once

#include <memory>

#include "client/engine/body_engine.hpp"
#include "client/ground/ground.hpp"
#include "common/base/result.hpp"
#include "common/config/chrono.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::engine {

/// Makes the engine. `ground` describes firm ground; soil is described by `kind` alone. Requires settings
/// that a scenario can have. Fails if Chrono's data cannot be found.
Result<std::unique_ptr<BodyEngine>> make_chrono_engine(
    const config::ChronoSettings& settings,
    std::shared_ptr<const ground::Ground> ground = nullptr,  // null: level and dry
    const config::Ground& kind = {});
/// Makes the engine with a scenario's settings and kind of ground.
Result<std::unique_ptr<BodyEngine>> make_chrono_engine(const config::Scenario& scenario,
                                                       std::shared_ptr<const ground::Ground> ground);

/// Checks a vehicle by building it once and throwing it away. The error is one line that says what Chrono
/// cannot do, or which of Chrono's files is missing or wrong. The engine requires vehicles that have passed
/// this check.
Result<void> check_chrono(const config::ChronoSettings& settings, const config::VehicleSpec& vehicle);
/// Checks the vehicle of an agent, and whether it can drive on the scenario's ground. Requires an agent that
/// is not an element.
Result<void> check_chrono(const config::Scenario& scenario, const config::AgentSpec& agent);

}  // namespace synchrono::client::engine

/// The engine of Project Chrono's vehicles, which are built from Chrono's JSON files. All vehicles of a
/// client are in one Chrono system, where they touch each other and the world's other bodies. docs/chrono.md
/// describes the engine for users. This header needs no header of Chrono.
#pragma once

#include <memory>

#include "client/engine/body_engine.hpp"
#include "client/ground/ground.hpp"
#include "common/base/result.hpp"
#include "common/config/chrono.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Makes the engine. Requires settings that a scenario can have. Fails if Chrono's data cannot be found.
Result<std::unique_ptr<BodyEngine>> make_chrono_engine(
    const config::ChronoSettings& settings,
    std::shared_ptr<const Ground> ground = nullptr,  // null: level and dry
    const config::Ground& kind = {});                // for soil, which `ground` cannot describe
/// Makes the engine with a scenario's settings and kind of ground.
Result<std::unique_ptr<BodyEngine>> make_chrono_engine(const config::Scenario& scenario,
                                                       std::shared_ptr<const Ground> ground);

/// Checks a vehicle by building it once and throwing it away. The error is one line that says what Chrono
/// cannot do, or which of its files is missing or wrong. An engine may get only vehicles that were checked.
Result<void> check_chrono(const config::ChronoSettings& settings, const config::VehicleSpec& vehicle);
/// Checks the vehicle of an agent, and whether it can drive on the scenario's ground. Requires an agent that
/// is not an element.
Result<void> check_chrono(const config::Scenario& scenario, const config::AgentSpec& agent);

}  // namespace synchrono::client

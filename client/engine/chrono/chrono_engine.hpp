/// The engine of Project Chrono's vehicles: Chrono::Vehicle systems built from its JSON files, all of a
/// client in one Chrono system, where they touch each other and the world's other bodies. docs/chrono.md
/// tells users of it. No header of Chrono is needed to include this one.
#pragma once

#include <memory>

#include "client/engine/body_engine.hpp"
#include "client/ground/ground.hpp"
#include "common/base/result.hpp"
#include "common/config/chrono.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Requires settings as a scenario can have them. The error is one line: Chrono's data cannot be found.
Result<std::unique_ptr<BodyEngine>> make_chrono_engine(
    const config::ChronoSettings& settings,
    std::shared_ptr<const Ground> ground = nullptr,  // level, dry
    const config::Ground& kind = {});                // soil is more than `ground` can tell
/// The same for a scenario's agents.
Result<std::unique_ptr<BodyEngine>> make_chrono_engine(const config::Scenario& scenario,
                                                       std::shared_ptr<const Ground> ground);

/// Builds the vehicle once, to throw it away. The error is one line that names what Chrono cannot do or which
/// of its files is missing or wrong. An engine may be given no vehicle that was not checked.
Result<void> check_chrono(const config::ChronoSettings& settings, const config::VehicleSpec& vehicle);
/// The same for an agent that is no element.
Result<void> check_chrono(const config::Scenario& scenario, const config::AgentSpec& agent);

}  // namespace synchrono::client

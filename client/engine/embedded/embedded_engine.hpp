/// The engine that needs nothing but this repository: the models of docs/vehicle-model.md.
#pragma once

#include <memory>

#include "client/engine/body_engine.hpp"
#include "client/ground/ground.hpp"

namespace synchrono::client {

inline constexpr SimDuration kEmbeddedStepMax = SimDuration::milliseconds(5);

/// Each agent's motion depends on its own controls alone, bit for bit, whoever shares the engine. The engine
/// ignores what it is shown: its vehicles do not collide. Requires 0 < step <= kEmbeddedStepMax.
std::unique_ptr<BodyEngine> make_embedded_engine(
    SimDuration step,
    std::shared_ptr<const Ground> ground = nullptr);  // level, dry

}  // namespace synchrono::client

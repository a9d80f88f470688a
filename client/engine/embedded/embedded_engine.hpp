/// The engine with the models of docs/vehicle-model.md. It needs no library besides this repository.
#pragma once

#include <memory>

#include "client/engine/body_engine.hpp"
#include "client/ground/ground.hpp"

namespace synchrono::client {

inline constexpr SimDuration kEmbeddedStepMax = SimDuration::milliseconds(5);

/// Makes the engine. Each agent's motion depends only on its own controls, bit for bit, whichever agents
/// share the engine. The engine ignores its surroundings: its vehicles do not collide. Requires a step above
/// 0 and not above kEmbeddedStepMax.
std::unique_ptr<BodyEngine> make_embedded_engine(
    SimDuration step,
    std::shared_ptr<const Ground> ground = nullptr);  // null: level and dry

}  // namespace synchrono::client

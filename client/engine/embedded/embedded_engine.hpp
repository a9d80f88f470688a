/// The engine with the models of docs/vehicle-model.md. It needs no library for physics.
#pragma once

#include <memory>

#include "client/engine/body_engine.hpp"
#include "client/ground/ground.hpp"

namespace synchrono::client::engine {

inline constexpr SimDuration kEmbeddedStepMax = SimDuration::milliseconds(5);

/// Makes the engine. An agent's motion has the same bits whichever other agents share the engine. The engine
/// ignores its surroundings: its vehicles do not collide. If `ground` is null, the ground is level and dry.
/// Requires a step above 0 and not above kEmbeddedStepMax.
std::unique_ptr<BodyEngine> make_embedded_engine(SimDuration step,
                                                 std::shared_ptr<const ground::Ground> ground = nullptr);

}  // namespace synchrono::client::engine

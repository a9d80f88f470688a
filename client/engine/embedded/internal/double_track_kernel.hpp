/// The part of the double-track model that is compiled once for each instruction set: a step, without the
/// ground and the powertrain.
#pragma once

#include "client/engine/embedded/internal/double_track.hpp"

namespace synchrono::client::engine::internal {

/// Advances the state by `dt` (s), with the drive torques and ground planes that the state holds.
using StepFunction = void (*)(const Facts& facts, State& state, std::size_t axles, double dt);

/// Returns the fastest StepFunction for this machine. The functions for all machines give the same bits.
StepFunction step_function();

}  // namespace synchrono::client::engine::internal

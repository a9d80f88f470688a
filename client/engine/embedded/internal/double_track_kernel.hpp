/// The steps of the double-track model between two looks at the ground and the engine; compiled for each
/// instruction set.
#pragma once

#include "client/engine/embedded/internal/double_track.hpp"

namespace synchrono::client::internal {

/// One step of `dt` with the drive torques in the state.
using StepFunction = void (*)(const Facts& facts, State& state, std::size_t axles, double dt);

/// The best for this machine. All give the same bits.
StepFunction step_function();

}  // namespace synchrono::client::internal

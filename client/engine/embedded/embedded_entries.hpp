/// The rows of the embedded models in the table of engines: one engine, which computes the full model of one
/// agent and the single-track model of another.
#pragma once

#include "client/engine/engine_entry.hpp"

namespace synchrono::client {

EngineEntry embedded_entry();
EngineEntry single_track_entry();

}  // namespace synchrono::client

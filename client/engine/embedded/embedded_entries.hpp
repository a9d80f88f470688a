/// The rows of the embedded models in the table of engines. Both rows stand for one engine, which computes
/// the full model for some agents and the single-track model for others.
#pragma once

#include "client/engine/engine_entry.hpp"

namespace synchrono::client::engine {

EngineEntry embedded_entry();
EngineEntry single_track_entry();

}  // namespace synchrono::client::engine

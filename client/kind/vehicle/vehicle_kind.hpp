/// Vehicles: they roll on wheels or tracks, and somebody steers, accelerates and brakes them.
#pragma once

#include "client/kind/body_kind.hpp"

namespace synchrono::client {

/// There is one, which lives as long as the process.
const BodyKind& vehicle_kind();

}  // namespace synchrono::client

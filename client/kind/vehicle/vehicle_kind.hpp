/// Vehicles: the kind of body that rolls on wheels or tracks and is steered, accelerated and braked.
#pragma once

#include "client/kind/body_kind.hpp"

namespace synchrono::client::kind {

/// Returns the kind, which lives as long as the process.
const BodyKind& vehicle_kind();

}  // namespace synchrono::client::kind

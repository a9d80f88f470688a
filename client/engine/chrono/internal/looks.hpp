/// Reads Chrono's visual shapes of a vehicle, for views.
#pragma once

#include <vector>

#include "client/body/look.hpp"
#include "client/engine/chrono/internal/ensemble.hpp"

namespace synchrono::client::engine::internal {

/// Returns a part for each body that has visual shapes. Shapes of types that a body::LookShape cannot have
/// are left out.
std::vector<body::LookPart> look_parts_of(const Ensemble& parts);
/// Sets `poses` to the poses of the parts that look_parts_of() returns, in the same order and in the world
/// frame.
void look_poses_of(const Ensemble& parts, std::vector<geo::Pose>& poses);

}  // namespace synchrono::client::engine::internal

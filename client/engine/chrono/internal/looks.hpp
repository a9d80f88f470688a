/// Reads Chrono's visual shapes of a vehicle, for views.
#pragma once

#include <vector>

#include "client/body/look.hpp"
#include "client/engine/chrono/internal/ensemble.hpp"

namespace synchrono::client::internal {

/// Returns a part for each body that has visual shapes.
std::vector<LookPart> looks_of(const Ensemble& parts);
/// Sets `poses` to those of the parts of looks_of(), in the world frame and in the same order.
void look_poses_of(const Ensemble& parts, std::vector<geo::Pose>& poses);

}  // namespace synchrono::client::internal

/// Chrono's visual shapes of a vehicle, for who draws it.
#pragma once

#include <vector>

#include "client/body/look.hpp"
#include "client/engine/chrono/internal/ensemble.hpp"

namespace synchrono::client::internal {

/// A part for each body that is seen.
std::vector<LookPart> looks_of(const Ensemble& parts);
/// Where they are, in the same order.
void look_poses_of(const Ensemble& parts, std::vector<geo::Pose>& poses);

}  // namespace synchrono::client::internal

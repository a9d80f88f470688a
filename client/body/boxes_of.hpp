/// Makes obstacles of a scenario's static boxes, for what pilots see and sensors measure.
#pragma once

#include <vector>

#include "client/body/obstacle.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Returns the static boxes of the scenario, in its order and without the buildings. The position of each
/// is that of its middle.
std::vector<Obstacle> boxes_of(const config::Scenario& scenario);

}  // namespace synchrono::client

/// Makes obstacles of the static boxes of a scenario, which pilots see and sensors measure.
#pragma once

#include <vector>

#include "client/body/obstacle.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::body {

/// Returns the static boxes of the scenario, in the scenario's order and without the buildings. The position
/// of a box is that of its middle.
std::vector<Obstacle> boxes_of(const config::Scenario& scenario);

}  // namespace synchrono::client::body

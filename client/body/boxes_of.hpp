/// Makes obstacles of the static boxes of a scenario. Pilots see the obstacles, and sensors measure them.
#pragma once

#include <vector>

#include "client/body/obstacle.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::body {

/// Returns an obstacle for each static box of the scenario, in the scenario's order; buildings are left out.
/// The position of an obstacle is the middle of its box.
std::vector<Obstacle> boxes_of(const config::Scenario& scenario);

}  // namespace synchrono::client::body

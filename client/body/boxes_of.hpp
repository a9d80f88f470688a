/// The boxes of a scenario as bodies, for whoever looks at them: the eyes of pilots and the sensors.
#pragma once

#include <vector>

#include "client/body/obstacle.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// The boxes that stand in the world, in the scenario's order. The position of each is that of its middle.
/// Buildings are no boxes.
std::vector<Obstacle> boxes_of(const config::Scenario& scenario);

}  // namespace synchrono::client

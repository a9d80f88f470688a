/// Another agent as a moving body: its appearance to others, its size and its motion.
#pragma once

#include <cstdint>

#include "common/base/ids.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client {

/// The category that an observer sees in a body. The numbers are those of the pilot's interface.
enum class SeenAs : std::uint8_t { vehicle = 0, pedestrian = 1, object = 2 };

/// A body as it is at the start of the heartbeat.
struct Obstacle {
    AgentId agent;
    SeenAs seen_as = SeenAs::vehicle;
    double length_m = 0, width_m = 0, height_m = 0;
    geo::Motion motion;
};

}  // namespace synchrono::client

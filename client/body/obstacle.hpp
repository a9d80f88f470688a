/// A body as observers see it: its category, its size and its motion.
#pragma once

#include <cstdint>

#include "common/base/ids.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client::body {

/// The category that an observer sees in a body. The values equal SYN_OTHER_VEHICLE, SYN_OTHER_PEDESTRIAN and
/// SYN_OTHER_OBJECT in pcp/synchrono_pilot.h.
enum class SeenAs : std::uint8_t { vehicle = 0, pedestrian = 1, object = 2 };

/// A body at one instant, which is usually the start of a heartbeat.
struct Obstacle {
    /// The agent that has this body; for a static box, config::static_id().
    AgentId agent;
    SeenAs seen_as = SeenAs::vehicle;
    double length_m = 0, width_m = 0, height_m = 0;
    geo::Motion motion;
};

}  // namespace synchrono::client::body

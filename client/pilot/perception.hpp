/// Everything that a pilot perceives for one decision. A Perception is plain data and does not call back into
/// the client, so a pilot may compute while others do, or in another process.
#pragma once

#include <span>

#include "client/body/body_motion.hpp"
#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/radio/radio_perception.hpp"
#include "common/time/sim_time.hpp"

struct SynSensors;

namespace synchrono::client::pilot {

/// The input of one decision, borrowed from the agent's control unit: everything to which it points stays
/// unchanged from PilotHost::begin_step until the first call of PilotHost::finish_step after that.
struct Perception {
    SimTime now;
    SimDuration period;    // until the pilot's next step
    body::BodyMotion ego;  // the pilot's own body
    /// The agents and things that are within the scenario's interest and in the pilot's sight, dead-reckoned
    /// to `now`, ascending by agent, without the ego.
    std::span<const body::Obstacle> others = {};
    std::span<const body::SignalsInSight* const> signals = {};  // also of interest and in sight
    const radio::RadioPerception* radio = nullptr;              // null: the agent has no radio
    const SynSensors* sensors = nullptr;                        // null: the agent has no sensors
};

}  // namespace synchrono::client::pilot

/// Holds everything that a pilot perceives for one decision. It is plain data and does not call back into the
/// client, so a pilot may compute beside others or in another process.
#pragma once

#include <span>

#include "client/body/body_motion.hpp"
#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/radio/radio_news.hpp"
#include "common/time/sim_time.hpp"

struct SynSensors;

namespace synchrono::client {

/// The input of one decision. It is borrowed from the agent's control unit: all that it points to stays
/// unchanged from PilotHost::begin until the first call of PilotHost::finish after it.
struct Perception {
    SimTime now;
    SimDuration period;  // until the pilot's next step
    BodyMotion ego;
    /// The agents and things that are within the scenario's interest and in the pilot's sight, dead-reckoned
    /// to `now`, ascending by agent, without the ego.
    std::span<const Obstacle> others = {};
    std::span<const SignalsInSight* const> signals = {};  // in sight as well
    const RadioNews* radio = nullptr;                     // null: the agent has no radio
    const SynSensors* sensors = nullptr;                  // null: the agent has no sensors
};

}  // namespace synchrono::client

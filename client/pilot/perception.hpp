/// Everything that a pilot is shown for one decision, as data: nothing in it calls back into the client, so
/// that a pilot may compute beside others or in another process.
#pragma once

#include <span>

#include "client/body/body_motion.hpp"
#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/radio/radio_news.hpp"
#include "common/time/sim_time.hpp"

struct SynSensors;

namespace synchrono::client {

/// Borrowed from the agent's control unit: all that it points to stays as it is from PilotHost::begin until
/// PilotHost::finish is called for the first time after it.
struct Perception {
    SimTime now;
    SimDuration period;  // until the pilot's next turn
    BodyMotion ego;
    /// The agents and things that are within the scenario's interest and in the pilot's sight, dead-reckoned
    /// to `now`, ascending by agent, without the ego.
    std::span<const Obstacle> others = {};
    std::span<const SignalsInSight* const> signals = {};  // in sight as well
    const RadioNews* radio = nullptr;                     // null: the agent has no radio
    const SynSensors* sensors = nullptr;                  // null: the agent has no sensors
};

}  // namespace synchrono::client

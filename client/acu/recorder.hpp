/// A recorder keeps what a client's agents published, what they measured, and which radio messages they heard
/// late. The log file is one.
#pragma once

#include <cstddef>

#include "client/radio/inbox.hpp"
#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/geo/motion.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"
#include "pcp/synchrono_sensors.h"

namespace synchrono::client {

/// Threading: the client's loop thread.
class Recorder {
  public:
    virtual ~Recorder() = default;
    /// Begins a turn of the client: all calls until the next begin() happen at `now`.
    virtual void begin(WallTime now) = 0;
    /// Keeps a state that the agent has published.
    virtual void record(AgentId agent, SimTime time, ByteView any) = 0;
    /// Keeps a radio message that the agent saw at `seen`, later than it should have.
    virtual void late(AgentId agent, const Delivery& delivery, SimTime seen) = 0;
    /// Keeps a sample and how the vehicle moved when it was measured. `sensor` is the index of the sensor
    /// among the agent's.
    virtual void sensed(AgentId agent, std::size_t sensor, const SynSample& sample,
                        const geo::Motion& body) = 0;
};

}  // namespace synchrono::client

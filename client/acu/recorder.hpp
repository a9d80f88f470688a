/// A recorder keeps what a client's agents said, heard late and measured; a log is one.
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
    /// A turn begins: what it is told until the next happens now.
    virtual void begin(WallTime now) = 0;
    virtual void record(AgentId agent, SimTime time, ByteView any) = 0;
    /// A radio message that the agent saw at `seen`, later than it was to.
    virtual void late(AgentId agent, const Delivery& delivery, SimTime seen) = 0;
    /// A sample of the sensor at this place among the agent's, and how the vehicle moved then.
    virtual void sensed(AgentId agent, std::size_t sensor, const SynSample& sample,
                        const geo::Motion& body) = 0;
};

}  // namespace synchrono::client

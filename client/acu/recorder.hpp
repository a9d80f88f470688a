/// A recorder keeps what a client's agents published and measured, and which radio messages an agent saw
/// late. LogRecorder (client/program/log_recorder.hpp) writes them to the client's log file.
#pragma once

#include <cstddef>

#include "client/radio/inbox.hpp"
#include "client/transport/transport.hpp"
#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/geo/motion.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"
#include "pcp/synchrono_sensors.h"

namespace synchrono::client::acu {

/// Threading: the client's loop thread.
class Recorder {
  public:
    virtual ~Recorder() = default;
    /// Begins a pass of the client: all calls until the next set_time() happen at `now`.
    virtual void set_time(WallTime now) = 0;
    /// Keeps a state that the agent has published at `time`. `any` is the state as a serialised
    /// google.protobuf.Any.
    virtual void record(AgentId agent, SimTime time, ByteView any) = 0;
    /// Keeps that the agent has left the world for good, of its own accord. Its last state was that of
    /// `time`.
    virtual void record_departure(AgentId agent, SimTime time) = 0;
    /// Keeps a radio message that the agent saw at `seen`, although by `delivery.time` the agent should have
    /// seen it at an earlier heartbeat.
    virtual void record_late(AgentId agent, const radio::Delivery& delivery, SimTime seen) = 0;
    /// Keeps a comparison of our clock with the server's.
    virtual void record_clock(const transport::ClockReading& reading) = 0;
    /// Keeps a sample, and the motion of the vehicle when the sample was measured. `sensor` is the index of
    /// the sensor among those of the agent.
    virtual void record_sample(AgentId agent, std::size_t sensor, const SynSample& sample,
                               const geo::Motion& body) = 0;
};

}  // namespace synchrono::client::acu

/// What a client's agents said and measured, in the client's log: their states, the radio messages that they
/// saw late, and the samples of their sensors, under the topics of docs/logs.md.
#pragma once

#include <map>
#include <vector>

#include "client/acu/recorder.hpp"
#include "client/sensors/sensor_log.hpp"
#include "common/config/scenario.hpp"
#include "common/log/run_log.hpp"

namespace synchrono::client {

/// Threading: the client's loop thread.  Owns: its buffers; borrows: the log, the scenario.
class LogRecorder final : public Recorder {
  public:
    /// Requires a log that takes sensors::log_payload_bytes_max() of these agents.
    LogRecorder(log::RunLog& log, const config::Scenario& scenario, const std::vector<AgentId>& agents);

    /// Does nothing where the scenario wants no states in the log. Requires one of our agents.
    void begin(WallTime now) override { now_ = now; }
    void record(AgentId agent, SimTime time, ByteView any) override;
    void late(AgentId agent, const Delivery& delivery, SimTime seen) override;
    void sensed(AgentId agent, std::size_t sensor, const SynSample& sample,
                const geo::Motion& body) override {
        sensors_.write(agent, sensor, sample, body, now_);
    }

  private:
    log::RunLog& log_;
    const config::Scenario& scenario_;
    std::map<AgentId, log::ChannelId> topics_, late_topics_;
    sensors::SensorLog sensors_;
    Bytes record_;
    WallTime now_;
};

}  // namespace synchrono::client

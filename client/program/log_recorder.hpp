/// Writes into a client's log the states that its agents published, the samples of their sensors, and the
/// radio messages that the agents saw late. docs/logs.md describes the topics.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "client/acu/recorder.hpp"
#include "client/sensors/sensor_log.hpp"
#include "common/config/scenario.hpp"
#include "common/log/run_log.hpp"

namespace synchrono::client {

/// The recorder that writes the log file.
/// Threading: the client's loop thread.  Owns: its buffers; borrows: the log, the scenario.
class LogRecorder final : public acu::Recorder {
  public:
    /// Requires a log whose records may be as long as sensors::log_payload_bytes_max() of these agents.
    LogRecorder(log::RunLog& log, const config::Scenario& scenario, const std::vector<AgentId>& agents);

    void set_time(WallTime now) override { now_ = now; }
    /// Does nothing if the scenario wants no states in the log. Requires one of the agents that the
    /// constructor got.
    void record(AgentId agent, SimTime time, ByteView any) override;
    void record_departure(AgentId agent, SimTime time) override;
    void record_late(AgentId agent, const radio::Delivery& delivery, SimTime seen) override;
    void record_clock(const transport::ClockReading& reading) override;
    void record_sample(AgentId agent, std::size_t sensor, const SynSample& sample,
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
    SimTime last_;  // simulated time of the newest state
    std::optional<log::ChannelId> clock_topic_, departures_topic_;
};

}  // namespace synchrono::client

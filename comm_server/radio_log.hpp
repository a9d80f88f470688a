/// The log of the radio, radio.mcap: holds every message with its time of sending and its outcome at each
/// receiver. The log contains no wall time, and simulated time decides where its chunks end, so that equal
/// histories give equal files.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "comm_server/exchange.hpp"
#include "common/base/result.hpp"
#include "common/log/run_log.hpp"

namespace synchrono::comm_server {

/// Writes radio.mcap.
/// Threading: one thread.  Owns: the log.
class RadioLog final : public RadioRecorder {
  public:
    /// Creates `folder`/radio.mcap; returns an error if that fails or the file exists already.
    static Result<std::unique_ptr<RadioLog>> open(const std::filesystem::path& folder,
                                                  const config::Scenario& scenario);

    void on_settled(const Settled& settled) override;
    void on_load(config::Medium medium, SimTime from, SimTime until,
                 std::span<const std::pair<AgentId, float>> busy_ratios) override;
    void on_station(const RadioStation& station, SimTime time) override;
    void on_routed(SimTime until) override;
    /// Returns the first disk error, once.
    std::optional<Error> take_error() { return log_->take_error(); }
    Result<void> close() { return log_->close(); }
    const Counters<log::LogCounter>& counters() const { return log_->counters(); }

  private:
    explicit RadioLog(std::unique_ptr<log::RunLog> log);

    log::ChannelId topic(const std::string& name, const google::protobuf::Descriptor& type);
    void write(log::ChannelId topic, SimTime time);

    std::unique_ptr<log::RunLog> log_;
    std::map<std::string, log::ChannelId> topics_;
    std::map<config::Medium, log::ChannelId> messages_;
    std::string record_;
    SimTime flushed_;  // simulated time of the last flush
};

}  // namespace synchrono::comm_server

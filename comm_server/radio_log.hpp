/// The log of the radio, radio.mcap: the whole life of every message. It holds simulated time only, which
/// also decides where its chunks end, so that equal histories give equal files.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "comm_server/exchange.hpp"
#include "common/base/result.hpp"
#include "common/log/run_log.hpp"

namespace synchrono::comm_server {

/// Threading: one thread.  Owns: the log.
class RadioLog final : public RadioRecorder {
  public:
    /// Creates `folder`/radio.mcap; returns an error when the file exists already.
    static Result<std::unique_ptr<RadioLog>> open(const std::filesystem::path& folder,
                                                  const config::Scenario& scenario);

    void settled(const Settled& settled) override;
    void load(config::Medium medium, SimTime from, SimTime until,
              std::span<const std::pair<AgentId, float>> busy_ratios) override;
    void station(const RadioStation& station, SimTime time) override;
    void routed(SimTime until) override;
    /// Returns the disk's error, once.
    std::optional<Error> take_error() { return log_->take_error(); }
    Result<void> close() { return log_->close(); }
    const Counters<log::LogCount>& counters() const { return log_->counters(); }

  private:
    explicit RadioLog(std::unique_ptr<log::RunLog> log);

    log::ChannelId topic(const std::string& name, const google::protobuf::Descriptor& type);
    void write(log::ChannelId topic, SimTime time);

    std::unique_ptr<log::RunLog> log_;
    std::map<std::string, log::ChannelId> topics_;
    std::map<config::Medium, log::ChannelId> messages_;
    std::string record_;
    SimTime flushed_;
};

}  // namespace synchrono::comm_server

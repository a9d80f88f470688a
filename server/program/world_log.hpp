/// The dynamics server's log: who came into the world and who ended, at which simulated time.
#pragma once

#include <filesystem>
#include <memory>

#include "common/program/program_log.hpp"

namespace synchrono::server {

/// Threading: one thread at a time.  Owns: the log.
class WorldLog {
  public:
    /// Creates `folder`/server.mcap; refuses when there is one.
    static Result<std::unique_ptr<WorldLog>> open(const std::filesystem::path& folder,
                                                  const config::Scenario& scenario);

    /// Says the disk's error, too, when there is one that was not said yet.
    void write(const WorldEvent& event, WallTime now);
    void close(ProgramSummary summary, SimTime last, WallTime now);
    /// Whether an error was said: the run is not all on record.
    bool has_failed() const { return log_->has_failed(); }

  private:
    explicit WorldLog(std::unique_ptr<program::ProgramLog> log);

    std::unique_ptr<program::ProgramLog> log_;
    log::ChannelId topic_;
};

}  // namespace synchrono::server

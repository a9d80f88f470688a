/// The log of the dynamics server: which agents joined and ended, at which simulated time.
#pragma once

#include <filesystem>
#include <memory>

#include "common/program/program_log.hpp"

namespace synchrono::server {

/// Threading: one thread at a time.  Owns: the log.
class WorldLog {
  public:
    /// Creates `folder`/server.mcap; returns an error when the file exists already.
    static Result<std::unique_ptr<WorldLog>> open(const std::filesystem::path& folder,
                                                  const config::Scenario& scenario);

    /// Adds the event to the log. Prints a disk error that was not printed yet.
    void write(const WorldEvent& event, WallTime now);
    void close(ProgramSummary summary, SimTime last, WallTime now);
    /// Returns whether a disk error was printed; the log is then incomplete.
    bool has_failed() const { return log_->has_failed(); }

  private:
    explicit WorldLog(std::unique_ptr<program::ProgramLog> log);

    std::unique_ptr<program::ProgramLog> log_;
    log::ChannelId topic_;
};

}  // namespace synchrono::server

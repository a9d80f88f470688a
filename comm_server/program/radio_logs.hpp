/// The two logs of the communication server. Nothing in the radio's log depends on wall time. The program's
/// log has the summary of the run.
#pragma once

#include <filesystem>
#include <memory>

#include "comm_server/exchange.hpp"
#include "comm_server/radio_log.hpp"
#include "common/program/program_log.hpp"

namespace synchrono::comm_server {

/// Writes both logs.
/// Threading: one thread.  Owns: both logs.
class RadioLogs {
  public:
    /// Creates `folder`/comm_server.mcap and `folder`/radio.mcap; returns an error when one of them exists
    /// already.
    static Result<std::unique_ptr<RadioLogs>> open(const std::filesystem::path& folder,
                                                   const config::Scenario& scenario);

    RadioRecorder& recorder() { return *radio_; }
    /// Prints disk errors that were not printed yet.
    void log_new_errors();
    /// Writes the summary with the exchange's counters, and closes both logs.
    void close(const Exchange& exchange, const program::ProgramEnd& end, WallTime now);
    /// Returns whether a disk error was printed; a log is then incomplete.
    bool have_failed() const { return radio_failed_ || program_->has_failed(); }

  private:
    RadioLogs(std::unique_ptr<program::ProgramLog> program, std::unique_ptr<RadioLog> radio)
        : program_(std::move(program)), radio_(std::move(radio)) {}

    std::unique_ptr<program::ProgramLog> program_;
    std::unique_ptr<RadioLog> radio_;
    bool radio_failed_ = false;
};

}  // namespace synchrono::comm_server

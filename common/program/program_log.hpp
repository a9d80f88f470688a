/// The log of one program of a run: a RunLog that records which program wrote it, logs an error once when
/// the disk fails, and ends with the program's summary.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "common/base/counters.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/log/run_log.hpp"
#include "proto/record.pb.h"

namespace synchrono::program {

/// The facts that every program states when it ends.
struct Ending {
    std::string program;  // its name in the run
    std::string why;
    SimTime last;       // the simulated time that it reached
    WallDuration wall;  // from its first heartbeat to its end
};
/// Returns a summary with these facts and the version of the program, without counters.
ProgramSummary make_summary(const Ending& ending);

/// Adds a counter with this value to the summary.
void add_counter(ProgramSummary& summary, const CounterName& name, std::uint64_t value);

/// Wraps a RunLog. Threading: one thread at a time, as RunLog.  Owns: the RunLog.
class ProgramLog {
  public:
    /// Creates `folder`/`name`.mcap; fails if the file exists. Writes `facts` into it, beside the program's
    /// name and the scenario. `payload_bytes_max` is the size of the longest message to be written;
    /// messages of up to half a MiB are always possible.
    static Result<std::unique_ptr<ProgramLog>> open(const std::filesystem::path& folder,
                                                    const std::string& program, const std::string& name,
                                                    const config::Scenario& scenario,
                                                    log::Metadata facts = {},
                                                    std::size_t payload_bytes_max = 0);

    log::RunLog& records() { return *log_; }
    /// Logs the disk's error, if one has occurred that was not logged yet.
    void look_for_errors();
    /// Adds the log's own counters and the process's use of processor and memory to the summary, writes it
    /// and closes the log.
    void close(ProgramSummary summary, SimTime last, WallTime now);
    /// Returns whether an error was logged, so that the record of the run is incomplete.
    bool has_failed() const { return has_failed_; }

  private:
    explicit ProgramLog(std::unique_ptr<log::RunLog> log);

    std::unique_ptr<log::RunLog> log_;
    log::ChannelId summary_topic_;
    bool has_failed_ = false;
};

}  // namespace synchrono::program

/// The log of a program of a run: a RunLog that tells who wrote it, complains once when the disk fails, and
/// ends with the program's summary.
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

/// What every program says when it ends.
struct Ending {
    std::string program;  // its name in the run
    std::string why;
    SimTime last;       // the simulated time that it came to
    WallDuration wall;  // how long it took from its first heartbeat on
};
/// A summary of this version of the program, without counters.
ProgramSummary make_summary(const Ending& ending);

/// Adds a counter with this value to the summary.
void add_counter(ProgramSummary& summary, const CounterName& name, std::uint64_t value);

/// Threading: one thread at a time, as RunLog.  Owns: the RunLog.
class ProgramLog {
  public:
    /// Creates `folder`/`name`.mcap; refuses when there is one. `facts` are told beside who wrote the file
    /// and for which scenario. No message of it may be longer than `payload_bytes_max` or half a MiB,
    /// whichever is more.
    static Result<std::unique_ptr<ProgramLog>> open(const std::filesystem::path& folder,
                                                    const std::string& program, const std::string& name,
                                                    const config::Scenario& scenario,
                                                    log::Metadata facts = {},
                                                    std::size_t payload_bytes_max = 0);

    log::RunLog& records() { return *log_; }
    /// Says the disk's error when there is one that was not said yet.
    void look_for_errors();
    /// Adds the log's own counters and what the process has used to the summary, writes it and closes.
    void close(ProgramSummary summary, SimTime last, WallTime now);
    /// Whether an error was said: the run is not all on record.
    bool has_failed() const { return has_failed_; }

  private:
    explicit ProgramLog(std::unique_ptr<log::RunLog> log);

    std::unique_ptr<log::RunLog> log_;
    log::ChannelId summary_topic_;
    bool has_failed_ = false;
};

}  // namespace synchrono::program

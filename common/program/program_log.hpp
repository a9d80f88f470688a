/// The log file of one program of a run: says which program wrote the file, and ends with the program's
/// summary. If the disk fails, the program prints the error once.
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

/// The facts that every program records when it ends.
struct ProgramEnd {
    std::string program;  // its name in the run, for example "server"
    std::string why;      // the reason for its end
    SimTime last;         // the simulated time that it reached
    WallDuration wall;    // from its first heartbeat to its end
};
/// Returns a summary with these facts and the version of the program, without counters.
ProgramSummary make_summary(const ProgramEnd& end);

/// Adds a counter with this value to the summary.
void add_counter(ProgramSummary& summary, const CounterName& name, std::uint64_t value);

/// Wraps a RunLog. Threading: one thread at a time, like RunLog.  Owns: the RunLog.
class ProgramLog {
  public:
    /// Creates `folder`/`name`.mcap, and the folder if only that is missing; fails if the file exists. Writes
    /// `facts` into the file, together with the program, its version and the scenario. `payload_bytes_max` is
    /// the size of the longest record to be written; records of a little less than half a MiB are always
    /// possible.
    static Result<std::unique_ptr<ProgramLog>> open(const std::filesystem::path& folder,
                                                    const std::string& program, const std::string& name,
                                                    const config::Scenario& scenario,
                                                    log::Metadata facts = {},
                                                    std::size_t payload_bytes_max = 0);

    log::RunLog& records() { return *log_; }
    const std::filesystem::path& file() const { return file_; }
    /// Prints the first error of the disk, once.
    void log_new_errors();
    /// Adds the log's own counters and the process's use of processor and memory to the summary, writes the
    /// summary and closes the log.
    void close(ProgramSummary summary, SimTime last, WallTime now);
    /// Returns whether an error of the disk was printed; the log is then incomplete.
    bool has_failed() const { return has_failed_; }

  private:
    ProgramLog(std::unique_ptr<log::RunLog> log, std::filesystem::path file);

    std::unique_ptr<log::RunLog> log_;
    const std::filesystem::path file_;
    log::ChannelId summary_topic_;
    bool has_failed_ = false;
};

}  // namespace synchrono::program

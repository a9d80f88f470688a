/// Many runs of one scenario, each a `synchrono run` of its own in a folder of its own, some at a time. What
/// was made in an earlier sweep into the same folder is not made again, so that a sweep that was interrupted
/// goes on where it was.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "common/time/wall_clock.hpp"
#include "tools/run/progress.hpp"
#include "tools/run/run_arguments.hpp"
#include "tools/sweep/sweep_plan.hpp"
#include "tools/sweep/sweep_result.hpp"

namespace synchrono::tools {

struct SweepOptions {
    RunArguments run{};  ///< of every run; `out` is the sweep's folder, empty: one under runs/
    SweepPlan plan{};
    std::string kind = "sweep";       ///< ends the name of a folder that nobody named
    std::size_t jobs = 1;             ///< runs at a time
    std::filesystem::path command{};  ///< `synchrono`; empty: beside us
    WallDuration patience =
        WallDuration::seconds(60);  ///< from SIGTERM to SIGKILL: a run needs a while to end its programs
};

/// Keeps others out of a sweep's folder while it lives.
/// Owns: a lock on the folder.
class FolderLock {
  public:
    /// Fails when somebody else has it.
    static Result<FolderLock> take(const std::filesystem::path& folder);
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&& other) noexcept;
    ~FolderLock();

  private:
    explicit FolderLock(int fd) : fd_(fd) {}
    int fd_;
};

/// A sweep made ready: every scenario read, and found good; the folder made or found, with those runs in
/// `result` that are there already.
struct PreparedSweep {
    SweepOptions options;
    SweepResult result;
    std::vector<std::string> scenario_ids;  ///< of the plan's points
    std::filesystem::path folder;           ///< absolute
    FolderLock lock;
};

/// Fails with what is wrong with a scenario or the folder, which must be new, empty, or that of a sweep. A
/// report counts when it is whole, of a run that was not interrupted, and of the very scenario that this run
/// would have.
Result<PreparedSweep> prepare_sweep(const SweepOptions& options);

struct SweepOutcome {
    bool interrupted = false;
    std::string problem{};  ///< the first of writing the results; empty: none
};

/// Makes the runs that are not there, and after each writes sweep.txt, sweep.csv, sweep.json and sweep.html
/// into the folder. What is left of an earlier try of a run is kept aside as NAME.old. A byte readable on
/// `stop_fd` ends all runs; a second one kills their programs at once. Threading: as execute_run().
SweepOutcome execute_sweep(PreparedSweep& sweep, int stop_fd, ProgressPrinter& progress);

}  // namespace synchrono::tools

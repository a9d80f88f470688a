/// Makes many runs of one scenario, each with `synchrono run` and in a folder of its own, several at a
/// time. A sweep does not repeat the runs that its folder has already, so that an interrupted sweep can be
/// continued.
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

namespace synchrono::tools::sweep {

/// The options of a sweep.
struct SweepOptions {
    /// The options of every run, except that `out` is the sweep's folder; empty: a new folder under runs/.
    run::RunArguments run{};
    SweepPlan plan{};
    std::string figures{};            ///< as parse_figures() takes them; empty: the ordinary ones
    std::string kind = "sweep";       ///< the last part of the folder's name if `out` is empty
    std::size_t jobs = 1;             ///< how many runs are made at a time
    std::filesystem::path command{};  ///< the program `synchrono`; empty: in the folder of this program
    /// The time from SIGTERM to SIGKILL: a run needs a while to end its programs.
    WallDuration patience = WallDuration::seconds(60);
};

/// Keeps other sweeps out of a folder during its lifetime.
/// Owns: a lock on the folder.
class FolderLock {
  public:
    /// Locks the folder. Fails when another program has locked it.
    static Result<FolderLock> acquire(const std::filesystem::path& folder);
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&& other) noexcept;
    ~FolderLock();

  private:
    explicit FolderLock(int fd) : fd_(fd) {}
    int fd_;
};

/// A sweep that is ready to start: every scenario has been read and checked, the folder exists, and
/// `result` has the runs that were found in the folder.
struct PreparedSweep {
    SweepOptions options;
    SweepResult result;
    std::vector<std::string> scenario_ids;  ///< one for each point of the plan
    std::filesystem::path folder;           ///< absolute
    FolderLock lock;
};

/// Checks every scenario, the figures and the folder, which must be new, empty or the folder of a sweep.
/// Takes over a run that is in the folder if the run has a whole report, was not interrupted, and had the
/// same scenario that the sweep would run now.
Result<PreparedSweep> prepare_sweep(const SweepOptions& options);

/// How a sweep ended.
struct SweepOutcome {
    bool interrupted = false;
    std::string problem{};  ///< the first error in writing the results; empty: none
};

/// Makes the runs that are missing and, after each of them, writes the result into the folder: sweep.txt,
/// sweep.csv, sweep.json, sweep.tex, sweep.html, statistics.csv, differences.csv and differences.tex. If an
/// earlier attempt at a run has left a folder NAME, renames that to NAME.old, or to NAME.old2 and so on. Ends
/// all runs as soon as `stop_fd` is readable. If `stop_fd` becomes readable again, kills their programs at
/// once. Threading: as execute_run().
SweepOutcome execute_sweep(PreparedSweep& sweep, int stop_fd, run::ProgressPrinter& progress);

}  // namespace synchrono::tools::sweep

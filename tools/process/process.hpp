/// Starts child programs, watches them without blocking, sends them signals and reaps them. No child outlives
/// its parent, however the parent ends, and every child is reaped.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "common/base/result.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::tools::process {

/// How a program ended.
struct ExitStatus {
    enum class Kind { exited, killed };
    Kind kind = Kind::exited;
    int value = 0;  ///< the exit code, or the number of the signal

    bool clean() const { return kind == Kind::exited && value == 0; }
    /// Returns "exit 1" or "killed by SIGSEGV", for example.
    std::string to_string() const;
    friend bool operator==(const ExitStatus&, const ExitStatus&) = default;
};

/// The program to start, its arguments, and where its output goes.
struct ProcessSpec {
    std::filesystem::path program;
    std::vector<std::string> arguments{};  ///< without the program's name
    std::filesystem::path log{};  ///< standard error is appended to this file; empty: to our standard error
    /// The place where standard output goes. `log`: the same as for standard error.
    enum class Output { log, pipe } output = Output::log;
};

/// A running or ended child program.
/// Threading: one thread, which must live as long as the child: the kernel kills the child when the thread
/// that started it ends.  Owns: the process (killed and reaped by the destructor), its pidfd and its pipe.
class ChildProcess {
  public:
    /// Starts the program in a process group of its own, so that Ctrl-C reaches the parent alone. Standard
    /// input is /dev/null. Fails with one line when the program cannot be executed.
    static Result<ChildProcess> spawn(const ProcessSpec& spec);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess();

    pid_t pid() const { return pid_; }
    /// Returns how the child ended, or nothing while it runs; never blocks.
    std::optional<ExitStatus> poll();
    /// Waits up to `limit` for the child to end. Returns how it ended, or nothing if it still runs.
    std::optional<ExitStatus> wait(WallDuration limit);
    /// Sends a signal. Does nothing when the child has ended.
    void signal(int number);

    /// Returns a descriptor for poll(2) that is readable once the child has ended.
    int pid_fd() const { return pid_fd_; }
    /// Returns the reading end of the child's standard output (non-blocking), or -1 without `pipe` and
    /// after the end of the pipe.
    int output_fd() const { return output_fd_; }
    /// Returns the whole lines that have arrived on the pipe; never blocks. At the end of the pipe it
    /// returns an unfinished last line too, and output_fd() becomes -1.
    std::vector<std::string> read_lines();
    /// Waits up to `limit` for the next line. Returns nothing when none came or the pipe has ended.
    std::optional<std::string> read_line(WallDuration limit);

  private:
    ChildProcess() = default;
    void kill_and_reap() noexcept;
    void read_available();

    pid_t pid_ = -1;
    int pid_fd_ = -1;
    int output_fd_ = -1;
    std::optional<ExitStatus> exit_;
    std::string unread_;
};

/// Returns the folder of the running program's own executable, or an empty path when it is unknown.
std::filesystem::path program_directory();

}  // namespace synchrono::tools::process

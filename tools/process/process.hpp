/// A child program: started with its own output files, watched without blocking, signalled, reaped. No child
/// outlives its parent, whatever becomes of the parent, and none is left unreaped.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "common/base/result.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::tools {

/// How a program ended.
struct ExitStatus {
    enum class Kind { exited, killed };
    Kind kind = Kind::exited;
    int value = 0;  ///< the exit code, or the signal

    bool clean() const { return kind == Kind::exited && value == 0; }
    /// "exit 1", "killed by SIGSEGV".
    std::string to_string() const;
    friend bool operator==(const ExitStatus&, const ExitStatus&) = default;
};

struct ProcessSpec {
    std::filesystem::path program;
    std::vector<std::string> arguments{};  ///< without the program's name
    std::filesystem::path log{};           ///< standard error goes here (created or appended); empty: ours
    enum class Output {
        log,
        pipe
    } output = Output::log;  ///< where standard output goes; `log`: with standard error
};

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
    /// Its exit, once it has ended; never blocks.
    std::optional<ExitStatus> poll();
    /// Its exit, waiting for it up to `limit`.
    std::optional<ExitStatus> wait(WallDuration limit);
    /// Sends a signal; nothing happens when it has ended.
    void signal(int number);

    /// Readable when it has ended; for poll(2).
    int pid_fd() const { return pid_fd_; }
    /// The reading end of its standard output (non-blocking), or -1 without `pipe` and after the end of it.
    int output_fd() const { return output_fd_; }
    /// Whole lines that have arrived on the pipe, without blocking. At the end of the pipe an unfinished last
    /// line is given too, and output_fd() becomes -1.
    std::vector<std::string> read_lines();
    /// The next line, waiting up to `limit`; nothing when none came or the pipe has ended.
    std::optional<std::string> read_line(WallDuration limit);

  private:
    ChildProcess() = default;
    void end() noexcept;
    void read_available();

    pid_t pid_ = -1;
    int pid_fd_ = -1;
    int output_fd_ = -1;
    std::optional<ExitStatus> exit_;
    std::string unread_;
};

/// Where the running program's own executable lies.
std::filesystem::path program_directory();

}  // namespace synchrono::tools

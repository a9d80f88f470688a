/// Calls into a pilot's library, and returns even if the pilot crashes or hangs. If a fatal signal is raised
/// during the call (by a wild pointer, a division by zero, abort, or a stack that is too deep), or if the
/// call exceeds its time limit, the call ends and nothing else does. The pilot must not be used any more
/// after that: its stack frames are gone without their destructors having run, and locks that it held stay
/// locked. A guard cannot save a client whose memory the pilot has corrupted; then the server's watchdog
/// keeps the others going.
///
/// A call costs about a tenth of a microsecond. A thread (Watch) finds the calls that hang: it checks all
/// guards of the process several times within the limit. Time in which the call waited for a processor, or in
/// which the whole process stood still, does not count, so that no pilot is taken for hung just because the
/// machine is busy.
#pragma once

#include <array>
#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "common/time/wall_clock.hpp"

namespace synchrono::client::pilot::internal {

/// A range of addresses that contains machine code of a library.
struct CodeRange {
    std::uintptr_t first = 0, end = 0;
};
/// All machine code of one library.
using Code = std::vector<CodeRange>;

/// Returns the code of the library for which dlopen has returned `handle`; empty if it is not found.
Code code_of(void* handle);

/// How a call ended: normally, by a crash, or by a hang.
struct Mishap {
    enum class Kind { none, crashed, hung };
    Kind kind = Kind::none;
    int signal = 0;              // of a crash, as are the next two members
    int code = 0;                // si_code
    std::uintptr_t address = 0;  // si_addr
    WallDuration limit{};        // the limit that a hanging call exceeded

    explicit operator bool() const { return kind != Kind::none; }
    /// Returns "it crashed (segmentation fault)" or "it did not return within 0.5 s"; empty for none.
    std::string to_text() const;
};

/// The thread that finds hanging calls.
class Watch;

/// Guards the calls into one pilot.
/// Threading: one call at a time, from any thread.  Owns: nothing of the pilot; shares the Watch.
class Guard {
  public:
    /// `code` is the machine code of the pilot's library. A hanging call is best abandoned while it runs in
    /// this code, since it then holds no lock of the system's libraries. Elsewhere it gets a little more
    /// time.
    explicit Guard(Code code);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    /// Runs `call()` and returns how it ended. Afterwards restores the
    /// thread's floating-point settings: the rounding, and whether the smallest numbers count as zero.
    /// Requires a `call()` that does not throw and has no objects whose destructors matter, since it may be
    /// abandoned anywhere.
    template <typename Call>
    Mishap run(WallDuration limit, Call call) {
        return run(
            limit, [](void* context) { (*static_cast<Call*>(context))(); }, &call);
    }

  private:
    friend class Watch;
    friend struct Signals;
    Mishap run(WallDuration limit, void (*call)(void*), void* context);

    const Code code_;
    const std::shared_ptr<Watch> watch_;
    sigjmp_buf place_;  // where run() goes on after a crash or a hang
    Mishap mishap_;     // of the call under way

    // Written by the calling thread, read by the watch.
    std::atomic<std::uint64_t> entry_{0};    // counts entries and exits: odd while a call is under way
    std::atomic<pid_t> thread_{0};           // the thread that makes the call
    std::atomic<std::int64_t> limit_ns_{0};  // how long the call may last
    // Written by the watch: the value of `entry_` during the call that is to be abandoned.
    std::atomic<std::uint64_t> abandoned_entry_{0};
    // Written by the signal handler: how many of the watch's signals found the call outside the pilot's code.
    int interrupts_outside_ = 0;

    // Used by the watch alone: the call that it last saw.
    struct Seen {
        std::uint64_t entry = 0;
        WallDuration lasted{};                  // how long the call has run, without waiting
        std::optional<std::int64_t> queued_ns;  // how long its thread had queued for a processor
        std::optional<timer_t> asking;          // the timer that interrupts a hanging call
    } seen_;
};

}  // namespace synchrono::client::pilot::internal

/// Calls into a pilot's library and returns, no matter what the pilot does. A fatal signal in the call (a
/// wild pointer, a division by zero, abort, a stack that is too deep) and a call that exceeds its time
/// limit end the call and nothing else. The pilot must not be used any more after that: its stack frames
/// are gone without their destructors having run, and locks that it held stay locked. A guard cannot save a
/// client whose memory the pilot has corrupted; for that there is the watchdog of the server.
///
/// A call costs about a tenth of a microsecond. A thread finds the calls that hang: it checks all guards of
/// the process a few times within the limit. Time in which the call waited for a processor, or in which the
/// whole process stood still, does not count, so that no pilot is taken for hung just because the machine
/// is busy.
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

namespace synchrono::client::internal {

/// A range of addresses with machine code of a library.
struct CodeRange {
    std::uintptr_t first = 0, end = 0;
};
using Code = std::vector<CodeRange>;

/// Returns the code of the library whose handle dlopen has returned.
Code code_of(void* handle);

/// The way in which a call ended.
struct Mishap {
    enum class Kind { none, crashed, hung };
    Kind kind = Kind::none;
    int signal = 0;  // of a crash
    int code = 0;    // si_code of the signal
    std::uintptr_t address = 0;
    WallDuration limit{};  // the limit that a hanging call exceeded

    explicit operator bool() const { return kind != Kind::none; }
    /// Returns "it crashed (segmentation fault)" or "it did not come back within 0.5 s"; empty for none.
    std::string to_text() const;
};

class Watch;

/// Guards the calls into one pilot.
/// Threading: one call at a time, from any thread.  Owns: nothing of the pilot; shares the watching thread.
class Guard {
  public:
    /// `code` is that of the pilot's library. A hanging call is best abandoned while it runs there, since
    /// it then holds no lock of the system's libraries; elsewhere it gets a little more time.
    explicit Guard(Code code);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    /// Runs `call()` and returns how it ended. Since it may be abandoned anywhere, `call()` must not have
    /// objects whose destructors matter. It must not throw.
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
    sigjmp_buf place_;
    Mishap mishap_;

    // Written by the calling thread, read by the watch.
    std::atomic<std::uint64_t> entry_{0};    // counts entries and exits: odd while a call is under way
    std::atomic<pid_t> thread_{0};           // the thread that makes the call
    std::atomic<std::int64_t> limit_ns_{0};  // how long the call may last
    // Written by the watch: the value of `entry_` of the call to be abandoned.
    std::atomic<std::uint64_t> to_leave_{0};
    int elsewhere_ = 0;  // how many leave signals found the call outside the pilot's code

    // Used by the watch alone.
    struct Seen {
        std::uint64_t entry = 0;
        WallDuration lasted{};
        std::optional<std::int64_t> queued_ns;  // how long the thread had waited for a processor
        std::optional<timer_t> asking;          // sends the leave signal again and again
    } seen_;
};

}  // namespace synchrono::client::internal

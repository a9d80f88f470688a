/// Calls into a pilot's library and comes back whatever the pilot does: a fatal signal of the call (a wild
/// pointer, a division by zero, abort, a stack that is too deep), or a call that lasts longer than it may,
/// ends the call and nothing else. What is left of the pilot is then not to be touched any more: its frames
/// are gone without their destructors, and locks that it held stay held. It cannot save a client whose memory
/// the pilot has spoiled; that is what the watchdog of the server is for.
///
/// A call costs about a tenth of a microsecond. Hanging is found by a thread that looks at all guards of the
/// process a few times within the limit; time in which the call waited for a processor, or the whole process
/// stood still, does not count, so that a busy machine takes no pilot for a dead one.
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

/// Where a library's machine code lies.
struct CodeRange {
    std::uintptr_t first = 0, end = 0;
};
using Code = std::vector<CodeRange>;

/// The code of a library that dlopen has given `handle` for.
Code code_of(void* handle);

/// How a call ended.
struct Mishap {
    enum class Kind { none, crashed, hung };
    Kind kind = Kind::none;
    int signal = 0;  // of a crash
    int code = 0;    // its si_code
    std::uintptr_t address = 0;
    WallDuration limit{};  // of what hung

    explicit operator bool() const { return kind != Kind::none; }
    /// "it crashed (segmentation fault)", "it did not come back within 0.5 s"; empty for none.
    std::string to_text() const;
};

class Watch;

/// Threading: one call at a time, from any thread.  Owns: nothing of the pilot; shares the watching thread.
class Guard {
  public:
    /// `code` is the pilot's: where one that hangs is best left, since there it holds no lock of the system's
    /// libraries. Elsewhere it gets a moment more.
    explicit Guard(Code code);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    /// `call()` must not leave an object behind whose destructor matters, and must not throw.
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

    // Told to the watch: odd while a call is under way, who makes it, how long it may last.
    std::atomic<std::uint64_t> entry_{0};
    std::atomic<pid_t> thread_{0};
    std::atomic<std::int64_t> limit_ns_{0};
    // Told by the watch: the call to be left.
    std::atomic<std::uint64_t> to_leave_{0};
    int elsewhere_ = 0;  // how often it was asked to leave amid code that is not the pilot's

    // Of the watch alone.
    struct Seen {
        std::uint64_t entry = 0;
        WallDuration lasted{};
        std::optional<std::int64_t> queued_ns;  // the thread had waited so long for a processor
        std::optional<timer_t> asking;          // asks it to leave, again and again
    } seen_;
};

}  // namespace synchrono::client::internal

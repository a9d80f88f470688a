/// Wakes a thread that has nothing to do. A ring is remembered until the next wait, so a thread that
/// finds its queues empty and then waits misses nothing that was queued before a ring.
#pragma once

#include <atomic>
#include <cstdint>

#include "common/time/wall_clock.hpp"

namespace synchrono {

/// Lets threads wake one waiting thread. Ringing costs a system call only while that thread sleeps.
/// Threading: any thread rings; one thread waits.
class Doorbell {
  public:
    /// Wakes the waiting thread, which then sees everything that the calling thread wrote before.
    void ring() {
        if (state_.exchange(kRung, std::memory_order_acq_rel) == kSleeping) wake();
    }
    /// Sleeps until a ring, or returns at once if a ring has come since the last wait. Returns true if there
    /// was a ring, false if `limit` passed or a signal arrived.
    bool wait(WallDuration limit);

  private:
    static constexpr std::uint32_t kQuiet = 0;
    static constexpr std::uint32_t kRung = 1;
    static constexpr std::uint32_t kSleeping = 2;

    void wake();

    alignas(64) std::atomic<std::uint32_t> state_{kQuiet};
    static_assert(std::atomic<std::uint32_t>::is_always_lock_free && sizeof(std::atomic<std::uint32_t>) == 4,
                  "the kernel sleeps on the word itself");
};

}  // namespace synchrono

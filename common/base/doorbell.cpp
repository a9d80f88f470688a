#include "common/base/doorbell.hpp"

#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace synchrono {

bool Doorbell::wait(WallDuration limit) {
    if (state_.exchange(kQuiet, std::memory_order_acq_rel) == kRung) return true;
    if (limit <= WallDuration{}) return false;
    std::uint32_t expected = kQuiet;
    if (state_.compare_exchange_strong(expected, kSleeping, std::memory_order_acq_rel)) {
        const std::int64_t end_ns = (MonotonicClock().now() + limit).count_ns();
        const timespec end{end_ns / 1'000'000'000, end_ns % 1'000'000'000};
        // The call returns at once if a ring has changed the word meanwhile. It also returns if the ring that
        // ended an earlier wait calls wake() only now. That ring is not a new one, so the sleep goes on.
        while (syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&state_), FUTEX_WAIT_BITSET_PRIVATE,
                       kSleeping, &end, nullptr, FUTEX_BITSET_MATCH_ANY) == 0 &&
               state_.load(std::memory_order_acquire) == kSleeping) {
        }
    }
    return state_.exchange(kQuiet, std::memory_order_acq_rel) == kRung;
}

void Doorbell::wake() {
    syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&state_), FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace synchrono

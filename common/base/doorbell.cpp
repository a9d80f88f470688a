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
        const timespec relative{limit.count_ns() / 1'000'000'000, limit.count_ns() % 1'000'000'000};
        // Returns at once if a ring has changed the word meanwhile. The reason why it returns does not
        // matter: the word says whether it rang.
        syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&state_), FUTEX_WAIT_PRIVATE, kSleeping,
                &relative, nullptr, 0);
    }
    return state_.exchange(kQuiet, std::memory_order_acq_rel) == kRung;
}

void Doorbell::wake() {
    syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&state_), FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace synchrono

#include "common/realtime/sleep.hpp"

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace synchrono {

bool sleep_until(WallTime deadline) {
    const std::int64_t ns = std::max<std::int64_t>(deadline.count_ns(), 0);
    const timespec until{ns / 1'000'000'000, ns % 1'000'000'000};
    // The deadline is absolute, so a thread that is scheduled late before this call does not sleep longer.
    return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == 0;
}

}  // namespace synchrono

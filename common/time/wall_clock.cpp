#include "common/time/wall_clock.hpp"

#include <ctime>

namespace synchrono {

WallTime MonotonicClock::now() const {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return WallTime::nanoseconds(static_cast<std::int64_t>(t.tv_sec) * 1'000'000'000 + t.tv_nsec);
}

}  // namespace synchrono

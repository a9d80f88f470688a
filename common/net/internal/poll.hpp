/// Converts wall time for poll(2).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// Returns `limit` in milliseconds, rounded up. Rounded down, a wait below 1 ms would become 0, and the
/// caller would poll in a busy loop.
inline int poll_ms(WallDuration limit) {
    const std::int64_t ms = (std::max<std::int64_t>(0, limit.count_ns()) + 999'999) / 1'000'000;
    return static_cast<int>(std::min<std::int64_t>(ms, std::numeric_limits<int>::max()));
}

}  // namespace synchrono::net

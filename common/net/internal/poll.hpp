/// Wall time as poll(2) takes it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// In milliseconds, rounded up, so that nobody polls on and on for the last of them.
inline int poll_ms(WallDuration limit) {
    const std::int64_t ms = (std::max<std::int64_t>(0, limit.count_ns()) + 999'999) / 1'000'000;
    return static_cast<int>(std::min<std::int64_t>(ms, std::numeric_limits<int>::max()));
}

}  // namespace synchrono::net

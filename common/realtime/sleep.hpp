/// Sleeps until a time of the clock. The programs do this nowhere else.
#pragma once

#include "common/time/wall_clock.hpp"

namespace synchrono {

/// Sleeps until the monotonic clock reaches `deadline`; returns at once if `deadline` has passed. Returns
/// false if a signal arrived first. Threading: any thread.
bool sleep_until(WallTime deadline);

}  // namespace synchrono

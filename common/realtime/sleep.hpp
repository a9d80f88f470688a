/// Sleeping on the clock. No other code of the programs does so.
#pragma once

#include "common/time/wall_clock.hpp"

namespace synchrono {

/// Sleeps until the monotonic clock reaches `deadline`; returns at once if that has passed. Returns false
/// if a signal arrived first. Threading: any thread.
bool sleep_until(WallTime deadline);

}  // namespace synchrono

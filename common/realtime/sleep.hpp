/// The one place where a thread of a program sleeps on the clock.
#pragma once

#include "common/time/wall_clock.hpp"

namespace synchrono {

/// Sleeps until the monotonic clock shows `deadline`; returns at once when it has passed. False: a signal
/// arrived first. Threading: any thread.
bool sleep_until(WallTime deadline);

}  // namespace synchrono

/// Measures the cost of camera pictures: milliseconds of one processor per frame of camera_front, compared
/// with the ray caster alone.
#pragma once

namespace synchrono::bench {

/// Measures, and prints a table.
void camera_frames();

}  // namespace synchrono::bench

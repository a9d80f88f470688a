/// What pictures cost: milliseconds of one processor a frame of camera_front, against the ray caster alone.
#pragma once

namespace synchrono::bench {

/// Prints a table.
void camera_frames();

}  // namespace synchrono::bench

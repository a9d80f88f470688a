/// Measures the cost of camera pictures: milliseconds of processor time for each picture of camera_front,
/// compared with those of the ray caster alone.
#pragma once

namespace synchrono::bench {

/// Measures the cost, and prints it in lines of text.
void camera_frames();

}  // namespace synchrono::bench

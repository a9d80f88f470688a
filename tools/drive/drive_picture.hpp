/// Draws a driven manoeuvre.
#pragma once

#include <span>
#include <string>

#include "tools/drive/drive_sample.hpp"

namespace synchrono::tools::drive {

/// Returns an SVG document with trajectory, speed, yaw rate, lateral acceleration, roll and steering. The
/// reference is drawn dashed; it may be empty.
std::string draw_drive(const std::string& title, std::span<const DriveSample> driven,
                       std::span<const DriveSample> reference);

}  // namespace synchrono::tools::drive

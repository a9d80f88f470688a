/// A driven manoeuvre as a picture.
#pragma once

#include <span>
#include <string>

#include "tools/drive/drive_sample.hpp"

namespace synchrono::tools {

/// SVG: trajectory, speed, yaw rate, lateral acceleration, roll and steering; a reference, where there is
/// one, dashed.
std::string draw_drive(const std::string& title, std::span<const DriveSample> driven,
                       std::span<const DriveSample> reference);

}  // namespace synchrono::tools

/// One row of a driven manoeuvre: what was commanded and what the vehicle did, as in the CSV files of
/// `synchrono vehicle drive`. SI units; see docs/vehicle-model.md for the conventions.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "client/body/body_motion.hpp"
#include "common/base/result.hpp"

namespace synchrono::tools {

struct DriveSample {
    double t = 0;
    client::DriverInputs inputs;
    double x = 0, y = 0, z = 0;  // of the reference point: from the start, ahead and left; above the ground
    double roll = 0, pitch = 0, yaw = 0;  // yaw from the start
    double vx = 0, vy = 0;                // of the reference point, body frame
    double wx = 0, wy = 0, wz = 0;
    double ax = 0, ay = 0;
    std::array<double, 4> wheels{};  // front left, front right, rear left, rear right
    double rpm = 0;
    double gear = 0;
};

/// Reads the columns by their names. `need_motion`: every column of a DriveSample must be there; else time,
/// inputs and the initial vx are enough. Times must rise.
Result<std::vector<DriveSample>> read_drive(const std::filesystem::path& file, bool need_motion);

std::string to_csv(std::span<const DriveSample> samples);

}  // namespace synchrono::tools

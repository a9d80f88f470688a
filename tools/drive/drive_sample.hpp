/// Reads and writes driven manoeuvres as CSV files, as `synchrono vehicle drive` uses them. All values
/// except `rpm` are in SI units; see docs/vehicle-model.md for the conventions.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "client/body/body_motion.hpp"
#include "common/base/result.hpp"

namespace synchrono::tools::drive {

/// One row of a driven manoeuvre: the commands, and what the vehicle did.
struct DriveSample {
    double t = 0;
    client::body::DriverInputs inputs;
    // The reference point: x is ahead and y to the left of its place at the start, z above the ground.
    double x = 0, y = 0, z = 0;
    double roll = 0, pitch = 0, yaw = 0;  // yaw is 0 in the direction of x
    double vx = 0, vy = 0;                // of the reference point, in the body frame
    double wx = 0, wy = 0, wz = 0;
    double ax = 0, ay = 0;
    std::array<double, 4> wheels{};  // front left, front right, rear left, rear right
    double rpm = 0;                  // of the motor
    double gear = 0;
};

/// Reads a file, finding columns by their names. If `need_motion` is set, every column of a DriveSample must
/// exist; otherwise time, inputs and the vx of the first row are enough. Times must increase.
Result<std::vector<DriveSample>> read_drive(const std::filesystem::path& file, bool need_motion);

/// Returns the samples as CSV, with a row of column names.
std::string to_csv(std::span<const DriveSample> samples);

}  // namespace synchrono::tools::drive

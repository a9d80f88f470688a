/// Drives one vehicle alone through a manoeuvre, and compares two drives.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/engine/body_engine.hpp"
#include "common/config/vehicle.hpp"
#include "tools/drive/drive_sample.hpp"
#include "tools/drive/manoeuvre.hpp"

namespace synchrono::tools::drive {

/// The time between two samples of a drive.
inline constexpr SimDuration kDriveSample = SimDuration::milliseconds(10);

/// The settings of a drive.
struct DriveSettings {
    std::string engine = "embedded";  // the engine's name, as in scenarios
    SimDuration step = SimDuration::milliseconds(1);
    double friction = 0.9;  // the friction coefficient of the ground
};

/// Drives the manoeuvre and returns a sample every kDriveSample. Requires that kDriveSample is a whole
/// number of steps and that the engine named in `settings` exists. Fails when the engine cannot simulate
/// the vehicle, or when the vehicle's motion diverges.
Result<std::vector<DriveSample>> drive(const config::VehicleSpec& vehicle, Manoeuvre& manoeuvre,
                                       const DriveSettings& settings);
/// Does the same in an existing engine that has no agents yet. Requires that `settings.engine` is the name
/// of that engine and `settings.step` a whole number of the engine's own steps.
Result<std::vector<DriveSample>> drive(client::engine::BodyEngine& engine, const config::VehicleSpec& vehicle,
                                       Manoeuvre& manoeuvre, const DriveSettings& settings);

/// Root-mean-square errors over the samples in which the reference moves. Each error is divided by the range
/// of the reference's values. A range below a minimum counts as the minimum; see docs/vehicle-model.md.
struct DriveErrors {
    double speed = 0;
    std::optional<double> yaw_rate, lateral_acceleration, roll;  // none if the reference does not steer
    double position_m = 0;  // the distance between both vehicles at the end of the reference; not divided
    double distance_m = 0;  // the length of the reference's path
};
/// Compares two drives. Requires at least two samples in `reference`, and at least as many in `driven`.
DriveErrors compare(std::span<const DriveSample> driven, std::span<const DriveSample> reference);

}  // namespace synchrono::tools::drive

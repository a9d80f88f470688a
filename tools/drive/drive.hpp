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

namespace synchrono::tools {

inline constexpr SimDuration kDriveSample = SimDuration::milliseconds(10);

struct DriveSettings {
    std::string engine = "embedded";  // as scenarios call it
    SimDuration step = SimDuration::milliseconds(1);
    double friction = 0.9;
};

/// A sample every kDriveSample. Requires that this is a whole number of steps, and that the engine's name is
/// one. Fails where the engine cannot have the vehicle.
Result<std::vector<DriveSample>> drive(const config::VehicleSpec& vehicle, Manoeuvre& manoeuvre,
                                       const DriveSettings& settings);
/// The same in an engine that has no agents yet; `step` is a whole number of its own.
Result<std::vector<DriveSample>> drive(client::BodyEngine& engine, const config::VehicleSpec& vehicle,
                                       Manoeuvre& manoeuvre, const DriveSettings& settings);

/// Root-mean-square errors over the reference's range, while it moves; see docs/vehicle-model.md.
struct DriveErrors {
    double speed = 0;
    std::optional<double> yaw_rate, lateral_acceleration, roll;  // where the reference steers
    double position_m = 0;                                       // in the end
    double distance_m = 0;                                       // of the reference's way
};
/// Requires a sample of `driven` for each of `reference`.
DriveErrors compare(std::span<const DriveSample> driven, std::span<const DriveSample> reference);

}  // namespace synchrono::tools

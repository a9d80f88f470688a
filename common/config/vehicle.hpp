/// What a vehicle file says: the facts of a vehicle that an engine, a pilot or another client needs. SI
/// units; each member is spelled as its key in the file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "common/base/result.hpp"

namespace synchrono::config {

enum class Drive { front, rear, all };

struct TyreSpec {
    double cornering_stiffness_front_n_rad = 0;  // of the whole axle
    double cornering_stiffness_rear_n_rad = 0;
    double friction = 0;  // peak, on dry road
    double relaxation_length_m = 0;

    friend bool operator==(const TyreSpec&, const TyreSpec&) = default;
};

struct VehicleSpec {
    std::string name;  // the file's name without ".json"
    double mass_kg = 0;
    double yaw_inertia_kg_m2 = 0;
    double wheelbase_m = 0;
    double cg_to_front_axle_m = 0;  // less than the wheelbase
    double cg_height_m = 0;
    double track_m = 0;
    double length_m = 0;  // the body, for others to see and to keep clear of
    double width_m = 0;
    double height_m = 0;
    TyreSpec tyre;
    double steering_angle_max_rad = 0;  // of the front wheels, at steering input 1
    double drive_force_max_n = 0;       // at the wheels, at throttle 1
    double drive_power_max_w = 0;
    Drive drive = Drive::front;
    double brake_force_max_n = 0;         // at the wheels, at braking 1
    double brake_front_share = 0;         // 0 to 1
    double drag_coefficient_area_m2 = 0;  // drag coefficient times frontal area
    double rolling_resistance = 0;        // coefficient

    friend bool operator==(const VehicleSpec&, const VehicleSpec&) = default;
};

/// Reads a vehicle file. The error lists every problem, one a line: "file:line: key '...': what is wrong".
Result<VehicleSpec> load_vehicle(const std::filesystem::path& file);

/// The same from memory; `file` names the text in messages and gives the vehicle its name.
Result<VehicleSpec> read_vehicle(std::string_view text, const std::filesystem::path& file);

}  // namespace synchrono::config

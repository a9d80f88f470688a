/// Vehicles for tests: from a kart to a loaded truck.
#pragma once

#include <vector>

#include "common/config/vehicle.hpp"

namespace synchrono {

inline config::VehicleSpec sedan() {
    config::VehicleSpec v;
    v.name = "sedan";
    v.mass_kg = 1500;
    v.yaw_inertia_kg_m2 = 2500;
    v.wheelbase_m = 2.7;
    v.cg_to_front_axle_m = 1.2;
    v.cg_height_m = 0.55;
    v.track_m = 1.55;
    v.length_m = 4.6;
    v.width_m = 1.8;
    v.height_m = 1.45;
    v.tyre = {.cornering_stiffness_front_n_rad = 90'000,
              .cornering_stiffness_rear_n_rad = 100'000,
              .friction = 0.95,
              .relaxation_length_m = 0.4};
    v.steering_angle_max_rad = 0.6;
    v.drive_force_max_n = 5'500;
    v.drive_power_max_w = 100'000;
    v.drive = config::Drive::front;
    v.brake_force_max_n = 15'000;
    v.brake_front_share = 0.65;
    v.drag_coefficient_area_m2 = 0.65;
    v.rolling_resistance = 0.011;
    return v;
}

inline config::VehicleSpec kart() {
    config::VehicleSpec v = sedan();
    v.name = "kart";
    v.mass_kg = 160;
    v.yaw_inertia_kg_m2 = 30;
    v.wheelbase_m = 1.05;
    v.cg_to_front_axle_m = 0.6;
    v.cg_height_m = 0.25;
    v.length_m = 1.8;
    v.width_m = 1.3;
    v.height_m = 0.8;
    v.tyre = {.cornering_stiffness_front_n_rad = 60'000,
              .cornering_stiffness_rear_n_rad = 60'000,
              .friction = 1.4,
              .relaxation_length_m = 0.1};
    v.steering_angle_max_rad = 0.7;
    v.drive_force_max_n = 1'500;
    v.drive_power_max_w = 20'000;
    v.drive = config::Drive::rear;
    v.brake_force_max_n = 3'000;
    v.brake_front_share = 0;
    return v;
}

inline config::VehicleSpec truck() {
    config::VehicleSpec v = sedan();
    v.name = "truck";
    v.mass_kg = 18'000;
    v.yaw_inertia_kg_m2 = 110'000;
    v.wheelbase_m = 5.5;
    v.cg_to_front_axle_m = 3.4;
    v.cg_height_m = 1.6;
    v.length_m = 10;
    v.width_m = 2.5;
    v.height_m = 3.6;
    v.tyre = {.cornering_stiffness_front_n_rad = 400'000,
              .cornering_stiffness_rear_n_rad = 900'000,
              .friction = 0.75,
              .relaxation_length_m = 0.6};
    v.drive_force_max_n = 60'000;
    v.drive_power_max_w = 300'000;
    v.drive = config::Drive::all;
    v.brake_force_max_n = 140'000;
    v.brake_front_share = 0.4;
    v.drag_coefficient_area_m2 = 6;
    v.rolling_resistance = 0.006;
    return v;
}

inline std::vector<config::VehicleSpec> test_vehicles() { return {sedan(), kart(), truck()}; }

}  // namespace synchrono

/// Vehicles for tests: from a kart to a loaded truck.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/config/vehicle.hpp"
namespace synchrono {

/// Returns one of the vehicles in vehicles/; throws if there is no valid file of this name.
inline config::VehicleSpec shipped(const std::string& name) {
    const auto vehicle =
        config::load_vehicle(std::filesystem::path(SYN_SOURCE_DIR) / "vehicles" / (name + ".json"));
    if (!vehicle) throw std::runtime_error(vehicle.error().text);
    return *vehicle;
}

inline const config::VehicleSpec& sedan() {
    static const config::VehicleSpec vehicle = shipped("sedan");
    return vehicle;
}

/// Returns a racing kart with its driver, 160 kg in all. It has one gear and a locked rear axle, and no
/// suspension: its springs stand for the bending of the chassis.
inline config::VehicleSpec kart() {
    auto v = sedan();
    v.name = "kart";
    v.chrono = {};
    v.body = {.mass_kg = 136,
              .cg_m = -0.1,
              .cg_height_m = 0.28,
              .inertia_kg_m2 = {7, 20, 24},
              .length_m = 1.8,
              .width_m = 1.3,
              .height_m = 0.8,
              .drag_area_m2 = 0.6};

    v.tyre.radius_m = 0.135;
    v.tyre.nominal_load_n = 400;
    v.tyre.load_max_n = 1400;
    v.tyre.stiffness_n_m = 90'000;
    v.tyre.damping_n_s_m = 250;
    v.tyre.reference_friction = 0.9;
    v.tyre.adhesion = 1.2;
    const config::TyreCurveSpec curve = {.slope_n = {9'000, 17'000},
                                         .peak_force_n = {500, 950},
                                         .peak_slip = {0.11, 0.12},
                                         .sliding_force_n = {440, 830},
                                         .sliding_slip = {0.6, 0.7},
                                         .stiffness_n_m = 90'000,
                                         .damping_n_s_m = 200};
    v.tyre.longitudinal = v.tyre.lateral = curve;
    v.tyre.trail_zero_slip = {0.15, 0.16};
    v.tyre.trail_end_slip = {0.6, 0.7};
    v.tyre.camber_torque_n_m = 0;

    for (config::AxleSpec& axle : v.axles) {
        axle.track_m = 1.08;
        axle.unsprung_mass_kg = 6;
        axle.wheel_inertia_kg_m2 = 0.04;
        axle.suspension = {.spring = {60'000, 0, 0}, .damper_n_s_m = 1'200};
        axle.brake_torque_n_m = 0;
        axle.differential_inertia_kg_m2 = 0;
    }
    config::AxleSpec &front = v.axles[0], &rear = v.axles[1];
    front.position_m = 0.525;
    rear.position_m = -0.525;
    rear.brake_torque_n_m = 50;
    rear.differential_inertia_kg_m2 = 0.03;
    rear.differential_locked = true;

    v.powertrain = {.engine = {.full_torque_n_m = {{0, 20}, {6'000, 20}, {12'000, 17}, {15'000, 8}},
                               .closed_torque_n_m = {{0, 0}, {15'000, -4}},
                               .speed_max_rpm = 15'000,
                               .inertia_kg_m2 = 0.002},
                    .coupling = {.kind = config::CouplingKind::direct},
                    .gearbox = {.ratios = {2}, .shifts = {{{0, 0}, {20'000, 20'000}}}},
                    .final_ratio = 3,
                    .shaft_inertia_kg_m2 = 0.001};
    return v;
}

inline const config::VehicleSpec& truck() {
    static const config::VehicleSpec vehicle = shipped("truck");
    return vehicle;
}

inline std::vector<config::VehicleSpec> test_vehicles() { return {sedan(), kart(), truck()}; }
}  // namespace synchrono

/// Vehicles for tests: from a kart to a loaded truck.
#pragma once
#include <filesystem>
#include <vector>
#include "common/config/vehicle.hpp"
namespace synchrono {
inline config::VehicleSpec shipped(const char* name) {
    return config::load_vehicle(std::filesystem::path(SYN_SOURCE_DIR) / "vehicles" / (std::string(name) + ".json")).value();
}
inline config::VehicleSpec sedan() { return shipped("sedan"); }
inline config::VehicleSpec kart() {
    auto v = sedan();
    v.name = "kart";
    return v;
}
inline config::VehicleSpec truck() {
    auto v = shipped("citybus");
    v.powertrain.engine.idle_rpm = 600;
    v.powertrain.engine.inertia_kg_m2 = 2;
    v.powertrain.coupling.kind = config::CouplingKind::clutch;
    v.powertrain.coupling.torque_max_n_m = 2500;
    v.powertrain.coupling.engage_rpm = {650, 1000};
    for (auto& s : v.powertrain.gearbox.shifts) s.up_rpm = {1500, 1900};
    return v;
}
inline std::vector<config::VehicleSpec> test_vehicles() { return {sedan(), kart(), truck()}; }
}  // namespace synchrono

#include "common/config/vehicle.hpp"

#include <fmt/format.h>

#include "common/base/limits.hpp"
#include "common/config/internal/vehicle_json.hpp"

namespace synchrono::config {

namespace {

template <typename Owner>
struct NumberKey {
    const char* key;
    double Owner::*member;
    Range range;
};

constexpr NumberKey<VehicleSpec> kVehicleNumbers[] = {
    {"mass_kg", &VehicleSpec::mass_kg, {0, 1e6, true}},
    {"yaw_inertia_kg_m2", &VehicleSpec::yaw_inertia_kg_m2, {0, 1e8, true}},
    {"wheelbase_m", &VehicleSpec::wheelbase_m, {0, 50, true}},
    {"cg_to_front_axle_m", &VehicleSpec::cg_to_front_axle_m, {0, 50, true}},
    {"cg_height_m", &VehicleSpec::cg_height_m, {0, 20, true}},
    {"track_m", &VehicleSpec::track_m, {0, 20, true}},
    {"length_m", &VehicleSpec::length_m, {0, 100, true}},
    {"width_m", &VehicleSpec::width_m, {0, 100, true}},
    {"height_m", &VehicleSpec::height_m, {0, 100, true}},
    {"steering_angle_max_rad", &VehicleSpec::steering_angle_max_rad, {0, 1.5, true}},
    {"drive_force_max_n", &VehicleSpec::drive_force_max_n, {0, 1e7, true}},
    {"drive_power_max_w", &VehicleSpec::drive_power_max_w, {0, 1e8, true}},
    {"brake_force_max_n", &VehicleSpec::brake_force_max_n, {0, 1e7, true}},
    {"brake_front_share", &VehicleSpec::brake_front_share, {0, 1}},
    {"drag_coefficient_area_m2", &VehicleSpec::drag_coefficient_area_m2, {0, 100}},
    {"rolling_resistance", &VehicleSpec::rolling_resistance, {0, 1}},
};

constexpr NumberKey<TyreSpec> kTyreNumbers[] = {
    {"cornering_stiffness_front_n_rad", &TyreSpec::cornering_stiffness_front_n_rad, {0, 1e8, true}},
    {"cornering_stiffness_rear_n_rad", &TyreSpec::cornering_stiffness_rear_n_rad, {0, 1e8, true}},
    {"friction", &TyreSpec::friction, {0, 3, true}},
    {"relaxation_length_m", &TyreSpec::relaxation_length_m, {0, 10, true}},
};

constexpr struct {
    const char* text;
    Drive drive;
} kDrives[] = {{"front", Drive::front}, {"rear", Drive::rear}, {"all", Drive::all}};

}  // namespace

VehicleSpec read_vehicle_object(JsonObject object, std::string name) {
    VehicleSpec vehicle;
    vehicle.name = std::move(name);
    for (const auto& number : kVehicleNumbers) {
        if (auto node = object.find(number.key, Need::required)) {
            node->read_number(number.range, vehicle.*number.member);
        }
    }
    if (auto node = object.find("tyre", Need::required)) {
        JsonObject tyre(*node);
        for (const auto& number : kTyreNumbers) {
            if (auto value = tyre.find(number.key, Need::required)) {
                value->read_number(number.range, vehicle.tyre.*number.member);
            }
        }
        tyre.finish();
    }
    if (auto node = object.find("drive", Need::required)) {
        std::string text;
        bool known = false;
        if (node->read(text)) {
            for (const auto& drive : kDrives) {
                if (text != drive.text) continue;
                vehicle.drive = drive.drive;
                known = true;
            }
            if (!known) node->problem("expected \"front\", \"rear\" or \"all\"");
        }
    }
    if (auto node = object.find("cg_to_front_axle_m");
        node && vehicle.wheelbase_m > 0 && vehicle.cg_to_front_axle_m >= vehicle.wheelbase_m) {
        node->problem(fmt::format("expected less than the wheelbase of {} m", vehicle.wheelbase_m));
    }
    object.find("$schema");  // for editors
    object.finish();
    return vehicle;
}

Json::Value vehicle_to_json(const VehicleSpec& vehicle) {
    Json::Value json(Json::objectValue);
    for (const auto& number : kVehicleNumbers) json[number.key] = vehicle.*number.member;
    for (const auto& number : kTyreNumbers) json["tyre"][number.key] = vehicle.tyre.*number.member;
    for (const auto& drive : kDrives) {
        if (drive.drive == vehicle.drive) json["drive"] = drive.text;
    }
    return json;
}

Result<VehicleSpec> load_vehicle(const std::filesystem::path& file) {
    const auto text = read_text_file(file);
    if (!text) return tl::unexpected(text.error());
    return read_vehicle(*text, file);
}

Result<VehicleSpec> read_vehicle(std::string_view text, const std::filesystem::path& file) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse(text, file.string(), diagnostics);
    if (!json) return tl::unexpected(diagnostics.error());
    VehicleSpec vehicle = read_vehicle_object(JsonObject(JsonNode(*json)), file.stem().string());
    if (const auto problem = check_name(vehicle.name); !problem.empty()) {
        diagnostics.add(file.string(), {}, "a vehicle's name is that of its file: " + problem);
    }
    if (!diagnostics.empty()) return tl::unexpected(diagnostics.error());
    return vehicle;
}

}  // namespace synchrono::config

#include "common/config/internal/vehicle_check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "common/geo/gravity.hpp"

namespace synchrono::config {
namespace {

constexpr double kStep = 1e-3;  // of an engine, in s

JsonNode part(const JsonNode& object, const char* key) { return object.child(key, object.value()[key]); }

void wrong(const JsonNode& object, const char* key, std::string_view what) {
    if (object.value().isMember(key)) {
        part(object, key).problem(what);
    } else {
        object.problem_at(key, what);
    }
}

/// Checks numbers that are given for the nominal load and for twice that load. Divided by load^`power`, they
/// lie on a straight line over the load. This line must stay above 0 from no load to `q_max` nominal loads.
void check_over_load(const JsonNode& object, const char* key, const AtLoads& at, int power, double q_max) {
    const double first = at[0], second = power == 1 ? at[1] / 2 : at[1];
    if (2 * first - second > 0 && first + (second - first) * (q_max - 1) > 0) return;
    wrong(
        object, key,
        "expected numbers that stay above 0 when extended in a straight line to zero load and to load_max_n");
}

void check_tyre(const TyreSpec& tyre, const JsonNode& node) {
    const double q_max = std::max(tyre.load_max_n / tyre.nominal_load_n, 1.0);
    for (const auto& [key, curve] :
         {std::pair{"longitudinal", &tyre.longitudinal}, std::pair{"lateral", &tyre.lateral}}) {
        const JsonNode way = part(node, key);
        check_over_load(way, "slope_n", curve->slope_n, 1, q_max);
        check_over_load(way, "peak_force_n", curve->peak_force_n, 1, q_max);
        check_over_load(way, "sliding_force_n", curve->sliding_force_n, 1, q_max);
        check_over_load(way, "peak_slip", curve->peak_slip, 0, q_max);
        check_over_load(way, "sliding_slip", curve->sliding_slip, 0, q_max);
    }
    check_over_load(node, "trail_zero_slip", tyre.trail_zero_slip, 0, q_max);
    check_over_load(node, "trail_end_slip", tyre.trail_end_slip, 0, q_max);
}

void check_steering(const AxleSpec& axle, bool front, const JsonNode& node) {
    if (axle.steering_left_rad.empty() != axle.steering_right_rad.empty()) {
        node.problem("expected both \"steering_left_rad\" and \"steering_right_rad\", or neither");
    }
    for (const auto& [key, curve] : {std::pair{"steering_left_rad", &axle.steering_left_rad},
                                     std::pair{"steering_right_rad", &axle.steering_right_rad}}) {
        if (curve->empty()) continue;
        if (curve->front().x != -1 || curve->back().x != 1) {
            wrong(node, key, "expected points from -1 to 1");
        } else if (front && curve->back().y <= 0) {
            wrong(node, key, "expected a front wheel that turns to the left at 1: an angle above 0");
        }
    }
}

void check_axles(const VehicleSpec& vehicle, const JsonNode& node) {
    const JsonNode list = part(node, "axles");
    const std::size_t problems = node.diagnostics().count();
    double share = 0, brakes = 0;
    for (std::size_t a = 0; a < vehicle.axles.size(); ++a) {
        const AxleSpec& axle = vehicle.axles[a];
        const JsonNode at = list.element(static_cast<Json::ArrayIndex>(a));
        share += axle.drive_share;
        brakes += axle.brake_torque_n_m;
        if (a > 0 && axle.position_m >= vehicle.axles[a - 1].position_m) {
            wrong(at, "position_m", "expected axles from the front to the rear");
        }
        const auto& spring = axle.suspension.spring;
        const double bend = 2 * std::abs(spring[1]) * kSpringRange,
                     softens = 3 * std::min(spring[2], 0.0) * kSpringRange * kSpringRange;
        if (spring[0] <= 0) {
            wrong(part(at, "suspension"), "spring", "expected a first number above 0");
        } else if (spring[0] - bend + softens <= 0) {
            wrong(part(at, "suspension"), "spring",
                  "expected a rate above 0 up to 4 cm from rest, both ways");
        }
        check_steering(axle, a == 0, at);
    }
    if (std::abs(share - 1) > 1e-9) list.problem("expected the drive_share of all axles to sum to 1");
    if (brakes <= 0) list.problem("expected a brake_torque_n_m above 0 on some axle");
    if (node.diagnostics().count() != problems) return;
    double others = 0;
    for (std::size_t a = 1; a < vehicle.axles.size(); ++a) others += vehicle.axles[a].position_m;
    others /= static_cast<double>(vehicle.axles.size() - 1);
    for (const double cg : {vehicle.body.cg_m, figures(vehicle).cg_m}) {
        if (cg < vehicle.axles.front().position_m && cg > others) continue;
        wrong(part(node, "body"), "cg_m",
              "expected the centre of gravity, of the body and of the whole vehicle, behind the first axle "
              "and ahead of the middle of the others");
        return;
    }
    const auto& inertia = vehicle.body.inertia_kg_m2;
    const double product = vehicle.body.roll_yaw_product_kg_m2;
    if (product * product >= inertia[0] * inertia[2]) {
        wrong(part(node, "body"), "roll_yaw_product_kg_m2",
              "expected less than the root of roll times yaw inertia");
    }
    const auto loads = figures(vehicle).body_loads_n;
    for (std::size_t a = 0; a < vehicle.axles.size(); ++a) {
        if (loads[a] > 0) continue;
        wrong(part(list.element(static_cast<Json::ArrayIndex>(a)), "suspension"), "spring",
              "with these springs an axle would carry none of the body's weight");
    }
}

/// Checks for values that steps of 1 ms cannot follow or that no real vehicle has. Most such values are in
/// wrong units.
void check_motion(const VehicleSpec& vehicle, const JsonNode& node) {
    const TyreSpec& tyre = vehicle.tyre;
    const auto loads = figures(vehicle).body_loads_n;
    double damping = 0;
    for (std::size_t a = 0; a < vehicle.axles.size(); ++a) {
        const AxleSpec& axle = vehicle.axles[a];
        const JsonNode at = part(node, "axles").element(static_cast<Json::ArrayIndex>(a));
        const double tyres = axle.tyres_a_side, load = loads[a] / 2 + axle.unsprung_mass_kg * geo::kGravity;
        if (load / (tyres * tyre.stiffness_n_m) > 0.6 * tyre.radius_m) {
            wrong(part(node, "tyre"), "stiffness_n_m",
                  "expected a tyre that gives less than 0.6 of its radius under its load at rest");
            return;
        }
        if (loads[a] / 2 / axle.suspension.spring[0] > 1) {
            wrong(part(at, "suspension"), "spring",
                  "expected springs that give less than 1 m under their load at rest");
        }
        const double stiffness =
            tyres * tyre.stiffness_n_m + axle.suspension.spring[0] + axle.suspension.antiroll_n_m;
        const double damper = tyres * tyre.damping_n_s_m + axle.suspension.damper_n_s_m;
        if (stiffness * kStep * kStep > axle.unsprung_mass_kg || damper * kStep > axle.unsprung_mass_kg) {
            wrong(at, "unsprung_mass_kg",
                  "too small for these springs, dampers and tyres: steps of 1 ms cannot follow");
        }
        const double carcass = tyres * tyre.longitudinal.stiffness_n_m * tyre.radius_m * tyre.radius_m;
        if (carcass * kStep * kStep > 2 * axle.wheel_inertia_kg_m2) {
            wrong(at, "wheel_inertia_kg_m2", "too small for this tyre: steps of 1 ms cannot follow");
        }
        damping += 2 * axle.suspension.damper_n_s_m;
    }
    if (damping * kStep > vehicle.body.mass_kg) {
        wrong(part(node, "body"), "mass_kg", "too small for these dampers: steps of 1 ms cannot follow");
    }
}

void check_powertrain(const PowertrainSpec& powertrain, const JsonNode& node) {
    const EngineSpec& engine = powertrain.engine;
    const auto drives = [&](const CurvePoint& point) {
        return point.x > 0 && point.x <= engine.speed_max_rpm && point.y > 0;
    };
    if (std::none_of(engine.full_torque_n_m.begin(), engine.full_torque_n_m.end(), drives)) {
        wrong(part(node, "engine"), "full_torque_n_m", "expected a torque above 0 before speed_max_rpm");
    }
    const auto& gearbox = powertrain.gearbox;
    const JsonNode gears = part(node, "gearbox"), shifts = part(gears, "shifts");
    if (gearbox.shifts.size() != gearbox.ratios.size()) {
        shifts.problem(fmt::format("expected one entry for each of the {} ratios", gearbox.ratios.size()));
    }
    for (std::size_t g = 0; g < gearbox.shifts.size(); ++g) {
        const ShiftSpec& shift = gearbox.shifts[g];
        if (shift.down_rpm[0] < shift.up_rpm[0] && shift.down_rpm[1] < shift.up_rpm[1]) continue;
        shifts.element(static_cast<Json::ArrayIndex>(g)).problem("expected down_rpm below up_rpm");
    }
    if (gearbox.output_slip_n_m_s > 0 && gearbox.input_inertia_kg_m2 <= 0) {
        wrong(gears, "input_inertia_kg_m2", "expected more than 0 where \"output_slip_n_m_s\" is");
    }
    const auto& coupling = powertrain.coupling;
    const JsonNode coupled = part(node, "coupling");
    if (coupling.kind == CouplingKind::torque_converter &&
        (coupling.capacity.empty() || coupling.torque_ratio.empty())) {
        coupled.problem("a torque converter needs \"capacity\" and \"torque_ratio\"");
    }
    if (coupling.kind == CouplingKind::clutch &&
        (coupling.torque_max_n_m <= 0 || coupling.engage_rpm[0] >= coupling.engage_rpm[1])) {
        coupled.problem("a clutch needs \"torque_max_n_m\" above 0 and rising \"engage_rpm\"");
    }
    if (coupling.kind != CouplingKind::direct && engine.inertia_kg_m2 <= 0) {
        wrong(part(node, "engine"), "inertia_kg_m2", "expected more than 0 with this coupling");
    }
}

/// Checks that the vehicle is described either by its parts or, if only Chrono can simulate it, by Chrono's
/// files and the numbers that pilots need ("handling").
void check_kind(const VehicleSpec& vehicle, const JsonNode& node) {
    const Json::Value& json = node.value();
    if (!json.isObject()) return;
    const bool parts = json.isMember("tyre") || json.isMember("axles") || json.isMember("powertrain");
    for (const char* key : {"tyre", "axles", "powertrain"}) {
        if (!json.isMember(key) && (parts || !json.isMember("chrono"))) node.problem_at(key, "missing");
    }
    if (parts && json.isMember("handling"))
        part(node, "handling").problem("expected none: it is computed from the vehicle's parts");
    if (!parts && json.isMember("chrono") && !json.isMember("handling"))
        node.problem_at("handling", "missing");
    const ChronoSpec& chrono = vehicle.chrono;
    if (!vehicle.has_chrono()) return;
    const JsonNode chrono_node = part(node, "chrono");
    if (chrono.tracked && !chrono.tyres.empty()) wrong(chrono_node, "tyre", "a tracked vehicle has none");
    if (parts && chrono.tracked) wrong(chrono_node, "tracked", "the parts of this vehicle have wheels");
    if (parts && chrono.tyres.size() > 1 && chrono.tyres.size() != vehicle.axles.size())
        wrong(chrono_node, "tyre",
              fmt::format("expected one file, or one for each of {} axles", vehicle.axles.size()));
}

}  // namespace

void check_vehicle(const VehicleSpec& vehicle, const JsonNode& node, bool readable) {
    const std::size_t problems = node.diagnostics().count();
    check_kind(vehicle, node);
    if (!readable || node.diagnostics().count() != problems || !vehicle.has_parts()) return;
    check_tyre(vehicle.tyre, part(node, "tyre"));
    check_axles(vehicle, node);
    if (node.diagnostics().count() == problems) check_motion(vehicle, node);
    check_powertrain(vehicle.powertrain, part(node, "powertrain"));
}

}  // namespace synchrono::config

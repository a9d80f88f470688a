#include "common/config/vehicle.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/limits.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/internal/vehicle_check.hpp"
#include "common/config/internal/vehicle_json.hpp"
#include "common/geo/gravity.hpp"

namespace synchrono::config {

namespace {

constexpr Range kLength{0, 100, true}, kMass{0, 1e6, true}, kInertia{0, 1e8, true}, kForce{0, 1e8, true};
constexpr Range kSpeedRpm{0, 1e5, true};
constexpr std::size_t kGearsMax = 20;
constexpr double kRpm = 3.14159265358979323846 / 30;  // rad/s

constexpr Words<CouplingKind, 3> kCouplings{{{"direct", CouplingKind::direct},
                                             {"torque_converter", CouplingKind::torque_converter},
                                             {"clutch", CouplingKind::clutch}}};

}  // namespace

template <typename Form>
static void describe(Form& form, TyreCurveSpec& curve) {
    form.numbers("slope_n", curve.slope_n, kForce);
    form.numbers("peak_force_n", curve.peak_force_n, kForce);
    form.numbers("peak_slip", curve.peak_slip, {0, 10, true});
    form.numbers("sliding_force_n", curve.sliding_force_n, kForce);
    form.numbers("sliding_slip", curve.sliding_slip, {0, 10, true});
    form.number("stiffness_n_m", curve.stiffness_n_m, kForce);
    form.number("damping_n_s_m", curve.damping_n_s_m, {0, 1e7, true});
}

template <typename Form>
static void describe(Form& form, TyreSpec& tyre) {
    form.number("radius_m", tyre.radius_m, {0, 5, true});
    form.number("nominal_load_n", tyre.nominal_load_n, kForce);
    form.number("load_max_n", tyre.load_max_n, kForce);
    form.number("stiffness_n_m", tyre.stiffness_n_m, kForce);
    form.number("damping_n_s_m", tyre.damping_n_s_m, {0, 1e7});
    form.number("reference_friction", tyre.reference_friction, {0, 3, true});
    form.number("adhesion", tyre.adhesion, {0, 3, true});
    form.number("rolling_resistance", tyre.rolling_resistance, {0, 1});
    form.object("longitudinal", tyre.longitudinal);
    form.object("lateral", tyre.lateral);
    form.numbers("trail", tyre.trail, {0, 1});
    form.numbers("trail_zero_slip", tyre.trail_zero_slip, {0, 10, true});
    form.numbers("trail_end_slip", tyre.trail_end_slip, {0, 10, true});
    form.number("camber_torque_n_m", tyre.camber_torque_n_m, {0, 1e6}, Need::optional);
}

template <typename Form>
static void describe(Form& form, SuspensionSpec& s) {
    form.numbers("spring", s.spring, {-1e12, 1e12});
    form.number("damper_n_s_m", s.damper_n_s_m, {0, 1e7, true});
    form.number("damper_bend_s_m", s.damper_bend_s_m, {0, 1e3}, Need::optional);
    form.number("antiroll_n_m", s.antiroll_n_m, {0, 1e8}, Need::optional);
    form.number("spring_base", s.spring_base, {0, 1, true}, Need::optional);
    form.numbers("toe", s.toe, {-100, 100}, Need::optional);
    form.numbers("camber", s.camber, {-10, 10}, Need::optional);
    form.numbers("sideways", s.sideways, {-100, 100}, Need::optional);
    form.number("forward", s.forward, {-10, 10}, Need::optional);
    form.number("brake_lift_rad_m", s.brake_lift_rad_m, {-100, 100}, Need::optional);
}

template <typename Form>
static void describe(Form& form, AxleSpec& axle) {
    form.number("position_m", axle.position_m, {-100, 100});
    form.number("track_m", axle.track_m, {0, 20, true});
    form.whole("tyres_a_side", axle.tyres_a_side, 1, 2, Need::optional);
    form.number("tyre_spacing_m", axle.tyre_spacing_m, {0, 2}, Need::optional);
    form.number("unsprung_mass_kg", axle.unsprung_mass_kg, kMass);
    form.number("wheel_inertia_kg_m2", axle.wheel_inertia_kg_m2, kInertia);
    form.object("suspension", axle.suspension);
    form.curve("steering_left_rad", axle.steering_left_rad, {-1.5, 1.5}, Need::optional);
    form.curve("steering_right_rad", axle.steering_right_rad, {-1.5, 1.5}, Need::optional);
    form.number("kingpin_offset_m", axle.kingpin_offset_m, {-1, 1}, Need::optional);
    form.number("kingpin_trail_m", axle.kingpin_trail_m, {-1, 1}, Need::optional);
    form.number("brake_torque_n_m", axle.brake_torque_n_m, {0, 1e7});
    form.number("drive_share", axle.drive_share, {0, 1}, Need::optional);
    form.number("differential_inertia_kg_m2", axle.differential_inertia_kg_m2, {0, 1e6}, Need::optional);
    form.flag("differential_locked", axle.differential_locked);
}

template <typename Form>
static void describe(Form& form, EngineSpec& engine) {
    form.curve("full_torque_n_m", engine.full_torque_n_m, {-1e6, 1e6});
    form.curve("closed_torque_n_m", engine.closed_torque_n_m, {-1e6, 1e6});
    form.number("speed_max_rpm", engine.speed_max_rpm, kSpeedRpm);
    form.number("idle_rpm", engine.idle_rpm, {0, 1e5}, Need::optional);
    form.number("inertia_kg_m2", engine.inertia_kg_m2, {0, 1e6}, Need::optional);
}

template <typename Form>
static void describe(Form& form, CouplingSpec& coupling) {
    form.choice("kind", coupling.kind, kCouplings);
    form.curve("capacity", coupling.capacity, {0, 1e6, true}, Need::optional);
    form.curve("torque_ratio", coupling.torque_ratio, {0, 100}, Need::optional);
    form.number("torque_max_n_m", coupling.torque_max_n_m, {0, 1e7}, Need::optional);
    form.numbers("engage_rpm", coupling.engage_rpm, {0, 1e5}, Need::optional);
}

template <typename Form>
static void describe(Form& form, ShiftSpec& shift) {
    form.numbers("down_rpm", shift.down_rpm, {0, 1e5});
    form.numbers("up_rpm", shift.up_rpm, {0, 1e5});
}

template <typename Form>
static void describe(Form& form, GearboxSpec& gearbox) {
    form.list("ratios", gearbox.ratios, {0, 1e3, true}, {1, kGearsMax});
    form.objects("shifts", gearbox.shifts, {1, kGearsMax});
    form.number("shift_pause_s", gearbox.shift_pause_s, {0, 100}, Need::optional);
    form.number("input_inertia_kg_m2", gearbox.input_inertia_kg_m2, {0, 1e6}, Need::optional);
    form.number("output_slip_n_m_s", gearbox.output_slip_n_m_s, {0, 1e9}, Need::optional);
}

template <typename Form>
static void describe(Form& form, PowertrainSpec& powertrain) {
    form.object("engine", powertrain.engine);
    form.object("coupling", powertrain.coupling);
    form.object("gearbox", powertrain.gearbox);
    form.number("final_ratio", powertrain.final_ratio, {0, 1e3, true});
    form.number("shaft_inertia_kg_m2", powertrain.shaft_inertia_kg_m2, {0, 1e6}, Need::optional);
    form.number("reaction", powertrain.reaction, {-10, 10}, Need::optional);
}

template <typename Form>
static void describe(Form& form, BodySpec& body) {
    form.number("mass_kg", body.mass_kg, kMass);
    form.number("cg_m", body.cg_m, {-100, 100});
    form.number("cg_height_m", body.cg_height_m, {0, 20, true});
    form.numbers("inertia_kg_m2", body.inertia_kg_m2, kInertia);
    form.number("roll_yaw_product_kg_m2", body.roll_yaw_product_kg_m2, {-1e8, 1e8}, Need::optional);
    form.number("reference_height_m", body.reference_height_m, {-20, 20}, Need::optional);
    form.number("length_m", body.length_m, kLength);
    form.number("width_m", body.width_m, kLength);
    form.number("height_m", body.height_m, kLength);
    form.number("drag_area_m2", body.drag_area_m2, {0, 100}, Need::optional);
}

template <typename Form>
static void describe(Form& form, ChronoSpec& chrono) {
    form.text("vehicle", chrono.vehicle);
    form.text("engine", chrono.engine);
    form.text("transmission", chrono.transmission);
    form.flag("tracked", chrono.tracked);
    form.texts("tyre", chrono.tyres, kAxlesMax, chrono.tracked ? Need::optional : Need::required);
}

template <typename Form>
static void describe(Form& form, HandlingSpec& handling) {
    form.number("wheelbase_m", handling.wheelbase_m, kLength);
    form.number("cg_to_front_axle_m", handling.cg_to_front_axle_m, kLength);
    form.number("steering_angle_max_rad", handling.steering_angle_max_rad, {0, 1.5, true});
    form.number("drive_force_max_n", handling.drive_force_max_n, {0, 1e8, true});
    form.number("drive_power_max_w", handling.drive_power_max_w, {0, 1e9, true});
    form.number("brake_force_max_n", handling.brake_force_max_n, {0, 1e8, true});
}

template <typename Form>
static void describe(Form& form, VehicleSpec& vehicle) {
    form.given("$schema");  // for editors
    form.object("body", vehicle.body);
    form.optional_object("tyre", vehicle.tyre, Written::unless_default);
    form.objects("axles", vehicle.axles, {2, kAxlesMax}, Need::optional);
    form.optional_object("powertrain", vehicle.powertrain, Written::unless_default);
    form.optional_object("handling", vehicle.handling, Written::unless_default);
    form.optional_object("chrono", vehicle.chrono, Written::unless_default);
}

VehicleFigures figures(const VehicleSpec& vehicle) {
    VehicleFigures all;
    double moment = vehicle.body.mass_kg * vehicle.body.cg_m;
    double lift = vehicle.body.mass_kg * vehicle.body.cg_height_m;
    all.mass_kg = vehicle.body.mass_kg;
    for (const AxleSpec& axle : vehicle.axles) {
        const double both = 2 * axle.unsprung_mass_kg;
        all.mass_kg += both;
        moment += both * axle.position_m;
        lift += both * vehicle.tyre.radius_m;
        all.brake_force_max_n += 2 * axle.brake_torque_n_m / vehicle.tyre.radius_m;
    }
    all.cg_m = moment / all.mass_kg;
    all.cg_height_m = lift / all.mass_kg;
    if (!vehicle.has_parts()) {
        const HandlingSpec& handling = vehicle.handling;
        all.wheelbase_m = handling.wheelbase_m;
        all.cg_to_front_axle_m = handling.cg_to_front_axle_m;
        all.steering_angle_max_rad = handling.steering_angle_max_rad;
        all.drive_force_max_n = handling.drive_force_max_n;
        all.drive_power_max_w = handling.drive_power_max_w;
        all.brake_force_max_n = handling.brake_force_max_n;
        return all;
    }
    all.wheelbase_m = vehicle.axles.front().position_m - vehicle.axles.back().position_m;
    all.cg_to_front_axle_m = vehicle.axles.front().position_m - all.cg_m;
    const AxleSpec& front = vehicle.axles.front();
    if (!front.steering_left_rad.empty()) {
        all.steering_angle_max_rad =
            (front.steering_left_rad.back().y + front.steering_right_rad.back().y) / 2;
    }
    const PowertrainSpec& powertrain = vehicle.powertrain;
    double torque = 0;
    for (const CurvePoint& point : powertrain.engine.full_torque_n_m) {
        if (point.x > powertrain.engine.speed_max_rpm) continue;
        torque = std::max(torque, point.y);
        all.drive_power_max_w = std::max(all.drive_power_max_w, point.x * kRpm * point.y);
    }
    all.drive_force_max_n =
        torque * powertrain.gearbox.ratios.front() * powertrain.final_ratio / vehicle.tyre.radius_m;
    double k = 0, kx = 0, kxx = 0;
    for (const AxleSpec& axle : vehicle.axles) {
        const double x = axle.position_m - vehicle.body.cg_m, rate = axle.suspension.spring[0];
        k += rate;
        kx += rate * x;
        kxx += rate * x * x;
    }
    for (std::size_t a = 0; a < vehicle.axles.size(); ++a) {
        const double x = vehicle.axles[a].position_m - vehicle.body.cg_m;
        all.body_loads_n[a] = vehicle.body.mass_kg * geo::kGravity * vehicle.axles[a].suspension.spring[0] *
                              (kxx - kx * x) / (k * kxx - kx * kx);
    }
    return all;
}

double height_of_cg_m(const VehicleSpec& vehicle) {
    const double height_m = figures(vehicle).cg_height_m;
    return height_m > 0 ? height_m : vehicle.body.height_m / 2;
}

VehicleSpec read_vehicle_object(const JsonNode& node, std::string name) {
    VehicleSpec vehicle;
    vehicle.name = std::move(name);
    const std::size_t problems = node.diagnostics().count();
    FormReader::read(node, vehicle);
    check_vehicle(vehicle, node, node.diagnostics().count() == problems);
    return vehicle;
}

Json::Value vehicle_to_json(const VehicleSpec& vehicle) {
    VehicleSpec copy = vehicle;
    return FormWriter::write(copy);
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
    VehicleSpec vehicle = read_vehicle_object(JsonNode(*json), file.stem().string());
    if (const auto problem = check_name(vehicle.name); !problem.empty()) {
        diagnostics.add(file.string(), {}, "a vehicle's name is that of its file: " + problem);
    }
    if (!diagnostics.empty()) return tl::unexpected(diagnostics.error());
    return vehicle;
}

}  // namespace synchrono::config

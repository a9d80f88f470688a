#include "common/config/vehicle.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "common/base/limits.hpp"
#include "common/config/internal/vehicle_json.hpp"

namespace synchrono::config {

namespace {

constexpr Range kLength{0, 100, true}, kMass{0, 1e6, true}, kInertia{0, 1e8, true}, kForce{0, 1e8, true};
constexpr Range kSpeedRpm{0, 1e5, true};
constexpr std::size_t kCurvePointsMax = 1'000, kGearsMax = 20;
constexpr double kStep = 1e-3;                        // s
constexpr double kGravity = 9.81;                     // m/s^2
constexpr double kRpm = 3.14159265358979323846 / 30;  // rad/s

/// How many things a list may have.
struct Count {
    std::size_t low, high;
    bool has(std::size_t count) const { return count >= low && count <= high; }
};

struct Word {
    const char* text;
    CouplingKind kind;
};
constexpr Word kCouplings[] = {{"direct", CouplingKind::direct},
                               {"torque_converter", CouplingKind::torque_converter},
                               {"clutch", CouplingKind::clutch}};

// What a vehicle file holds is said once, by `describe`; a Reader takes it from a file, a Writer puts it
// back into one.

template <typename Form>
void describe(Form& form, TyreCurveSpec& curve) {
    form.numbers("slope_n", curve.slope_n, kForce);
    form.numbers("peak_force_n", curve.peak_force_n, kForce);
    form.numbers("peak_slip", curve.peak_slip, {0, 10, true});
    form.numbers("sliding_force_n", curve.sliding_force_n, kForce);
    form.numbers("sliding_slip", curve.sliding_slip, {0, 10, true});
    form.number("stiffness_n_m", curve.stiffness_n_m, kForce);
    form.number("damping_n_s_m", curve.damping_n_s_m, {0, 1e7, true});
}

template <typename Form>
void describe(Form& form, TyreSpec& tyre) {
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
void describe(Form& form, SuspensionSpec& s) {
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
void describe(Form& form, AxleSpec& axle) {
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
    form.flag("differential_locked", axle.differential_locked, Need::optional);
}

template <typename Form>
void describe(Form& form, EngineSpec& engine) {
    form.curve("full_torque_n_m", engine.full_torque_n_m, {-1e6, 1e6});
    form.curve("closed_torque_n_m", engine.closed_torque_n_m, {-1e6, 1e6});
    form.number("speed_max_rpm", engine.speed_max_rpm, kSpeedRpm);
    form.number("idle_rpm", engine.idle_rpm, {0, 1e5}, Need::optional);
    form.number("inertia_kg_m2", engine.inertia_kg_m2, {0, 1e6}, Need::optional);
}

template <typename Form>
void describe(Form& form, CouplingSpec& coupling) {
    form.word("kind", coupling.kind);
    form.curve("capacity", coupling.capacity, {0, 1e6, true}, Need::optional);
    form.curve("torque_ratio", coupling.torque_ratio, {0, 100}, Need::optional);
    form.number("torque_max_n_m", coupling.torque_max_n_m, {0, 1e7}, Need::optional);
    form.numbers("engage_rpm", coupling.engage_rpm, {0, 1e5}, Need::optional);
}

template <typename Form>
void describe(Form& form, ShiftSpec& shift) {
    form.numbers("down_rpm", shift.down_rpm, {0, 1e5});
    form.numbers("up_rpm", shift.up_rpm, {0, 1e5});
}

template <typename Form>
void describe(Form& form, GearboxSpec& gearbox) {
    form.list("ratios", gearbox.ratios, {0, 1e3, true}, {1, kGearsMax});
    form.objects("shifts", gearbox.shifts, {1, kGearsMax});
    form.number("shift_pause_s", gearbox.shift_pause_s, {0, 100}, Need::optional);
    form.number("input_inertia_kg_m2", gearbox.input_inertia_kg_m2, {0, 1e6}, Need::optional);
    form.number("output_slip_n_m_s", gearbox.output_slip_n_m_s, {0, 1e9}, Need::optional);
}

template <typename Form>
void describe(Form& form, PowertrainSpec& powertrain) {
    form.object("engine", powertrain.engine);
    form.object("coupling", powertrain.coupling);
    form.object("gearbox", powertrain.gearbox);
    form.number("final_ratio", powertrain.final_ratio, {0, 1e3, true});
    form.number("shaft_inertia_kg_m2", powertrain.shaft_inertia_kg_m2, {0, 1e6}, Need::optional);
    form.number("reaction", powertrain.reaction, {-10, 10}, Need::optional);
}

template <typename Form>
void describe(Form& form, BodySpec& body) {
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
void describe(Form& form, ChronoSpec& chrono) {
    form.text("vehicle", chrono.vehicle);
    form.text("engine", chrono.engine);
    form.text("transmission", chrono.transmission);
    form.flag("tracked", chrono.tracked, Need::optional);
    form.texts("tyre", chrono.tyres, kAxlesMax, chrono.tracked ? Need::optional : Need::required);
}

template <typename Form>
void describe(Form& form, HandlingSpec& handling) {
    form.number("wheelbase_m", handling.wheelbase_m, kLength);
    form.number("cg_to_front_axle_m", handling.cg_to_front_axle_m, kLength);
    form.number("steering_angle_max_rad", handling.steering_angle_max_rad, {0, 1.5, true});
    form.number("drive_force_max_n", handling.drive_force_max_n, {0, 1e8, true});
    form.number("drive_power_max_w", handling.drive_power_max_w, {0, 1e9, true});
    form.number("brake_force_max_n", handling.brake_force_max_n, {0, 1e8, true});
}

template <typename Form>
void describe(Form& form, VehicleSpec& vehicle) {
    form.object("body", vehicle.body);
    form.object("tyre", vehicle.tyre, Need::optional);
    form.objects("axles", vehicle.axles, {2, kAxlesMax}, Need::optional);
    form.object("powertrain", vehicle.powertrain, Need::optional);
    form.object("handling", vehicle.handling, Need::optional);
    form.object("chrono", vehicle.chrono, Need::optional);
}

class Reader {
  public:
    explicit Reader(JsonNode node) : object_(std::move(node)) {}

    void number(const char* key, double& out, Range range, Need need = Need::required) {
        if (auto node = object_.find(key, need)) node->read_number(range, out);
    }
    template <std::size_t size>
    void numbers(const char* key, std::array<double, size>& out, Range range, Need need = Need::required) {
        if (auto node = object_.find(key, need)) node->read_numbers(range, out.data(), size);
    }
    void whole(const char* key, int& out, std::uint64_t low, std::uint64_t high, Need need) {
        std::uint64_t value = 0;
        auto node = object_.find(key, need);
        if (node && node->read_whole(low, high, value)) out = static_cast<int>(value);
    }
    void flag(const char* key, bool& out, Need need) {
        if (auto node = object_.find(key, need)) node->read(out);
    }
    void text(const char* key, std::string& out) {
        if (auto node = object_.find(key, Need::required)) node->read(out);
    }
    /// A text, or a list of them.
    void texts(const char* key, std::vector<std::string>& out, std::size_t most, Need need) {
        auto node = object_.find(key, need);
        if (!node) return;
        if (!node->value().isArray()) {
            node->read(out.emplace_back());
            return;
        }
        if (node->value().empty() || node->value().size() > most) {
            node->problem(fmt::format("expected 1 to {} texts", most));
            return;
        }
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i) node->element(i).read(out.emplace_back());
    }
    void word(const char* key, CouplingKind& out) {
        auto node = object_.find(key, Need::required);
        std::string text;
        if (!node || !node->read(text)) return;
        for (const Word& word : kCouplings) {
            if (text == word.text) return void(out = word.kind);
        }
        node->problem("expected \"direct\", \"torque_converter\" or \"clutch\"");
    }
    void list(const char* key, std::vector<double>& out, Range range, Count count) {
        auto node = object_.find(key, Need::required);
        if (!node || !node->is_array()) return;
        if (!count.has(node->value().size())) {
            node->problem(fmt::format("expected {} to {} numbers", count.low, count.high));
            return;
        }
        out.resize(node->value().size());
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i)
            node->element(i).read_number(range, out[i]);
    }
    void curve(const char* key, Curve& out, Range range, Need need = Need::required) {
        auto node = object_.find(key, need);
        if (!node || !node->is_array()) return;
        const Json::ArrayIndex size = node->value().size();
        if (size < 2 || size > kCurvePointsMax) {
            node->problem(fmt::format("expected 2 to {} points [x, y]", kCurvePointsMax));
            return;
        }
        for (Json::ArrayIndex i = 0; i < size; ++i) {
            const JsonNode at = node->element(i);
            if (!at.value().isArray() || at.value().size() != 2) {
                at.problem("expected a point [x, y]");
                return;
            }
            CurvePoint point;
            if (!at.element(0).read_number({-1e6, 1e6}, point.x) ||
                !at.element(1).read_number(range, point.y)) {
                return;
            }
            if (!out.empty() && point.x <= out.back().x) {
                at.problem(fmt::format("expected x to rise above {}", out.back().x));
                return;
            }
            out.push_back(point);
        }
    }
    template <typename Spec>
    void object(const char* key, Spec& out, Need need = Need::required) {
        if (auto node = object_.find(key, need)) read(*node, out);
    }
    template <typename Spec>
    void objects(const char* key, std::vector<Spec>& out, Count count, Need need = Need::required) {
        auto node = object_.find(key, need);
        if (!node || !node->is_array()) return;
        if (!count.has(node->value().size())) {
            node->problem(fmt::format("expected {} to {} objects", count.low, count.high));
            return;
        }
        out.resize(node->value().size());
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i) read(node->element(i), out[i]);
    }

  private:
    template <typename Spec>
    static void read(JsonNode node, Spec& out) {
        Reader reader(std::move(node));
        describe(reader, out);
        reader.object_.finish();
    }

    JsonObject object_;
    friend VehicleSpec synchrono::config::read_vehicle_object(const JsonNode&, std::string);
};

class Writer {
  public:
    void number(const char* key, double& value, Range, Need = Need::required) { json[key] = value; }
    template <std::size_t size>
    void numbers(const char* key, std::array<double, size>& values, Range, Need = Need::required) {
        for (const double value : values) json[key].append(value);
    }
    void whole(const char* key, int& value, std::uint64_t, std::uint64_t, Need) { json[key] = value; }
    void flag(const char* key, bool& value, Need) { json[key] = value; }
    void text(const char* key, std::string& value) { json[key] = value; }
    void texts(const char* key, std::vector<std::string>& values, std::size_t, Need) {
        if (values.empty()) return;
        if (values.size() == 1) {
            json[key] = values.front();
            return;
        }
        for (const std::string& value : values) json[key].append(value);
    }
    void word(const char* key, CouplingKind& kind) {
        for (const Word& word : kCouplings) {
            if (word.kind == kind) json[key] = word.text;
        }
    }
    void list(const char* key, std::vector<double>& values, Range, Count) {
        json[key] = Json::Value(Json::arrayValue);
        for (const double value : values) json[key].append(value);
    }
    void curve(const char* key, Curve& curve, Range, Need = Need::required) {
        for (const CurvePoint& point : curve) {
            Json::Value pair(Json::arrayValue);
            pair.append(point.x);
            pair.append(point.y);
            json[key].append(pair);
        }
    }
    template <typename Spec>
    void object(const char* key, Spec& spec, Need need = Need::required) {
        if (need == Need::optional && spec == Spec{}) return;
        json[key] = write(spec);
    }
    template <typename Spec>
    void objects(const char* key, std::vector<Spec>& specs, Count, Need need = Need::required) {
        if (need == Need::optional && specs.empty()) return;
        json[key] = Json::Value(Json::arrayValue);
        for (Spec& spec : specs) json[key].append(write(spec));
    }
    template <typename Spec>
    static Json::Value write(Spec& spec) {
        Writer writer;
        describe(writer, spec);
        return writer.json;
    }

    Json::Value json{Json::objectValue};
};

}  // namespace

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
        all.body_loads_n[a] = vehicle.body.mass_kg * kGravity * vehicle.axles[a].suspension.spring[0] *
                              (kxx - kx * x) / (k * kxx - kx * kx);
    }
    return all;
}

namespace {

// What no single key can tell: parts that must fit each other. Each is told on the line of its key, or of
// its object where the key is not there.

JsonNode part(const JsonNode& object, const char* key) { return object.child(key, object.value()[key]); }

void wrong(const JsonNode& object, const char* key, std::string_view what) {
    if (object.value().isMember(key)) {
        part(object, key).problem(what);
    } else {
        object.problem_at(key, what);
    }
}

/// What is given at the nominal load and at twice that goes on in a straight line, over the load that
/// `power` says: that line must stay above 0 for every load.
void check_over_load(const JsonNode& object, const char* key, const AtLoads& at, int power, double q_max) {
    const double first = at[0], second = power == 1 ? at[1] / 2 : at[1];
    if (2 * first - second > 0 && first + (second - first) * (q_max - 1) > 0) return;
    wrong(object, key, "expected numbers that stay above 0 when drawn on to no load and to load_max_n");
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
              "expected springs on which the body presses on every axle");
    }
}

/// What no step of 1 ms can follow, or no vehicle is: mostly numbers in other units than the file's.
void check_motion(const VehicleSpec& vehicle, const JsonNode& node) {
    const TyreSpec& tyre = vehicle.tyre;
    const auto loads = figures(vehicle).body_loads_n;
    double damping = 0;
    for (std::size_t a = 0; a < vehicle.axles.size(); ++a) {
        const AxleSpec& axle = vehicle.axles[a];
        const JsonNode at = part(node, "axles").element(static_cast<Json::ArrayIndex>(a));
        const double tyres = axle.tyres_a_side, load = loads[a] / 2 + axle.unsprung_mass_kg * kGravity;
        if (load / (tyres * tyre.stiffness_n_m) > 0.6 * tyre.radius_m) {
            wrong(part(node, "tyre"), "stiffness_n_m",
                  "expected a tyre that its load at rest presses in by less than 0.6 of its radius");
            return;
        }
        if (loads[a] / 2 / axle.suspension.spring[0] > 1) {
            wrong(part(at, "suspension"), "spring",
                  "expected springs that their load at rest presses in by less than 1 m");
        }
        const double stiffness =
            tyres * tyre.stiffness_n_m + axle.suspension.spring[0] + axle.suspension.antiroll_n_m;
        const double damper = tyres * tyre.damping_n_s_m + axle.suspension.damper_n_s_m;
        if (stiffness * kStep * kStep > axle.unsprung_mass_kg || damper * kStep > axle.unsprung_mass_kg) {
            wrong(at, "unsprung_mass_kg",
                  "expected a mass that springs, dampers and tyres let steps of 1 ms follow");
        }
        const double carcass = tyres * tyre.longitudinal.stiffness_n_m * tyre.radius_m * tyre.radius_m;
        if (carcass * kStep * kStep > 2 * axle.wheel_inertia_kg_m2) {
            wrong(at, "wheel_inertia_kg_m2", "expected an inertia that the tyre lets steps of 1 ms follow");
        }
        damping += 2 * axle.suspension.damper_n_s_m;
    }
    if (damping * kStep > vehicle.body.mass_kg) {
        wrong(part(node, "body"), "mass_kg", "expected a mass that its dampers let steps of 1 ms follow");
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

/// A vehicle is told part by part, or for Chrono alone, by its files and what pilots must know of it.
void check_kind(const VehicleSpec& vehicle, const JsonNode& node) {
    const Json::Value& json = node.value();
    if (!json.isObject()) return;
    const bool parts = json.isMember("tyre") || json.isMember("axles") || json.isMember("powertrain");
    for (const char* key : {"tyre", "axles", "powertrain"}) {
        if (!json.isMember(key) && (parts || !json.isMember("chrono"))) node.problem_at(key, "missing");
    }
    if (parts && json.isMember("handling"))
        part(node, "handling").problem("follows from the parts of a vehicle that has them");
    if (!parts && json.isMember("chrono") && !json.isMember("handling"))
        node.problem_at("handling", "missing");
    const ChronoSpec& chrono = vehicle.chrono;
    if (!vehicle.has_chrono()) return;
    const JsonNode told = part(node, "chrono");
    if (chrono.tracked && !chrono.tyres.empty()) wrong(told, "tyre", "a tracked vehicle has none");
    if (parts && chrono.tracked) wrong(told, "tracked", "the parts of this vehicle have wheels");
    if (parts && chrono.tyres.size() > 1 && chrono.tyres.size() != vehicle.axles.size())
        wrong(told, "tyre",
              fmt::format("expected one text, or one for each of {} axles", vehicle.axles.size()));
}

}  // namespace

VehicleSpec read_vehicle_object(const JsonNode& node, std::string name) {
    VehicleSpec vehicle;
    vehicle.name = std::move(name);
    const std::size_t problems = node.diagnostics().count();
    Reader reader(node);
    describe(reader, vehicle);
    reader.object_.find("$schema");  // for editors
    reader.object_.finish();
    check_kind(vehicle, node);
    if (node.diagnostics().count() == problems && vehicle.has_parts()) {
        check_tyre(vehicle.tyre, part(node, "tyre"));
        check_axles(vehicle, node);
        if (node.diagnostics().count() == problems) check_motion(vehicle, node);
        check_powertrain(vehicle.powertrain, part(node, "powertrain"));
    }
    return vehicle;
}

Json::Value vehicle_to_json(const VehicleSpec& vehicle) {
    VehicleSpec copy = vehicle;
    return Writer::write(copy);
}

/// Installed or built, programs lie in <prefix>/bin and data in <prefix>/share/synchrono.
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

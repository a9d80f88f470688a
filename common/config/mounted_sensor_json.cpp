#include "common/config/internal/mounted_sensor_json.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "common/config/internal/form.hpp"

namespace synchrono::config {
namespace {

constexpr std::uint64_t kSensorsMax = 32;          // on one agent
constexpr double kAround_m = 0.3, kAbove_m = 0.6;  // how far a sensor may be outside: on mirrors or racks
constexpr SimDuration kPeriodMax = SimDuration::seconds(1'000);
/// In logs, an agent has a topic for each of its sensors, and a topic of this name for late radio messages.
/// So no sensor may have this name.
constexpr std::string_view kRadioLate = "radio_late";

double in_ms(SimDuration time) { return static_cast<double>(time.count_ns()) / 1e6; }

/// Returns the place on the vehicle that is usual for a sensor of this kind.
geo::Vec3 usual_place(const SensorSpec& sensor, const VehicleSpec& vehicle) {
    struct Place {
        const VehicleSpec& vehicle;
        const BodySpec& body = vehicle.body;

        geo::Vec3 operator()(const GpsSpec&) const { return {0, 0, body.height_m}; }
        geo::Vec3 operator()(const ImuSpec&) const { return middle(); }
        geo::Vec3 operator()(const WheelSpeedSpec&) const { return middle(); }
        geo::Vec3 operator()(const SteeringSpec&) const { return middle(); }
        geo::Vec3 operator()(const StateSpec&) const { return middle(); }
        geo::Vec3 operator()(const LidarSpec&) const { return {0, 0, body.height_m + 0.2}; }
        geo::Vec3 operator()(const RadarSpec&) const {
            return {body.length_m / 2, 0, std::min(0.5, body.height_m)};
        }
        geo::Vec3 operator()(const CameraSpec&) const {  // at the top of the windscreen
            return {body.length_m * 0.12, 0, body.height_m * 0.93};
        }
        geo::Vec3 operator()(const ObjectsSpec&) const { return {0, 0, body.height_m + 0.1}; }
        geo::Vec3 middle() const { return {0, 0, height_of_cg_m(vehicle)}; }
    };
    return std::visit(Place{vehicle}, sensor.model);
}

void check_place(const JsonNode& node, const VehicleSpec& vehicle, geo::Vec3 place) {
    const BodySpec& body = vehicle.body;
    const auto check = [&](double value_m, double low_m, double high_m, const char* what) {
        if (value_m >= low_m && value_m <= high_m) return;
        node.problem(fmt::format("{:.2f} m {} is outside the vehicle '{}', expected {:.2f} to {:.2f}",
                                 value_m, what, vehicle.name, low_m, high_m));
    };
    const double ahead_m = body.length_m / 2 + kAround_m, aside_m = body.width_m / 2 + kAround_m;
    check(place.x, -ahead_m, ahead_m, "ahead");
    check(place.y, -aside_m, aside_m, "to the left");
    check(place.z, 0, body.height_m + kAbove_m, "up");
}

/// Checks a sensor on a body that is not a vehicle. Only the kind of the body knows its size, and only
/// clients know the kinds.
void check_on_body(const JsonNode& node, const SensorSpec& sensor, bool has_position, std::string_view kind) {
    if (std::holds_alternative<WheelSpeedSpec>(sensor.model) ||
        std::holds_alternative<SteeringSpec>(sensor.model)) {
        node.problem(
            fmt::format("sensor '{}' measures wheels, and a body of kind '{}' has none", sensor.name, kind));
    } else if (!has_position) {
        node.problem_at(
            "position",
            fmt::format("missing: sensor '{}' needs a position on a body of kind '{}'", sensor.name, kind));
    }
}

void check_period(const JsonNode& node, const SensorSpec& sensor, const Scenario& scenario) {
    const auto check = [&](SimDuration unit, const char* what) {
        if (sensor.period % unit == SimDuration{} && sensor.period <= kPeriodMax) return true;
        return node.problem(fmt::format(
            "sensor '{}': rate_hz makes a period of {} ms, expected a whole number of {} of {} ms",
            sensor.name, in_ms(sensor.period), what, in_ms(unit)));
    };
    if (sensor.period <= SimDuration{}) return;  // an error was added already
    // All engines of a client stop at the same times, so the period must be a whole number of Chrono's steps
    // too.
    if (sensor.has_rays())
        check(scenario.heartbeat, "heartbeats");
    else if (check(scenario.step, "steps"))
        check(scenario.chrono.step, "steps of Chrono");
}

/// A sensor of an agent while it is read.
struct Mount {
    MountedSensor sensor;
    std::optional<JsonNode> position{};  // node of its place, if the file gives one
};

}  // namespace

template <typename Form>
static void describe(Form& form, Mount& mount, DataShelf<SensorSpec>& shelf) {
    MountedSensor& sensor = mount.sensor;
    form.own(
        "sensor",
        [&](const JsonNode& node) {
            if (std::string text; node.read(text)) sensor.sensor = shelf.find_or_load(node, text);
        },
        [&] { return std::optional(Json::Value(sensor.sensor)); }, Need::required);
    if (Form::kReads) sensor.name = sensor.sensor;
    form.name("name", sensor.name, Need::optional);
    form.position("position", sensor.position, {-100, 100}, Need::optional);
    mount.position = form.given("position");
    form.number("yaw_deg", sensor.yaw_deg, {-360, 360}, Need::optional);
    form.number("pitch_deg", sensor.pitch_deg, {-90, 90}, Need::optional);
    form.number("roll_deg", sensor.roll_deg, {-180, 180}, Need::optional);
    form.flag("log", sensor.log);
}

static void read_mounted_sensor(const JsonNode& entry, const Scenario& scenario, bool times_known,
                                DataShelf<SensorSpec>& shelf, AgentSpec& agent) {
    Mount mount;
    MountedSensor& mounted = mount.sensor;
    if (!entry.value().isString()) {
        FormReader::read(entry, mount, shelf);
    } else if (std::string text; entry.read(text)) {
        mounted.sensor = mounted.name = shelf.find_or_load(entry, text);
    }
    if (mounted.sensor.empty()) return;  // an error was added already
    if (mounted.name == kRadioLate) {
        entry.problem(fmt::format(
            "a sensor cannot be called '{}': in logs that is the topic of radio messages that arrived "
            "too late; give it another name",
            kRadioLate));
        return;
    }
    if (std::any_of(agent.sensors.begin(), agent.sensors.end(),
                    [&](const MountedSensor& other) { return other.name == mounted.name; })) {
        entry.problem(fmt::format(
            "another sensor of this agent is called '{}'; give this one a name of its own", mounted.name));
        return;
    }
    const SensorSpec& sensor = shelf.at(mounted.sensor);
    if (times_known) check_period(entry, sensor, scenario);
    if (agent.body) {
        check_on_body(entry, sensor, mount.position.has_value(), agent.body->kind);
    } else if (const auto vehicle = scenario.vehicles.find(agent.vehicle);
               vehicle != scenario.vehicles.end()) {
        if (mount.position)
            check_place(*mount.position, vehicle->second, mounted.position);
        else if (entry.diagnostics().empty())  // after a problem, the vehicle's sizes may be missing
            mounted.position = usual_place(sensor, vehicle->second);
    }
    agent.sensors.push_back(std::move(mounted));
}

void read_mounted_sensors(const JsonNode& node, const Scenario& scenario, bool times_known,
                          DataShelf<SensorSpec>& shelf, AgentSpec& agent) {
    if (!node.value().isArray()) {
        node.problem(
            "expected a list such as [\"lidar_64\"], of names in the scenario's \"sensors\" or of files in "
            "vehicles/sensors");
        return;
    }
    if (node.value().size() > kSensorsMax) {
        node.problem(fmt::format("expected at most {} sensors", kSensorsMax));
        return;
    }
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i)
        read_mounted_sensor(node.element(i), scenario, times_known, shelf, agent);
}

std::optional<Json::Value> mounted_sensors_to_json(const std::vector<MountedSensor>& sensors,
                                                   DataShelf<SensorSpec>& shelf) {
    if (sensors.empty()) return std::nullopt;
    Json::Value json(Json::arrayValue);
    for (const MountedSensor& sensor : sensors) {
        Mount mount{sensor};
        json.append(FormWriter::write(mount, shelf));
    }
    return json;
}

}  // namespace synchrono::config

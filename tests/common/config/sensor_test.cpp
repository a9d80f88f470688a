// Proves that sensor files of every kind are read, that each mistake is refused with one line, and that a
// sensor on an agent must have a place on its body, a rate that fits the steps, and a name of its own.
#include "common/config/sensor.hpp"

#include <gtest/gtest.h>

#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

SensorSpec read(const std::string& text) {
    const auto sensor = read_sensor(text, "folder/one.json");
    EXPECT_TRUE(sensor) << sensor.error().text;
    return sensor ? *sensor : SensorSpec{};
}

std::string refusal(const std::string& text) {
    const auto sensor = read_sensor(text, "one.json");
    return sensor ? "" : sensor.error().text;
}

TEST(Sensor, IsNamedAfterItsFileAndHasThePeriodOfItsRate) {
    const SensorSpec sensor = read(R"({"kind": "imu", "rate_hz": 250, "delay_ms": 1.5,
        "accelerometer": {"noise_ug_rt_hz": 80}, "gyroscope": {"range_deg_s": 300}})");
    EXPECT_EQ(sensor.name, "one");
    EXPECT_EQ(sensor.period, SimDuration::milliseconds(4));
    EXPECT_EQ(sensor.delay, SimDuration::microseconds(1'500));
    EXPECT_EQ(sensor.kind(), "imu");
    EXPECT_FALSE(sensor.has_rays());
    const auto& imu = std::get<ImuSpec>(sensor.model);
    EXPECT_EQ(imu.accelerometer.noise_ug_rt_hz, 80);
    EXPECT_EQ(imu.gyroscope.range_deg_s, 300);
}

TEST(Sensor, IsReadForEveryKind) {
    const char* const texts[] = {
        R"({"kind": "gps", "rate_hz": 10, "bias_sigma_m": 2})",
        R"({"kind": "imu", "rate_hz": 100})",
        R"({"kind": "wheel_speed", "rate_hz": 100, "ticks_per_turn": 96})",
        R"({"kind": "steering", "rate_hz": 100, "bias_sigma_deg": 0.2})",
        R"({"kind": "state", "rate_hz": 100})",
        R"({"kind": "lidar", "rate_hz": 10, "elevations_deg": [1, -1], "columns": 900})",
        R"({"kind": "radar", "rate_hz": 20, "detections_max": 64})",
        R"({"kind": "camera", "rate_hz": 10, "width": 320, "height": 180})",
        R"({"kind": "objects", "rate_hz": 20, "miss_probability": 0.1})"};
    for (std::size_t i = 0; i < std::size(texts); ++i) {
        const SensorSpec sensor = read(texts[i]);
        EXPECT_EQ(sensor.model.index(), i);
        EXPECT_EQ(sensor.has_rays(), i >= 5);
    }
}

TEST(Sensor, NamesMistakesInOneLine) {
    EXPECT_EQ(refusal(R"({"kind": "gps", "rate_hz": 10, "noise_sigma": 1})").substr(0, 71),
              "one.json:1: key 'noise_sigma': unknown; did you mean 'noise_sigma_m'? K");
    EXPECT_EQ(refusal(R"({"kind": "state", "rate_hz": -10})"),
              "one.json:1: key 'rate_hz': expected 0.001 to 1000000");
    EXPECT_EQ(refusal(R"({"kind": "state", "rate_hz": 1e-12})"),
              "one.json:1: key 'rate_hz': expected 0.001 to 1000000");
    EXPECT_EQ(refusal(R"({"kind": "state"})"), "one.json:1: key 'rate_hz': missing");
    EXPECT_EQ(refusal(R"({"kind": "sonar", "rate_hz": 10})"),
              "one.json:1: key 'kind': expected one of gps, imu, wheel_speed, steering, state, lidar, radar, "
              "camera, "
              "objects");
    EXPECT_EQ(refusal(R"({"rate_hz": 10})"), "one.json:1: key 'kind': missing");
    EXPECT_EQ(refusal(R"(7)"), "one.json:1: expected an object");
    EXPECT_EQ(
        refusal(
            R"({"kind": "lidar", "rate_hz": 10, "columns": 10, "elevations_deg": [2, 1], "azimuths_deg": [1]})"),
        "one.json:1: key 'azimuths_deg': expected as many numbers as elevations_deg, 2");
    EXPECT_EQ(
        refusal(
            R"({"kind": "lidar", "rate_hz": 10, "columns": 10, "elevations_deg": [1], "range_min_m": 5, "range_max_m": 4})"),
        "one.json:1: key 'range_max_m': expected more than range_min_m, which is 5");
    EXPECT_EQ(refusal(R"({"kind": "lidar", "rate_hz": 10, "columns": 10, "elevations_deg": [1, 2]})"),
              "one.json:1: key 'elevations_deg': expected the highest first");
    EXPECT_EQ(refusal(R"({"kind": "lidar", "rate_hz": 0.4, "columns": 10, "elevations_deg": [1]})"),
              "one.json:1: key 'rate_hz': expected at least 0.5: a sweep lasts at most 2 s");
    EXPECT_EQ(refusal(R"({"kind": "camera", "rate_hz": 100, "exposure_ms": 8, "rolling_shutter_ms": 5})"),
              "one.json:1: key 'exposure_ms': expected exposure and rolling shutter, 13 ms together, within "
              "the period "
              "of 10 ms");
    EXPECT_EQ(refusal(R"({"kind": "camera", "rate_hz": 10, "colour": false})"),
              "one.json:1: key 'colour': expected colour, depth or classes to be true");
    EXPECT_EQ(refusal(R"({"kind": "camera", "rate_hz": 10, "distortion": [-0.5, 0, 0, 0, 0]})"),
              "one.json:1: key 'distortion': this distortion folds the picture over within its corners");
    // The picture folds over between its corners and the middles of its sides, but at neither of them.
    EXPECT_EQ(refusal(R"({"kind": "camera", "rate_hz": 10, "width": 64, "height": 36, "view_deg": 142,
                          "distortion": [-0.111354, -0.0218786, -0.00235489, 0.00292733, 0.00543347]})"),
              "one.json:2: key 'distortion': this distortion folds the picture over within its corners");
    EXPECT_EQ(refusal(R"({"kind": "camera", "rate_hz": 10, "width": 8000, "height": 8000})"),
              "one.json:1: key 'width': expected at most 16000000 rays (width, height, samples) a picture");
    EXPECT_NE(
        read_sensor(R"({"kind": "state", "rate_hz": 10})", "a b.json").error().text.find("that of its file"),
        std::string::npos);
}

TEST(Sensor, HasAResolutionOfZeroOrLargeEnough) {
    const auto refused = [](const std::string& sensor) {
        const std::string text = refusal("{\"rate_hz\": 10, " + sensor + "}");
        return text.empty() ? text : text.substr(text.find("expected"));
    };
    const auto imu = [](const std::string& part) { return R"("kind": "imu", )" + part; };
    const std::string lidar = R"("kind": "lidar", "columns": 10, "elevations_deg": [1], )";
    EXPECT_EQ(refused(lidar + R"("range_resolution_m": 0)"), "");
    EXPECT_EQ(refused(lidar + R"("range_resolution_m": 1e-6)"), "");
    EXPECT_EQ(refused(lidar + R"("range_resolution_m": 1e-12)"), "expected 0, or 1e-06 to 100");
    EXPECT_EQ(refused(lidar + R"("range_resolution_m": -0.1)"), "expected 0, or 1e-06 to 100");
    EXPECT_EQ(refused(R"("kind": "gps", "quantum_m": 0, "quantum_deg": 0)"), "");
    EXPECT_EQ(refused(R"("kind": "gps", "quantum_m": 1e-6, "quantum_deg": 1e-12)"), "");
    EXPECT_EQ(refused(R"("kind": "gps", "quantum_m": 1e-7)"), "expected 0, or 1e-06 to 1000");
    EXPECT_EQ(refused(R"("kind": "gps", "quantum_deg": 1e-300)"), "expected 0, or 1e-12 to 1");
    EXPECT_EQ(refused(imu(R"("accelerometer": {"resolution_mg": 1e-9})")), "expected 0, or 1e-06 to 1000");
    EXPECT_EQ(refused(imu(R"("gyroscope": {"resolution_deg_s": 1e-9})")), "expected 0, or 1e-06 to 1000");
    EXPECT_EQ(refused(imu(R"("gyroscope": {"resolution_deg_s": 1e-6})")), "");
    EXPECT_EQ(refused(R"("kind": "steering", "resolution_deg": 1e-9)"), "expected 0, or 1e-06 to 90");
}

/// Returns a scenario whose first agent has these sensors of its own.
Result<Scenario> with(const std::string& sensors, const std::string& extra = "") {
    return read_scenario(ScenarioText{.extra = R"("sensors": {"truth": {"kind": "state", "rate_hz": 100},
            "eyes": {"kind": "objects", "rate_hz": 20}, "third": {"kind": "state", "rate_hz": 30},
            "eighth": {"kind": "state", "rate_hz": 125}, "quick": {"kind": "objects", "rate_hz": 500}},)" +
                                               extra,
                                      .agent = "\"sensors\": " + sensors + ", "}
                             .text(),
                         "s.json");
}

std::string refused(const std::string& sensors) {
    const auto scenario = with(sensors);
    return scenario ? "" : scenario.error().text.substr(scenario.error().text.find("key"));
}

TEST(MountedSensor, HasAUsualPlaceByDefault) {
    const auto scenario =
        with(R"(["truth", "eyes", {"sensor": "eyes", "name": "rear", "position": [-2, 0.5, 1.2],
                                   "yaw_deg": 180, "pitch_deg": 5, "roll_deg": 1, "log": false}])");
    ASSERT_TRUE(scenario) << scenario.error().text;
    const auto& sensors = scenario->agents[0].sensors;
    ASSERT_EQ(sensors.size(), 3u);
    EXPECT_EQ(sensors[0].name, "truth");
    EXPECT_NEAR(sensors[0].position.z, figures(scenario->vehicles.at("v")).cg_height_m, 1e-12);
    EXPECT_EQ(sensors[1].position, (geo::Vec3{0, 0, 1.6}));
    const MountedSensor rear{.name = "rear",
                             .sensor = "eyes",
                             .position = {-2, 0.5, 1.2},
                             .yaw_deg = 180,
                             .pitch_deg = 5,
                             .roll_deg = 1,
                             .log = false};
    EXPECT_EQ(sensors[2], rear);
    const auto again = read_scenario(to_json(*scenario), "/elsewhere/s.json");
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(*again, *scenario);
}

TEST(MountedSensor, IsRefusedOutsideItsVehicle) {
    EXPECT_EQ(refused(R"([{"sensor": "eyes", "position": [3, 0, 1]}])"),
              "key 'agents[0].sensors[0].position': 3.00 m ahead is outside the vehicle 'v', expected -2.55 "
              "to 2.55");
    EXPECT_EQ(refused(R"([{"sensor": "eyes", "position": [0, -1.5, 1]}])"),
              "key 'agents[0].sensors[0].position': -1.50 m to the left is outside the vehicle 'v', expected "
              "-1.20 to "
              "1.20");
    EXPECT_EQ(
        refused(R"([{"sensor": "eyes", "position": [0, 0, -0.1]}])"),
        "key 'agents[0].sensors[0].position': -0.10 m up is outside the vehicle 'v', expected 0.00 to 2.10");
}

TEST(MountedSensor, NeedsAPlaceAndNoWheelsOnAnotherKindOfBody) {
    const auto on_balloon = [](const std::string& sensor) {
        const auto scenario = read_scenario(
            ScenarioText{.extra = R"("sensors": {"truth": {"kind": "state", "rate_hz": 100},
                "wheels": {"kind": "wheel_speed", "rate_hz": 100}, "lock": {"kind": "steering", "rate_hz": 100}},)",
                         .agents = R"({"name": "a", "body": {"kind": "balloon"}, "sensors": [)" + sensor +
                                   R"(], "place": {"position": [0, 0, 0]}})"}
                .text(),
            "s.json");
        return scenario ? "" : scenario.error().text.substr(scenario.error().text.find("key"));
    };
    EXPECT_EQ(on_balloon(R"({"sensor": "truth", "position": [0, 0, 50]})"), "");
    for (const std::string sensor : {R"("truth")", R"({"sensor": "truth"})"}) {
        EXPECT_EQ(on_balloon(sensor),
                  "key 'agents[0].sensors[0].position': missing: sensor 'truth' needs a position on a body "
                  "of kind 'balloon'");
    }
    for (const std::string name : {"wheels", "lock"}) {
        EXPECT_EQ(on_balloon(R"({"sensor": ")" + name + R"(", "position": [0, 0, 0]})"),
                  "key 'agents[0].sensors[0]': sensor '" + name +
                      "' measures wheels, and a body of kind 'balloon' has none");
    }
}

TEST(MountedSensor, HasARateThatFitsTheSteps) {
    EXPECT_EQ(refused(R"(["third"])"),
              "key 'agents[0].sensors[0]': sensor 'third': rate_hz makes a period of 33.333333 ms, expected "
              "a whole "
              "number of steps of 1 ms");
    EXPECT_EQ(refused(R"(["quick"])"),
              "key 'agents[0].sensors[0]': sensor 'quick': rate_hz makes a period of 2 ms, expected a whole "
              "number of "
              "heartbeats of 5 ms");
}

TEST(MountedSensor, HasARateThatFitsTheStepsOfChronoToo) {
    const auto scenario = with(R"(["eighth"])", R"("chrono": {"step_ms": 2.5},)");
    ASSERT_FALSE(scenario);
    EXPECT_NE(
        scenario.error().text.find("period of 8 ms, expected a whole number of steps of Chrono of 2.5 ms"),
        std::string::npos)
        << scenario.error().text;
}

TEST(MountedSensor, DoesNotHideTheRefusalOfItsVehicle) {
    std::string vehicle = on_one_line(kVehicleText);
    const std::size_t right = vehicle.find("\"steering_right_rad\"");
    // The vehicle lacks a steering curve, so the place of its sensor cannot be computed. Only the vehicle
    // is to be refused.
    vehicle.erase(right, vehicle.find("\"kingpin_offset_m\"") - right);
    const auto scenario =
        read_scenario(ScenarioText{.extra = R"("sensors": {"truth": {"kind": "state", "rate_hz": 10}},)",
                                   .vehicles = "{\"v\": " + vehicle + "}",
                                   .agent = R"("sensors": ["truth"], )"}
                          .text(),
                      "s.json");
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().text,
              "s.json:5: key 'vehicles.v.axles[0]': expected both \"steering_left_rad\" and "
              "\"steering_right_rad\", or neither");
}

TEST(MountedSensor, MustExistAndHaveAUniqueName) {
    EXPECT_EQ(refused(R"(["truth", "truth"])"),
              "key 'agents[0].sensors[1]': another sensor of this agent is called 'truth'; give this one a "
              "name of its own");
    EXPECT_EQ(refused(R"([{"sensor": "truth", "name": "radio_late"}])"),
              "key 'agents[0].sensors[0]': a sensor cannot be called 'radio_late': in logs that is the "
              "topic of radio messages that arrived too late; give it another name");
    EXPECT_EQ(refused(R"(["none"])").substr(0, 46), "key 'agents[0].sensors[0]': no sensor 'none'; ");
    EXPECT_EQ(refused(R"("truth")"),
              "key 'agents[0].sensors': expected a list such as [\"lidar_64\"], of names in the scenario's "
              "\"sensors\" or of files in vehicles/sensors");
    EXPECT_EQ(
        refused(R"([{"sensor": "truth", "where": 1}])"),
        "key 'agents[0].sensors[0].where': unknown; known here: log, name, pitch_deg, position, roll_deg, "
        "sensor, yaw_deg");
    std::string many = "[\"truth\"";
    for (int i = 0; i < 32; ++i) many += ", \"truth\"";
    EXPECT_EQ(refused(many + "]"), "key 'agents[0].sensors': expected at most 32 sensors");
}

}  // namespace
}  // namespace synchrono::config

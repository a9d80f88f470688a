/// For tests of the sensor log and of its export: a car with one sensor of each kind, and for each sensor a
/// sample with known numbers.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "client/sensors/sensor_log.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::testing {

struct SensorSamples {
    static constexpr std::uint32_t kWidth = 4, kHeight = 3;
    enum : std::size_t { kGps, kImu, kWheels, kSteering, kState, kLidar, kRadar, kCamera, kObjects };

    SensorSamples() {
        scenario.heartbeat = SimDuration::milliseconds(5);
        scenario.vehicles["sedan"] = sedan();
        scenario.agents.resize(1);
        scenario.agents[0].id = AgentId{0};
        scenario.agents[0].name = "car";
        scenario.agents[0].vehicle = "sedan";
        mount("gps", config::GpsSpec{});
        mount("imu", config::ImuSpec{});
        mount("wheels", config::WheelSpeedSpec{});
        mount("steering", config::SteeringSpec{});
        mount("truth", config::StateSpec{});
        mount("roof", config::LidarSpec{.elevations_deg = {1, 0}, .azimuths_deg = {}, .columns = 100});
        mount("bumper", config::RadarSpec{});
        mount("eye", config::CameraSpec{.width = kWidth, .height = kHeight, .depth = true, .classes = true});
        mount("seen", config::ObjectsSpec{});
        for (std::size_t i = 0; i < colours.size(); ++i) colours[i] = static_cast<std::uint8_t>(7 * i);
        for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<std::uint8_t>(i % 10);
        depths = {0.5F, 1.2345F, 65.534F, 65.6F, 300, std::numeric_limits<float>::infinity(),
                  2,    3,       4,       5,     6,   7};
        gps.latitude_deg = 43.0731;
        gps.longitude_deg = -89.4012;
        gps.altitude_m = 262.5;
        gps.position = {1.5, -2.5, 0.25};
        gps.accuracy_m = 0.5;
        gps.accuracy_up_m = 2;
        gps.speed_m_s = 13.25;
        gps.yaw_rad = 2;
        gps.hdop = 0.75;
        gps.vdop = 1.5;
        gps.satellites = 11;
        gps.fix = 3;
        imu.acceleration = {0.125, -0.25, 9.81};
        imu.angular_velocity = {0.5, -0.5, 0.0625};
        imu.saturated = 1 << 4;
        wheels = {.speeds_rad_s = wheel_speeds.data(), .count = 4, .reserved = 0, .radius_m = 0.3125};
        steering.angle_rad = -0.125;
        state.position = {1, 2, 3};
        state.orientation = {1, 0, 0, 0};
        state.velocity = {4, 5, 6};
        state.angular_velocity = {0.1, 0.2, 0.3};
        state.acceleration = {7, 8, 9};
        points = {{1, 2, 3, 0.5F, -1000, 0, 0}, {4, 5, 6, 0.25F, 0, 1, 0}};
        detections = {{.range_m = 10,
                       .azimuth_rad = 0,
                       .elevation_rad = 0,
                       .speed_m_s = -3,
                       .cross_section_dbsm = 12,
                       .signal_db = 20}};
        camera.focal_px = 2;
        camera.centre_x = 1.75;
        camera.centre_y = 1.25;
        camera.distortion[0] = -0.25;
        objects = {{.id = 7,
                    .kind = SYN_OTHER_VEHICLE,
                    .position = {20, 1, 0.5},
                    .velocity = {-2, 0.5, 0},
                    .yaw_rad = std::acos(-1.0) / 2,
                    .length_m = 4.5,
                    .width_m = 1.75,
                    .height_m = 1.5,
                    .visible = 0.75},
                   {.id = 9,
                    .kind = SYN_OTHER_PEDESTRIAN,
                    .position = {8, -3, 0.9},
                    .velocity = {},
                    .yaw_rad = 0,
                    .length_m = 0.5,
                    .width_m = 0.5,
                    .height_m = 1.75,
                    .visible = 1}};
        body.position = {100, 200, 0.5};
        body.orientation = geo::Quaternion::from_yaw(std::acos(-1.0) / 2);
    }
    SensorSamples(const SensorSamples&) = delete;

    void mount(const std::string& name, config::SensorModel model) {
        scenario.sensors[name] = {
            .name = name, .period = SimDuration::milliseconds(100), .delay = {}, .model = std::move(model)};
        scenario.agents[0].sensors.push_back({.name = name, .sensor = name, .position = {0.5, 0.25, 1.5}});
    }
    std::vector<AgentId> agents() const { return {AgentId{0}}; }

    /// Writes the sample of each sensor, measured at `time`.
    void write(client::sensors::SensorLog& log, SimTime time, WallTime wall = {}) {
        const SynPointCloud cloud{points.data(), static_cast<std::uint32_t>(points.size()), 200};
        const SynRadarScan scan{detections.data(), static_cast<std::uint32_t>(detections.size()), 0};
        const SynObjects list{objects.data(), static_cast<std::uint32_t>(objects.size()), 0, 6, 1, 100};
        camera.colour = {kWidth, kHeight, SYN_IMAGE_RGB8, 3 * kWidth, colours.data()};
        camera.depth = {kWidth, kHeight, SYN_IMAGE_DEPTH_F32, 4 * kWidth, depths.data()};
        camera.classes = {kWidth, kHeight, SYN_IMAGE_CLASS_U8, kWidth, classes.data()};
        const std::array<const void*, 9> data{&gps,   &imu,  &wheels, &steering, &state,
                                              &cloud, &scan, &camera, &list};
        for (std::size_t i = 0; i < data.size(); ++i) {
            const auto number = static_cast<std::uint32_t>(i);
            log.write(AgentId{0}, i,
                      {.sensor = number,
                       .kind = number + 1,
                       .index = 0,
                       .time_ns = time.count_ns(),
                       .arrival_ns = time.count_ns(),
                       .data = data[i]},
                      body, wall);
        }
    }

    config::Scenario scenario;
    geo::Motion body;
    SynGps gps{};
    SynImu imu{};
    std::vector<double> wheel_speeds{40, 41, 42, 43};
    SynWheelSpeeds wheels{};
    SynSteeringAngle steering{};
    SynMotion state{};
    std::vector<SynPoint> points;
    std::vector<SynRadarDetection> detections;
    SynCamera camera{};
    std::array<std::uint8_t, 3 * kWidth * kHeight> colours{};
    std::vector<float> depths;
    std::array<std::uint8_t, kWidth * kHeight> classes{};
    std::vector<SynObject> objects;
};

}  // namespace synchrono::testing

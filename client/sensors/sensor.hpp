/// One sensor of one agent: computes a measurement, with its errors, from the true state of the world. A
/// sensor knows nothing of pilots and logs: the suite (client/sensors/suite.hpp) calls the sensor when a
/// sample is due, and keeps the samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "client/body/body_motion.hpp"
#include "client/body/machinery.hpp"
#include "client/body/obstacle.hpp"
#include "common/base/ids.hpp"
#include "common/config/scenario.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_sensors.h"

namespace synchrono::client::sensors {

class RayWorld;

/// The state of a body at one instant.
struct BodyState {
    SimTime time;
    body::BodyMotion motion;                           // of the centre of gravity
    const std::vector<body::Wheel>* wheels = nullptr;  // from the engine; null: not needed
};

/// The next five types hold the measured data of one sample: `head` is the structure that the pilot gets, and
/// the vectors hold the lists to which the head points.
struct WheelSpeeds {
    SynWheelSpeeds head{};
    std::vector<double> speeds_rad_s;
};
struct PointCloud {
    SynPointCloud head{};
    std::vector<SynPoint> points;
};
struct RadarScan {
    SynRadarScan head{};
    std::vector<SynRadarDetection> detections;
};
struct CameraImages {
    SynCamera head{};
    std::vector<std::uint8_t> colour;
    std::vector<float> depth;
    std::vector<std::uint8_t> classes;
};
struct ObjectList {
    SynObjects head{};
    std::vector<SynObject> objects;
};

/// The measured data of one sample; the alternatives are in the order of SYN_SENSOR_... . If a reading has
/// vectors, its head points to their elements. Measuring into the same reading again reuses the memory of the
/// vectors.
using Reading = std::variant<SynGps, SynImu, WheelSpeeds, SynSteeringAngle, SynMotion, PointCloud, RadarScan,
                             CameraImages, ObjectList>;
/// Returns the address to which SynSample::data has to point.
const void* data_of(const Reading& reading);

/// The place and orientation of a sensor on its vehicle.
struct Mount {
    geo::Vec3 position;           // from the centre of gravity, body frame
    geo::Quaternion orientation;  // sensor to body
};
Mount mount_of(const config::Scenario& scenario, const config::AgentSpec& agent,
               const config::MountedSensor& mounted);

/// The arguments from which a sensor of any kind is made.
struct SensorSetup {
    const config::Scenario& scenario;      // outlives the sensor
    const config::AgentSpec& agent;        // part of the scenario
    const config::MountedSensor& mounted;  // part of the agent
    const config::SensorSpec& spec;        // part of the scenario
    std::uint64_t key = 0;                 // for Random(key, n); different for each sensor of the run
    geo::Vec3 position;                    // from the centre of gravity, body frame
    geo::Quaternion orientation;           // sensor to body
    RayWorld* world = nullptr;  // outlives the sensor; may be null for sensors without rays, except a gps
};

/// Threading: the client's loop thread.
class Sensor {
  public:
    virtual ~Sensor() = default;

    /// Announces the sample to which the next call of scan() contributes: when it is due, and its index. Does
    /// nothing by default.
    virtual void expect(SimTime due, std::uint64_t index);
    /// Casts rays in the heartbeat from `from` to `to`, which has just ended. The setup's world is as it was
    /// in that heartbeat, and rays pass through the agent's own body. The suite calls this only for sensors
    /// with rays. If a measurement takes time (a sweep, an exposure), the suite calls it for each heartbeat
    /// that contains a part of that time. Otherwise the suite calls it for the heartbeat that ends when a
    /// sample is due. Does nothing by default, because a sensor that measures at one instant may cast its
    /// rays in sample().
    virtual void scan(const BodyState& from, const BodyState& to);
    /// Measures the sample with this index, which is due at `at.time`, and writes it to `reading`. Indices
    /// ascend; the indices of samples that the agent missed while it was out of the world are skipped.
    /// `reading` is new or holds the result of an earlier call.
    virtual void sample(const BodyState& at, std::uint64_t index, Reading& reading) = 0;
    /// Forgets a measurement that has begun. Called whenever the agent enters the world.
    virtual void restart() {}
};

/// Returns the motion of a mounted sensor: its place, its orientation and the velocity of that place. The
/// other members are those of the body.
geo::Motion motion_at(const geo::Motion& body, const SensorSetup& setup);

/// The greatest number of false objects (things that are not there) in one object list.
inline constexpr std::uint32_t kFalseObjectsMax = 256;

/// Each function makes a sensor of one kind. It is defined in the file named after that kind.
std::unique_ptr<Sensor> make_gps(const SensorSetup& setup, const config::GpsSpec& spec);
std::unique_ptr<Sensor> make_imu(const SensorSetup& setup, const config::ImuSpec& spec);
std::unique_ptr<Sensor> make_wheel_speed(const SensorSetup& setup, const config::WheelSpeedSpec& spec);
std::unique_ptr<Sensor> make_steering(const SensorSetup& setup, const config::SteeringSpec& spec);
std::unique_ptr<Sensor> make_state(const SensorSetup& setup, const config::StateSpec& spec);
std::unique_ptr<Sensor> make_lidar(const SensorSetup& setup, const config::LidarSpec& spec);
std::unique_ptr<Sensor> make_radar(const SensorSetup& setup, const config::RadarSpec& spec);
std::unique_ptr<Sensor> make_camera(const SensorSetup& setup, const config::CameraSpec& spec);
std::unique_ptr<Sensor> make_objects(const SensorSetup& setup, const config::ObjectsSpec& spec);

}  // namespace synchrono::client::sensors

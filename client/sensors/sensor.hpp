/// One sensor of one agent: turns what is true into what is measured. It knows simulated time, but no
/// heartbeats, pilots or logs: the suite (client/sensors/suite.hpp) calls it when it is due, and keeps what
/// it measured.
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

namespace synchrono::sensors {

class RayWorld;

/// The state of a body at one instant.
struct Instant {
    SimTime time;
    client::BodyMotion motion;                           // of the centre of gravity
    const std::vector<client::Wheel>* wheels = nullptr;  // from the engine; null: nobody asked for them
};

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

/// The measured data of one sample, in the order of SYN_SENSOR_... . A sensor that fills in vectors makes
/// the head point to them. Measuring into the same reading again reuses their memory.
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

/// All that a sensor of any kind is made from.
struct SensorSetup {
    const config::Scenario& scenario;      // outlives the sensor
    const config::AgentSpec& agent;        // part of the scenario
    const config::MountedSensor& mounted;  // part of the agent
    const config::SensorSpec& spec;        // part of the scenario
    std::uint64_t key = 0;                 // for Random(key, n): another one for each sensor of the run
    geo::Vec3 position;                    // from the centre of gravity, body frame
    geo::Quaternion orientation;           // sensor to body
    RayWorld* world = nullptr;  // outlives the sensor; may be null for sensors without rays, except a gps
};

/// Threading: the client's loop thread.
class Sensor {
  public:
    virtual ~Sensor() = default;

    /// Announces the sample to which the next call of pass() contributes: when it is due, and its index.
    virtual void expect(SimTime due, std::uint64_t index);
    /// Casts rays in the heartbeat from `from` to `to`, which has just ended. The setup's world is as it was
    /// in that heartbeat, and rays pass through the agent's own body. Only sensors with rays are called:
    /// those whose measurement takes time (a sweep, an exposure) for each heartbeat that has a part of that
    /// time, the others for the heartbeat that ends when a sample is due.
    virtual void pass(const Instant& from, const Instant& to);
    /// Takes the sample with this index, which is due at `at`. Indices ascend, and those of samples that the
    /// agent missed while it was out of the world are skipped. Fills in `reading`, which is empty or holds
    /// what an earlier call put into it.
    virtual void sample(const Instant& at, std::uint64_t index, Reading& reading) = 0;
    /// Forgets a measurement that has begun, because the agent comes into the world (anew).
    virtual void begin() {}
};

/// Returns the motion of a mounted sensor: its place and orientation, and the velocity of that place.
geo::Motion motion_at(const geo::Motion& body, const SensorSetup& setup);

/// The greatest number of false objects (things that are not there) in one object list.
inline constexpr std::uint32_t kFalseObjectsMax = 256;

/// Make a sensor of one kind. Each function is in the file named after its kind.
std::unique_ptr<Sensor> make_gps(const SensorSetup& setup, const config::GpsSpec& spec);
std::unique_ptr<Sensor> make_imu(const SensorSetup& setup, const config::ImuSpec& spec);
std::unique_ptr<Sensor> make_wheel_speed(const SensorSetup& setup, const config::WheelSpeedSpec& spec);
std::unique_ptr<Sensor> make_steering(const SensorSetup& setup, const config::SteeringSpec& spec);
std::unique_ptr<Sensor> make_state(const SensorSetup& setup, const config::StateSpec& spec);
std::unique_ptr<Sensor> make_lidar(const SensorSetup& setup, const config::LidarSpec& spec);
std::unique_ptr<Sensor> make_radar(const SensorSetup& setup, const config::RadarSpec& spec);
std::unique_ptr<Sensor> make_camera(const SensorSetup& setup, const config::CameraSpec& spec);
std::unique_ptr<Sensor> make_objects(const SensorSetup& setup, const config::ObjectsSpec& spec);

}  // namespace synchrono::sensors

/// One sensor of one agent: turns what is true into what is measured. It knows simulated time and no
/// heartbeats, pilots or logs: the suite (client/sensors/suite.hpp) tells it when it is its turn, and keeps
/// what it measured.
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

/// A body at one instant.
struct Instant {
    SimTime time;
    client::BodyMotion motion;                           // of the centre of gravity
    const std::vector<client::Wheel>* wheels = nullptr;  // those of the engine; null: nobody asked it
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

/// What a sample holds, in the order of SYN_SENSOR_... . Whoever fills in vectors lets the head point to
/// them; a reading that is measured into again keeps their memory.
using Reading = std::variant<SynGps, SynImu, WheelSpeeds, SynSteeringAngle, SynMotion, PointCloud, RadarScan,
                             CameraImages, ObjectList>;
/// What SynSample::data is to point to.
const void* data_of(const Reading& reading);

/// Where a sensor sits.
struct Mount {
    geo::Vec3 position;           // from the centre of gravity, body frame
    geo::Quaternion orientation;  // sensor to body
};
Mount mount_of(const config::Scenario& scenario, const config::AgentSpec& agent,
               const config::MountedSensor& mounted);

/// What all sensors are made from.
struct SensorSetup {
    const config::Scenario& scenario;      // outlives the sensor
    const config::AgentSpec& agent;        // of it
    const config::MountedSensor& mounted;  // of the agent
    const config::SensorSpec& spec;        // of the scenario
    std::uint64_t key = 0;        // for Random(key, n): differs from that of any other sensor of the run
    geo::Vec3 position;           // from the centre of gravity, body frame
    geo::Quaternion orientation;  // sensor to body
    RayWorld* world = nullptr;    // outlives the sensor; null only of sensors without rays, gps apart
};

/// Threading: the client's loop thread.
class Sensor {
  public:
    virtual ~Sensor() = default;

    /// The sample that the next call of pass() is for: when it is due, and its index.
    virtual void expect(SimTime due, std::uint64_t index);
    /// The next heartbeat is over, and the setup's world is as it was in it, from `from` to `to`, without the
    /// agent itself. Called of sensors with rays: of those that measure for a while in all heartbeats that
    /// this while has a part of, of the others in the one that ends when a sample is due.
    virtual void pass(const Instant& from, const Instant& to);
    /// A sample is due, the one with this index; where the agent was out of the world some are left out.
    /// Fills in `reading`, which holds what this function put into it before, or nothing yet.
    virtual void sample(const Instant& at, std::uint64_t index, Reading& reading) = 0;
    /// The agent comes into the world (again): what was begun is forgotten.
    virtual void begin() {}
};

/// The motion of a mounted sensor: its place and orientation, and the velocity of that place.
geo::Motion motion_at(const geo::Motion& body, const SensorSetup& setup);

/// The most things that are not there in one object list.
inline constexpr std::uint32_t kFalseObjectsMax = 256;

/// Each in a file of its name.
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

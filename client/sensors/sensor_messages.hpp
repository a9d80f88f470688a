/// What sensors measured, as the messages of the log: those of Foxglove where it has some, of
/// proto/sensor.proto for the rest. fill() replaces all of a message but its time stamp and frame; a message
/// that is filled in again allocates nothing new. Numbers for which a message has no field are in its
/// metadata, as exact decimals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_sensors.h"
#include "proto/foxglove.pb.h"
#include "proto/sensor.pb.h"

namespace synchrono::sensors {

/// Without a fix all of it is NaN, which viewers leave out.
void fill(foxglove::LocationFix& message, const SynGps& gps);
void fill(ImuSample& message, const SynImu& imu);
void fill(::synchrono::WheelSpeeds& message, const SynWheelSpeeds& wheels);
void fill(::synchrono::SteeringAngle& message, const SynSteeringAngle& steering);
void fill(TrueState& message, const SynMotion& motion);
/// Requires one of its images.
void fill(foxglove::CameraCalibration& message, const SynCamera& camera);

/// What clouds have in common, without their data, which is in memory as the fields say: SynPoint, or what
/// lay_out() has made.
foxglove::PointCloud lidar_cloud();
foxglove::PointCloud radar_cloud();
struct RadarPoint {
    float x, y, z;
    float speed, rcs, signal;  // m/s, dBsm, dB
};
void lay_out(const SynRadarScan& scan, std::vector<RadarPoint>& points);

/// A serialised foxglove.SceneUpdate, in place of what was in `bytes`: a cube and its number for each object,
/// which goes after `period`, or when it is seen no more. `shown` are the objects of the update before, and
/// becomes those of this one.
void write_scene(std::string& bytes, const SynObjects& list, SimTime time, SimDuration period,
                 const std::string& frame, std::vector<std::uint32_t>& shown);

/// Depths along x as whole millimetres: 0 where there is nothing, 65535 for all that is further than 65.534
/// m.
void lay_out(const SynImage& depth, std::vector<std::uint16_t>& millimetres);

void set_time(google::protobuf::Timestamp& stamp, SimTime time);
/// Where a frame lies in another one: child to parent.
void fill(foxglove::FrameTransform& message, const std::string& parent, const std::string& child,
          geo::Vec3 translation, geo::Quaternion rotation);
/// Pictures look along z, with x to the right and y down.
inline constexpr geo::Quaternion kOpticalToSensor{0.5, -0.5, 0.5, -0.5};

}  // namespace synchrono::sensors

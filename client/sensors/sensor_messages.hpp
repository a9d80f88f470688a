/// Turns what sensors measured into the messages of the log: those of Foxglove where it has some, those of
/// proto/sensor.proto for the rest. fill() replaces everything in a message except its time stamp and frame,
/// and allocates nothing when a message is filled in again. Numbers for which a message has no field are in
/// its metadata, as exact decimals.
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

/// Sets all numbers to NaN where there is no fix; viewers leave these out.
void fill(foxglove::LocationFix& message, const SynGps& gps);
void fill(ImuSample& message, const SynImu& imu);
void fill(::synchrono::WheelSpeeds& message, const SynWheelSpeeds& wheels);
void fill(::synchrono::SteeringAngle& message, const SynSteeringAngle& steering);
void fill(TrueState& message, const SynMotion& motion);
/// Requires a camera with at least one image.
void fill(foxglove::CameraCalibration& message, const SynCamera& camera);

/// Return a cloud without its data, with fields that describe the memory of the points: SynPoint for a
/// LiDAR, RadarPoint for a radar.
foxglove::PointCloud lidar_cloud();
foxglove::PointCloud radar_cloud();
struct RadarPoint {
    float x, y, z;
    float speed, rcs, signal;  // m/s, dBsm, dB
};
/// Replaces `points` by the detections of a scan.
void lay_out(const SynRadarScan& scan, std::vector<RadarPoint>& points);

/// Replaces `bytes` by a serialised foxglove.SceneUpdate: a cube and its id for each object of the list.
/// Viewers remove an object after `period`, or as soon as a list lacks it. `shown` holds the ids of the
/// update before, and is replaced by those of this one.
void write_scene(std::string& bytes, const SynObjects& list, SimTime time, SimDuration period,
                 const std::string& frame, std::vector<std::uint32_t>& shown);

/// Replaces `millimetres` by the depths, along x, in whole millimetres: 0 for the sky, 65535 for all that is
/// further away than 65.534 m.
void lay_out(const SynImage& depth, std::vector<std::uint16_t>& millimetres);

void set_time(google::protobuf::Timestamp& stamp, SimTime time);
/// Sets the place of a coordinate frame in its parent: `translation` and `rotation` go from child to parent.
void fill(foxglove::FrameTransform& message, const std::string& parent, const std::string& child,
          geo::Vec3 translation, geo::Quaternion rotation);
/// Turns the frame of a picture, which has z ahead, x to the right and y down, into the sensor's.
inline constexpr geo::Quaternion kOpticalToSensor{0.5, -0.5, 0.5, -0.5};

}  // namespace synchrono::sensors

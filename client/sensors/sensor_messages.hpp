/// Converts measurements of sensors to the messages of the log: Foxglove's types where there are suitable
/// ones, those of proto/sensor.proto for the rest. fill() replaces everything in a message except its time
/// stamp and coordinate frame; only the fill() of a FrameTransform sets the frames. It allocates nothing when
/// a message is filled in again. Numbers for which a message has no field are in its metadata, as exact
/// decimals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_sensors.h"
#include "proto/foxglove.pb.h"
#include "proto/sensor.pb.h"

namespace synchrono::client::sensors {

/// Without a fix, latitude, longitude and altitude are NaN; viewers do not show such messages.
void fill(foxglove::LocationFix& message, const SynGps& gps);
void fill(ImuSample& message, const SynImu& imu);
void fill(::synchrono::WheelSpeeds& message, const SynWheelSpeeds& wheels);
void fill(::synchrono::SteeringAngle& message, const SynSteeringAngle& steering);
void fill(TrueState& message, const SynMotion& motion);
/// Requires a camera with at least one image.
void fill(foxglove::CameraCalibration& message, const SynCamera& camera);

/// Returns a cloud without its data. The fields describe the memory of the points: SynPoint for a LiDAR,
/// RadarPoint for a radar.
foxglove::PointCloud lidar_cloud();
foxglove::PointCloud radar_cloud();
/// A radar detection as a point in the sensor's frame; x, y and z are in metres.
struct RadarPoint {
    float x, y, z;
    float speed, rcs, signal;  // speed in m/s, radar cross-section in dBsm, signal in dB
};
/// Replaces `points` by the detections of a scan, in the same order.
void lay_out(const SynRadarScan& scan, std::vector<RadarPoint>& points);

/// Replaces `bytes` by a serialised foxglove.SceneUpdate: a cube and the id as text for each object of the
/// list. Viewers remove an object after `period`, or as soon as a later list lacks it. `last_ids` holds the
/// ids of the previous update and is replaced by the ids of this update.
void write_scene(std::string& bytes, const SynObjects& list, SimTime time, SimDuration period,
                 const std::string& frame, std::vector<std::uint32_t>& last_ids);

/// Replaces `millimetres` by the depths along the sensor's x, in whole millimetres and at most 65535.
/// Infinite depths, where no ray met anything, become 0.
void lay_out(const SynImage& depth, std::vector<std::uint16_t>& millimetres);

void set_time(google::protobuf::Timestamp& stamp, SimTime time);
/// Sets the names of a coordinate frame and its parent, and the pose of the frame in its parent:
/// `translation` and `rotation` convert from child to parent.
void fill(foxglove::FrameTransform& message, const std::string& parent, const std::string& child,
          geo::Vec3 translation, geo::Quaternion rotation);
/// Rotates from the frame of a picture (x to the right, y down, z ahead) to that of the sensor (x ahead, y to
/// the left, z up).
inline constexpr geo::Quaternion kOpticalToSensor{0.5, -0.5, 0.5, -0.5};

}  // namespace synchrono::client::sensors

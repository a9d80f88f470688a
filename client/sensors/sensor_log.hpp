/// Writes what sensors measured into the client's log. docs/logs.md lists the topics of a logged sensor and
/// the coordinate frames that place its measurements in the world. A LiDAR's points are copied once, from the
/// sensor's memory into the log's ring; pictures are written as PNG. Agents without logged sensors have no
/// topics of this kind.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/sensors/sensor.hpp"
#include "client/sensors/sensor_messages.hpp"
#include "common/log/run_log.hpp"
#include "common/picture/png.hpp"

namespace synchrono::client::sensors {

/// Returns the length of the longest message that the sensors of these agents log; 0 if they log nothing.
std::size_t log_payload_bytes_max(const config::Scenario& scenario, const std::vector<AgentId>& agents);
/// Returns a line of text if a sample of one of the agent's logged sensors may be longer than a log allows,
/// else nothing.
std::optional<std::string> objection_to_log(const config::Scenario& scenario, const config::AgentSpec& agent);

/// Writes the messages of all logged sensors of one client.
/// Threading: the client's loop thread.  Owns: its buffers; borrows: the log, the scenario.
class SensorLog {
  public:
    /// Requires a log that takes messages as long as log_payload_bytes_max(), and agents for which
    /// objection_to_log() returns nothing.
    SensorLog(log::RunLog& log, const config::Scenario& scenario, const std::vector<AgentId>& agents);

    /// Writes one sample; does nothing for a sensor that is not logged. Requires the samples of each agent
    /// in the order of their times.
    void write(AgentId agent, std::size_t sensor, const SynSample& sample, const geo::Motion& body,
               WallTime wall);

  private:
    struct Logged {
        std::string frame, optical;  // names of coordinate frames; only cameras have an optical one
        SimDuration period;
        log::ChannelId topic{}, depth{}, classes{}, calibration{};
        std::vector<std::uint32_t> last_ids{};  // ids of the objects in the previous message
    };
    struct Agent {
        std::string frame;
        log::ChannelId body, mounts;
        foxglove::FrameTransforms of_sensors{};
        std::optional<SimTime> body_written{}, mounts_written{};
        std::vector<std::optional<Logged>> sensors{};  // one per sensor of the agent; empty if not logged
    };
    /// The times of a message.
    struct Stamp {
        SimTime time;
        WallTime wall;
    };

    Logged topics_of(const config::Scenario& scenario, const config::AgentSpec& agent,
                     const config::MountedSensor& mounted);
    void write_frames(Agent& agent, const geo::Motion& body, Stamp at);
    void put_cloud(const Logged& to, foxglove::PointCloud& cloud, ByteView points, Stamp at);
    void put_pictures(const Logged& to, const SynCamera& camera, Stamp at);
    void put_picture(log::ChannelId topic, const std::string& frame, const picture::PictureView& view,
                     Stamp at);
    /// Sets the time and the coordinate frame of the message, and writes the message.
    template <typename Message>
    void put_in(log::ChannelId topic, const std::string& frame, Message& message, Stamp at);
    void put(log::ChannelId topic, const google::protobuf::MessageLite& message, Stamp at);
    /// Writes the message and, as the message's field with the number `field`, the bytes, which are not
    /// copied into the message first.
    void put(log::ChannelId topic, const google::protobuf::MessageLite& message, int field, ByteView bytes,
             Stamp at);

    log::RunLog& log_;
    std::map<AgentId, Agent> agents_;  // those that have something to log
    picture::PngEncoder png_;
    std::vector<RadarPoint> radar_points_;
    std::vector<std::uint16_t> millimetres_;
    std::string bytes_;
    foxglove::FrameTransforms of_body_;  // holds a single transform
    foxglove::PointCloud lidar_ = lidar_cloud(), radar_ = radar_cloud();
    foxglove::CompressedImage image_;
    foxglove::CameraCalibration calibration_;
    foxglove::LocationFix fix_;
    ImuSample imu_;
    ::synchrono::WheelSpeeds wheels_;
    ::synchrono::SteeringAngle steering_;
    TrueState state_;
};

}  // namespace synchrono::client::sensors

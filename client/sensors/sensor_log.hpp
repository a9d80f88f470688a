/// What sensors measured, in the client's log: for each sensor that is to be logged the topics of
/// docs/logs.md, in schemas that Foxglove knows, and the frames that put them into the world. Points go from
/// where the sensor put them into the log's ring, pictures as PNG. Agents without such sensors leave no
/// trace.
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

namespace synchrono::sensors {

/// The longest message of what these agents' sensors have to log; 0: they have nothing.
std::size_t log_payload_bytes_max(const config::Scenario& scenario, const std::vector<AgentId>& agents);
/// A line if a sample of one of the agent's sensors may be longer than a log takes.
std::optional<std::string> objection_to_log(const config::Scenario& scenario, const config::AgentSpec& agent);

/// Threading: the client's loop thread.  Owns: its buffers; borrows: the log, the scenario.
class SensorLog {
  public:
    /// Requires a log that takes log_payload_bytes_max(), of agents without an objection.
    SensorLog(log::RunLog& log, const config::Scenario& scenario, const std::vector<AgentId>& agents);

    /// Does nothing for a sensor that is not logged. Requires samples of an agent in the order of their time.
    void write(AgentId agent, std::size_t sensor, const SynSample& sample, const geo::Motion& body,
               WallTime wall);

  private:
    struct Logged {
        std::string frame, optical;  // the latter of cameras
        SimDuration period;
        log::ChannelId topic{}, depth{}, classes{}, calibration{};
        std::vector<std::uint32_t> shown{};  // of objects: by the message before
    };
    struct Agent {
        std::string frame;
        log::ChannelId body, mounts;
        foxglove::FrameTransforms of_sensors{};
        std::optional<SimTime> body_told{}, sensors_told{};
        std::vector<std::optional<Logged>> sensors{};  // as many as the agent has
    };
    /// What a message goes out with.
    struct Stamp {
        SimTime time;
        WallTime wall;
    };

    Logged topics_of(const config::Scenario& scenario, const config::AgentSpec& agent,
                     const config::MountedSensor& mounted);
    void tell_frames(Agent& agent, const geo::Motion& body, Stamp at);
    void put_cloud(const Logged& to, foxglove::PointCloud& cloud, ByteView points, Stamp at);
    void put_pictures(const Logged& to, const SynCamera& camera, Stamp at);
    void put_picture(log::ChannelId topic, const std::string& frame, const picture::PictureView& view,
                     Stamp at);
    /// Stamps the message and writes it.
    template <typename Message>
    void put_in(log::ChannelId topic, const std::string& frame, Message& message, Stamp at);
    void put(log::ChannelId topic, const google::protobuf::MessageLite& message, Stamp at);
    /// With a field of bytes that the message itself lacks.
    void put(log::ChannelId topic, const google::protobuf::MessageLite& message, int field, ByteView bytes,
             Stamp at);

    log::RunLog& log_;
    std::map<AgentId, Agent> agents_;  // that have something to log
    picture::PngEncoder png_;
    std::vector<RadarPoint> radar_points_;
    std::vector<std::uint16_t> millimetres_;
    std::string bytes_;
    foxglove::FrameTransforms of_body_;  // one
    foxglove::PointCloud lidar_ = lidar_cloud(), radar_ = radar_cloud();
    foxglove::CompressedImage image_;
    foxglove::CameraCalibration calibration_;
    foxglove::LocationFix fix_;
    ImuSample imu_;
    ::synchrono::WheelSpeeds wheels_;
    ::synchrono::SteeringAngle steering_;
    TrueState state_;
};

}  // namespace synchrono::sensors

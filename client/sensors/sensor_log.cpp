#include "client/sensors/sensor_log.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <protozero/buffer_string.hpp>
#include <protozero/varint.hpp>
#include <span>
#include <utility>

#include "common/base/contract.hpp"

namespace synchrono::client::sensors {
namespace {

using config::MountedSensor;

/// The most bytes of a message besides its points, pixels or objects. The names in a message are short.
constexpr std::size_t kHeadBytesMax = 4096;
/// The most bytes that a sensor adds to the message with the coordinate frames of its agent's sensors. A
/// camera adds two frames.
constexpr std::size_t kMountBytesMax = 1024;
/// The time after which the coordinate frames of sensors are written again, for readers that begin in the
/// middle of a log.
constexpr SimDuration kMountsEvery = SimDuration::seconds(1);

/// The palette of class pictures, indexed by SYN_CLASS_... .
constexpr std::array<picture::Rgb, 10> kClassColours{{{115, 180, 230},
                                                      {120, 150, 90},
                                                      {90, 90, 95},
                                                      {240, 240, 240},
                                                      {190, 170, 190},
                                                      {160, 110, 85},
                                                      {30, 60, 200},
                                                      {220, 40, 60},
                                                      {250, 150, 30},
                                                      {240, 220, 50}}};

std::size_t points_bytes_max(const config::LidarSpec& spec) {
    return std::size_t{spec.columns} * spec.elevations_deg.size() * sizeof(SynPoint);
}

std::size_t picture_bytes_max(const config::CameraSpec& spec) {
    using picture::PixelFormat;
    std::size_t most = 0;
    for (const auto& [made, kind] : {std::pair{spec.colour, PixelFormat::rgb8},
                                     {spec.depth, PixelFormat::grey16},
                                     {spec.classes, PixelFormat::indexed8}}) {
        if (made) most = std::max(most, picture::png_bytes_max(spec.width, spec.height, kind));
    }
    return most;
}

/// Returns the most bytes of a message with objects. The message may list each agent, each static box and all
/// false objects, and delete as many objects of the previous message.
std::size_t objects_bytes_max(const config::Scenario& scenario) {
    constexpr std::size_t kObjectBytes = 768;
    return (scenario.agents.size() + scenario.statics.size() + kFalseObjectsMax) * kObjectBytes;
}

std::size_t sample_bytes_max(const config::Scenario& scenario, const config::SensorSpec& sensor) {
    std::size_t bytes = 0;
    if (const auto* lidar = std::get_if<config::LidarSpec>(&sensor.model)) bytes = points_bytes_max(*lidar);
    if (const auto* radar = std::get_if<config::RadarSpec>(&sensor.model))
        bytes = radar->detections_max * sizeof(RadarPoint);
    if (const auto* camera = std::get_if<config::CameraSpec>(&sensor.model))
        bytes = picture_bytes_max(*camera);
    if (std::holds_alternative<config::ObjectsSpec>(sensor.model)) bytes = objects_bytes_max(scenario);
    return kHeadBytesMax + bytes;
}

template <typename T>
const T& data_as(const SynSample& sample) {
    return *static_cast<const T*>(sample.data);
}

template <typename T>
ByteView bytes_of(const T* first, std::size_t count) {
    return std::as_bytes(std::span(first, count));
}

picture::PictureView view_of(const SynImage& image, picture::PixelFormat kind, const void* pixels) {
    SYN_REQUIRE(kind == picture::PixelFormat::grey16 ||
                image.row_bytes == image.width * picture::bytes_of_pixel(kind));
    const std::size_t bytes = std::size_t{image.width} * image.height * picture::bytes_of_pixel(kind);
    return {.width = image.width,
            .height = image.height,
            .format = kind,
            .pixels = {static_cast<const std::byte*>(pixels), bytes},
            .palette = kind == picture::PixelFormat::indexed8 ? std::span<const picture::Rgb>(kClassColours)
                                                              : std::span<const picture::Rgb>()};
}

}  // namespace

std::size_t log_payload_bytes_max(const config::Scenario& scenario, const std::vector<AgentId>& agents) {
    std::size_t most = 0;
    for (const AgentId id : agents) {
        std::size_t mounts = 0;
        for (const MountedSensor& mounted : scenario.agents[id.value].sensors) {
            if (!mounted.log) continue;
            mounts += kMountBytesMax;
            most = std::max({most, mounts, sample_bytes_max(scenario, scenario.sensors.at(mounted.sensor))});
        }
    }
    return most;
}

std::optional<std::string> objection_to_log(const config::Scenario& scenario,
                                            const config::AgentSpec& agent) {
    for (const MountedSensor& mounted : agent.sensors) {
        if (!mounted.log) continue;
        const std::size_t bytes = sample_bytes_max(scenario, scenario.sensors.at(mounted.sensor));
        if (bytes <= log::kLogPayloadBytesMax) continue;
        return fmt::format(
            "a sample of sensor '{}' may take {} MiB, but a log takes at most {} MiB; mount it with \"log\": "
            "false",
            mounted.name, (bytes >> 20) + 1, log::kLogPayloadBytesMax >> 20);
    }
    return std::nullopt;
}

SensorLog::SensorLog(log::RunLog& log, const config::Scenario& scenario, const std::vector<AgentId>& agents)
    : log_(log) {
    of_body_.add_transforms();
    for (const AgentId id : agents) {
        const config::AgentSpec& spec = scenario.agents[id.value];
        const auto& mounted = spec.sensors;
        if (std::none_of(mounted.begin(), mounted.end(), [](const MountedSensor& one) { return one.log; }))
            continue;
        SYN_REQUIRE(!objection_to_log(scenario, spec));
        const auto& type = *foxglove::FrameTransforms::descriptor();
        Agent& agent = agents_[id];
        agent.frame = spec.name;
        agent.body = log_.channel("/frames/" + spec.name, type);
        agent.mounts = log_.channel("/frames/" + spec.name + "/sensors", type);
        for (const MountedSensor& one : mounted) {
            auto& place = agent.sensors.emplace_back();
            if (!one.log) continue;
            place = topics_of(scenario, spec, one);
            const Mount mount = mount_of(scenario, spec, one);
            fill(*agent.of_sensors.add_transforms(), agent.frame, place->frame, mount.position,
                 mount.orientation);
            if (!place->optical.empty())
                fill(*agent.of_sensors.add_transforms(), place->frame, place->optical, {}, kOpticalToSensor);
        }
    }
}

SensorLog::Logged SensorLog::topics_of(const config::Scenario& scenario, const config::AgentSpec& agent,
                                       const MountedSensor& mounted) {
    const config::SensorSpec& spec = scenario.sensors.at(mounted.sensor);
    Logged logged{.frame = agent.name + "/" + mounted.name, .optical = {}, .period = spec.period};
    const std::string topic = "/agents/" + logged.frame;
    const auto* const camera = std::get_if<config::CameraSpec>(&spec.model);
    if (camera == nullptr) {
        static const std::array types{foxglove::LocationFix::descriptor(),
                                      ImuSample::descriptor(),
                                      ::synchrono::WheelSpeeds::descriptor(),
                                      ::synchrono::SteeringAngle::descriptor(),
                                      TrueState::descriptor(),
                                      foxglove::PointCloud::descriptor(),
                                      foxglove::PointCloud::descriptor(),
                                      foxglove::CompressedImage::descriptor(),
                                      foxglove::SceneUpdate::descriptor()};
        static_assert(types.size() == std::variant_size_v<config::SensorModel>);
        logged.topic = log_.channel(topic, *types[spec.model.index()]);
        return logged;
    }
    const auto& image = *foxglove::CompressedImage::descriptor();
    logged.optical = logged.frame + "/optical";
    if (camera->colour) logged.topic = log_.channel(topic, image);
    if (camera->depth) logged.depth = log_.channel(topic + "/depth", image);
    if (camera->classes) logged.classes = log_.channel(topic + "/classes", image);
    logged.calibration = log_.channel(topic + "/calibration", *foxglove::CameraCalibration::descriptor());
    return logged;
}

void SensorLog::write(AgentId id, std::size_t sensor, const SynSample& sample, const geo::Motion& body,
                      WallTime wall) {
    const auto agent = agents_.find(id);
    if (agent == agents_.end() || !agent->second.sensors[sensor]) return;
    Logged& to = *agent->second.sensors[sensor];
    const Stamp at{SimTime::nanoseconds(sample.time_ns), wall};
    write_frames(agent->second, body, at);
    switch (sample.kind) {
        case SYN_SENSOR_GPS:
            fill(fix_, data_as<SynGps>(sample));
            return put_in(to.topic, to.frame, fix_, at);
        case SYN_SENSOR_IMU:
            fill(imu_, data_as<SynImu>(sample));
            return put_in(to.topic, to.frame, imu_, at);
        case SYN_SENSOR_WHEEL_SPEED:
            fill(wheels_, data_as<SynWheelSpeeds>(sample));
            return put_in(to.topic, to.frame, wheels_, at);
        case SYN_SENSOR_STEERING:
            fill(steering_, data_as<SynSteeringAngle>(sample));
            return put_in(to.topic, to.frame, steering_, at);
        case SYN_SENSOR_STATE:
            fill(state_, data_as<SynMotion>(sample));
            return put_in(to.topic, "world", state_, at);
        case SYN_SENSOR_LIDAR: {
            const auto& cloud = data_as<SynPointCloud>(sample);
            return put_cloud(to, lidar_, bytes_of(cloud.points, cloud.count), at);
        }
        case SYN_SENSOR_RADAR:
            lay_out(data_as<SynRadarScan>(sample), radar_points_);
            return put_cloud(to, radar_, bytes_of(radar_points_.data(), radar_points_.size()), at);
        case SYN_SENSOR_CAMERA:
            return put_pictures(to, data_as<SynCamera>(sample), at);
        case SYN_SENSOR_OBJECTS:
            write_scene(bytes_, data_as<SynObjects>(sample), at.time, to.period, to.frame, to.last_ids);
            return log_.write(to.topic, at.time, at.wall, as_byte_view(bytes_));
        default:
            SYN_REQUIRE(false);
    }
}

void SensorLog::write_frames(Agent& agent, const geo::Motion& body, Stamp at) {
    if (!agent.mounts_written || at.time - *agent.mounts_written >= kMountsEvery) {
        agent.mounts_written = at.time;
        for (auto& transform : *agent.of_sensors.mutable_transforms())
            set_time(*transform.mutable_timestamp(), at.time);
        put(agent.mounts, agent.of_sensors, at);
    }
    if (agent.body_written == at.time) return;
    agent.body_written = at.time;
    auto& transform = *of_body_.mutable_transforms(0);
    set_time(*transform.mutable_timestamp(), at.time);
    fill(transform, "world", agent.frame, body.position, body.orientation);
    put(agent.body, of_body_, at);
}

void SensorLog::put_cloud(const Logged& to, foxglove::PointCloud& cloud, ByteView points, Stamp at) {
    set_time(*cloud.mutable_timestamp(), at.time);
    cloud.set_frame_id(to.frame);
    put(to.topic, cloud, foxglove::PointCloud::kDataFieldNumber, points, at);
}

void SensorLog::put_pictures(const Logged& to, const SynCamera& camera, Stamp at) {
    using picture::PixelFormat;
    const SynImage &colour = camera.colour, &depth = camera.depth, &classes = camera.classes;
    if (colour.pixels == nullptr && depth.pixels == nullptr && classes.pixels == nullptr) return;
    fill(calibration_, camera);
    put_in(to.calibration, to.optical, calibration_, at);
    if (colour.pixels != nullptr)
        put_picture(to.topic, to.optical, view_of(colour, PixelFormat::rgb8, colour.pixels), at);
    if (depth.pixels != nullptr) {
        lay_out(depth, millimetres_);
        put_picture(to.depth, to.optical, view_of(depth, PixelFormat::grey16, millimetres_.data()), at);
    }
    if (classes.pixels != nullptr)
        put_picture(to.classes, to.optical, view_of(classes, PixelFormat::indexed8, classes.pixels), at);
}

void SensorLog::put_picture(log::ChannelId topic, const std::string& frame, const picture::PictureView& view,
                            Stamp at) {
    set_time(*image_.mutable_timestamp(), at.time);
    image_.set_format("png");
    image_.set_frame_id(frame);
    put(topic, image_, foxglove::CompressedImage::kDataFieldNumber, png_.encode(view), at);
}

template <typename Message>
void SensorLog::put_in(log::ChannelId topic, const std::string& frame, Message& message, Stamp at) {
    set_time(*message.mutable_timestamp(), at.time);
    message.set_frame_id(frame);
    put(topic, message, at);
}

void SensorLog::put(log::ChannelId topic, const google::protobuf::MessageLite& message, Stamp at) {
    message.SerializeToString(&bytes_);
    log_.write(topic, at.time, at.wall, as_byte_view(bytes_));
}

void SensorLog::put(log::ChannelId topic, const google::protobuf::MessageLite& message, int field,
                    ByteView bytes, Stamp at) {
    constexpr unsigned kLengthDelimited = 2;
    message.SerializeToString(&bytes_);
    protozero::add_varint_to_buffer(&bytes_, static_cast<unsigned>(field) << 3 | kLengthDelimited);
    protozero::add_varint_to_buffer(&bytes_, bytes.size());
    log_.write(topic, at.time, at.wall, as_byte_view(bytes_), bytes);
}

}  // namespace synchrono::client::sensors

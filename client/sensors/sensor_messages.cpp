#include "client/sensors/sensor_messages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <numbers>
#include <protozero/pbf_writer.hpp>
#include <string_view>

#include "common/base/contract.hpp"

namespace synchrono::client::sensors {
namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000;

template <typename To>
void set(To& to, SynVec3 from) {
    to.set_x(from.x);
    to.set_y(from.y);
    to.set_z(from.z);
}
template <typename To>
void set(To& to, geo::Vec3 from) {
    to.set_x(from.x);
    to.set_y(from.y);
    to.set_z(from.z);
}
template <typename From>
void set_rotation(foxglove::Quaternion& to, const From& from) {
    to.set_w(from.w);
    to.set_x(from.x);
    to.set_y(from.y);
    to.set_z(from.z);
}

template <typename Number>
void add_fact(foxglove::LocationFix& message, std::string_view key, Number value) {
    auto& fact = *message.add_metadata();
    fact.mutable_key()->assign(key);
    fmt::format_to(std::back_inserter(*fact.mutable_value()), "{}", value);
}

using Type = foxglove::PackedElementField;

void add_field(foxglove::PointCloud& cloud, std::string_view name, std::size_t offset,
               Type::NumericType type = Type::FLOAT32) {
    auto& field = *cloud.add_fields();
    field.mutable_name()->assign(name);
    field.set_offset(static_cast<std::uint32_t>(offset));
    field.set_type(type);
}

foxglove::PointCloud cloud_of(std::size_t stride) {
    foxglove::PointCloud cloud;
    cloud.mutable_pose()->mutable_position();
    cloud.mutable_pose()->mutable_orientation()->set_w(1);
    cloud.set_point_stride(static_cast<std::uint32_t>(stride));
    return cloud;
}

struct Style {
    std::string_view kind;
    double r, g, b;
};
Style style_of(std::uint32_t kind) {
    switch (kind) {
        case SYN_OTHER_VEHICLE:
            return {"vehicle", 0.15, 0.5, 0.9};
        case SYN_OTHER_PEDESTRIAN:
            return {"pedestrian", 0.95, 0.6, 0.1};
        default:
            return {"object", 0.6, 0.6, 0.6};
    }
}

// Scenes are written without protobuf's messages, which would allocate and free the parts of every object
// each time.
using Writer = protozero::pbf_writer;
constexpr double kTextSize_m = 0.6, kTextAbove_m = 0.5;

/// A number as text, without allocating a string.
class Decimal {
  public:
    explicit Decimal(auto number) {
        end_ = fmt::format_to_n(digits_.begin(), digits_.size(), "{}", number).out;
    }
    std::string_view text() const {
        return {digits_.data(), static_cast<std::size_t>(end_ - digits_.data())};
    }

  private:
    std::array<char, 32> digits_{};
    char* end_ = nullptr;
};

void add_text(Writer& to, int field, std::string_view text) {
    to.add_string(static_cast<std::uint32_t>(field), text.data(), text.size());
}

/// Adds a Timestamp or a Duration; both have the same fields.
void add_time(Writer& to, int field, SimDuration time) {
    Writer stamp(to, static_cast<std::uint32_t>(field));
    stamp.add_int64(google::protobuf::Timestamp::kSecondsFieldNumber, time.count_ns() / kSecond_ns);
    stamp.add_int32(google::protobuf::Timestamp::kNanosFieldNumber,
                    static_cast<std::int32_t>(time.count_ns() % kSecond_ns));
}

void add_fact(Writer& to, std::string_view key, std::string_view value) {
    Writer fact(to, foxglove::SceneEntity::kMetadataFieldNumber);
    add_text(fact, foxglove::KeyValuePair::kKeyFieldNumber, key);
    add_text(fact, foxglove::KeyValuePair::kValueFieldNumber, value);
}

void add_vector(Writer& to, int field, SynVec3 vector) {
    Writer axes(to, static_cast<std::uint32_t>(field));
    axes.add_double(foxglove::Vector3::kXFieldNumber, vector.x);
    axes.add_double(foxglove::Vector3::kYFieldNumber, vector.y);
    axes.add_double(foxglove::Vector3::kZFieldNumber, vector.z);
}

void add_pose(Writer& to, int field, SynVec3 position, double yaw_rad) {
    Writer pose(to, static_cast<std::uint32_t>(field));
    add_vector(pose, foxglove::Pose::kPositionFieldNumber, position);
    Writer rotation(pose, foxglove::Pose::kOrientationFieldNumber);
    rotation.add_double(foxglove::Quaternion::kZFieldNumber, std::sin(yaw_rad / 2));
    rotation.add_double(foxglove::Quaternion::kWFieldNumber, std::cos(yaw_rad / 2));
}

void add_colour(Writer& to, int field, const Style& style, double opacity) {
    Writer colour(to, static_cast<std::uint32_t>(field));
    colour.add_double(foxglove::Color::kRFieldNumber, style.r);
    colour.add_double(foxglove::Color::kGFieldNumber, style.g);
    colour.add_double(foxglove::Color::kBFieldNumber, style.b);
    colour.add_double(foxglove::Color::kAFieldNumber, opacity);
}

}  // namespace

void set_time(google::protobuf::Timestamp& stamp, SimTime time) {
    stamp.set_seconds(time.count_ns() / kSecond_ns);
    stamp.set_nanos(static_cast<std::int32_t>(time.count_ns() % kSecond_ns));
}

void fill(foxglove::LocationFix& message, const SynGps& gps) {
    message.clear_position_covariance();
    message.clear_heading();
    message.clear_metadata();
    message.set_latitude(gps.latitude_deg);
    message.set_longitude(gps.longitude_deg);
    message.set_altitude(gps.altitude_m);
    const double flat = gps.accuracy_m * gps.accuracy_m, up = gps.accuracy_up_m * gps.accuracy_up_m;
    for (const double x : {flat, 0.0, 0.0, 0.0, flat, 0.0, 0.0, 0.0, up}) message.add_position_covariance(x);
    // A flat fix has no height: its altitude and the variance of its altitude are NaN.
    message.set_position_covariance_type(!std::isfinite(flat) ? foxglove::LocationFix::UNKNOWN
                                         : std::isfinite(up)  ? foxglove::LocationFix::DIAGONAL_KNOWN
                                                              : foxglove::LocationFix::APPROXIMATED);
    if (std::isfinite(gps.yaw_rad)) {
        constexpr double kTurn = 2 * std::numbers::pi;
        const double heading = std::fmod(kTurn / 4 - gps.yaw_rad, kTurn);
        message.set_heading(heading < 0 ? heading + kTurn : heading);
    }
    add_fact(message, "fix", gps.fix);
    add_fact(message, "satellites", gps.satellites);
    add_fact(message, "hdop", gps.hdop);
    add_fact(message, "vdop", gps.vdop);
    add_fact(message, "x_m", gps.position.x);
    add_fact(message, "y_m", gps.position.y);
    add_fact(message, "z_m", gps.position.z);
    add_fact(message, "speed_m_s", gps.speed_m_s);
    add_fact(message, "yaw_rad", gps.yaw_rad);
}

void fill(ImuSample& message, const SynImu& imu) {
    set(*message.mutable_acceleration_m_s2(), imu.acceleration);
    set(*message.mutable_angular_velocity_rad_s(), imu.angular_velocity);
    message.set_saturated(imu.saturated);
}

void fill(::synchrono::WheelSpeeds& message, const SynWheelSpeeds& wheels) {
    message.clear_speed_rad_s();
    for (std::uint32_t i = 0; i < wheels.count; ++i) message.add_speed_rad_s(wheels.speeds_rad_s[i]);
    message.set_radius_m(wheels.radius_m);
}

void fill(::synchrono::SteeringAngle& message, const SynSteeringAngle& steering) {
    message.set_angle_rad(steering.angle_rad);
}

void fill(TrueState& message, const SynMotion& motion) {
    set(*message.mutable_pose()->mutable_position(), motion.position);
    set_rotation(*message.mutable_pose()->mutable_orientation(), motion.orientation);
    set(*message.mutable_velocity_m_s(), motion.velocity);
    set(*message.mutable_angular_velocity_rad_s(), motion.angular_velocity);
    set(*message.mutable_acceleration_m_s2(), motion.acceleration);
}

void fill(foxglove::CameraCalibration& message, const SynCamera& camera) {
    const auto images = {&camera.colour, &camera.depth, &camera.classes};
    const auto* const image = std::find_if(images.begin(), images.end(),
                                           [](const SynImage* one) { return one->pixels != nullptr; });
    SYN_REQUIRE(image != images.end());
    message.clear_d();
    message.clear_k();
    message.clear_r();
    message.clear_p();
    message.set_width((*image)->width);
    message.set_height((*image)->height);
    message.set_distortion_model("plumb_bob");
    for (const double d : camera.distortion) message.add_d(d);
    const double f = camera.focal_px, x = camera.centre_x, y = camera.centre_y;
    for (const double k : {f, 0.0, x, 0.0, f, y, 0.0, 0.0, 1.0}) message.add_k(k);
    for (const double r : {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}) message.add_r(r);
    for (const double p : {f, 0.0, x, 0.0, 0.0, f, y, 0.0, 0.0, 0.0, 1.0, 0.0}) message.add_p(p);
}

foxglove::PointCloud lidar_cloud() {
    auto message = cloud_of(sizeof(SynPoint));
    add_field(message, "x", offsetof(SynPoint, x));
    add_field(message, "y", offsetof(SynPoint, y));
    add_field(message, "z", offsetof(SynPoint, z));
    add_field(message, "intensity", offsetof(SynPoint, intensity));
    add_field(message, "t", offsetof(SynPoint, time_ns), Type::INT32);
    add_field(message, "beam", offsetof(SynPoint, beam), Type::UINT16);
    return message;
}

foxglove::PointCloud radar_cloud() {
    auto message = cloud_of(sizeof(RadarPoint));
    add_field(message, "x", offsetof(RadarPoint, x));
    add_field(message, "y", offsetof(RadarPoint, y));
    add_field(message, "z", offsetof(RadarPoint, z));
    add_field(message, "speed", offsetof(RadarPoint, speed));
    add_field(message, "rcs", offsetof(RadarPoint, rcs));
    add_field(message, "signal", offsetof(RadarPoint, signal));
    return message;
}

void lay_out(const SynRadarScan& scan, std::vector<RadarPoint>& points) {
    points.clear();
    for (std::uint32_t i = 0; i < scan.count; ++i) {
        const SynRadarDetection& one = scan.detections[i];
        const double flat = one.range_m * std::cos(double{one.elevation_rad});
        points.push_back({.x = static_cast<float>(flat * std::cos(double{one.azimuth_rad})),
                          .y = static_cast<float>(flat * std::sin(double{one.azimuth_rad})),
                          .z = static_cast<float>(one.range_m * std::sin(double{one.elevation_rad})),
                          .speed = one.speed_m_s,
                          .rcs = one.cross_section_dbsm,
                          .signal = one.signal_db});
    }
}

void write_scene(std::string& bytes, const SynObjects& list, SimTime time, SimDuration period,
                 const std::string& frame, std::vector<std::uint32_t>& last_ids) {
    bytes.clear();
    Writer update(bytes);
    const SynObject *const first = list.objects, *const last = first + list.count;
    for (const std::uint32_t id : last_ids) {
        if (std::any_of(first, last, [id](const SynObject& one) { return one.id == id; })) continue;
        Writer deletion(update, foxglove::SceneUpdate::kDeletionsFieldNumber);
        add_time(deletion, foxglove::SceneEntityDeletion::kTimestampFieldNumber, time.since_start());
        deletion.add_enum(foxglove::SceneEntityDeletion::kTypeFieldNumber,
                          foxglove::SceneEntityDeletion::MATCHING_ID);
        add_text(deletion, foxglove::SceneEntityDeletion::kIdFieldNumber, Decimal(id).text());
    }
    last_ids.clear();
    for (const SynObject* one = first; one != last; ++one) {
        last_ids.push_back(one->id);
        Writer entity(update, foxglove::SceneUpdate::kEntitiesFieldNumber);
        add_time(entity, foxglove::SceneEntity::kTimestampFieldNumber, time.since_start());
        entity.add_string(foxglove::SceneEntity::kFrameIdFieldNumber, frame);
        add_text(entity, foxglove::SceneEntity::kIdFieldNumber, Decimal(one->id).text());
        add_time(entity, foxglove::SceneEntity::kLifetimeFieldNumber, period);
        const Style style = style_of(one->kind);
        add_fact(entity, "kind", style.kind);
        add_fact(entity, "yaw_rad", Decimal(one->yaw_rad).text());
        add_fact(entity, "vx_m_s", Decimal(one->velocity.x).text());
        add_fact(entity, "vy_m_s", Decimal(one->velocity.y).text());
        add_fact(entity, "vz_m_s", Decimal(one->velocity.z).text());
        add_fact(entity, "visible", Decimal(one->visible).text());
        {
            Writer cube(entity, foxglove::SceneEntity::kCubesFieldNumber);
            add_pose(cube, foxglove::CubePrimitive::kPoseFieldNumber, one->position, one->yaw_rad);
            add_vector(cube, foxglove::CubePrimitive::kSizeFieldNumber,
                       {one->length_m, one->width_m, one->height_m});
            add_colour(cube, foxglove::CubePrimitive::kColorFieldNumber, style, 0.5);
        }
        Writer text(entity, foxglove::SceneEntity::kTextsFieldNumber);
        SynVec3 above = one->position;
        above.z += one->height_m / 2 + kTextAbove_m;
        add_pose(text, foxglove::TextPrimitive::kPoseFieldNumber, above, 0);
        text.add_bool(foxglove::TextPrimitive::kBillboardFieldNumber, true);
        text.add_double(foxglove::TextPrimitive::kFontSizeFieldNumber, kTextSize_m);
        add_colour(text, foxglove::TextPrimitive::kColorFieldNumber, style, 1);
        add_text(text, foxglove::TextPrimitive::kTextFieldNumber, Decimal(one->id).text());
    }
}

void lay_out(const SynImage& depth, std::vector<std::uint16_t>& millimetres) {
    const auto* const metres = static_cast<const float*>(depth.pixels);
    millimetres.resize(std::size_t{depth.width} * depth.height);
    std::transform(metres, metres + millimetres.size(), millimetres.begin(), [](float m) {
        return std::isfinite(m) ? static_cast<std::uint16_t>(std::clamp(m * 1000 + 0.5F, 0.0F, 65535.0F))
                                : std::uint16_t{0};
    });
}

void fill(foxglove::FrameTransform& message, const std::string& parent, const std::string& child,
          geo::Vec3 translation, geo::Quaternion rotation) {
    message.set_parent_frame_id(parent);
    message.set_child_frame_id(child);
    set(*message.mutable_translation(), translation);
    set_rotation(*message.mutable_rotation(), rotation);
}

}  // namespace synchrono::client::sensors

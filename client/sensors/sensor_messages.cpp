#include "client/sensors/sensor_messages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <numbers>
#include <string_view>

#include "common/base/contract.hpp"

namespace synchrono::sensors {
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

template <typename Message, typename Number>
void add_fact(Message& message, std::string_view key, Number value) {
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

void begin_cloud(foxglove::PointCloud& cloud, std::size_t stride) {
    cloud.Clear();
    cloud.mutable_pose()->mutable_position();
    cloud.mutable_pose()->mutable_orientation()->set_w(1);
    cloud.set_point_stride(static_cast<std::uint32_t>(stride));
}

struct Look {
    std::string_view kind;
    double r, g, b;
};
Look look_of(std::uint32_t kind) {
    switch (kind) {
        case SYN_OTHER_VEHICLE:
            return {"vehicle", 0.15, 0.5, 0.9};
        case SYN_OTHER_PEDESTRIAN:
            return {"pedestrian", 0.95, 0.6, 0.1};
        default:
            return {"object", 0.6, 0.6, 0.6};
    }
}

}  // namespace

void set_time(google::protobuf::Timestamp& stamp, SimTime time) {
    stamp.set_seconds(time.count_ns() / kSecond_ns);
    stamp.set_nanos(static_cast<std::int32_t>(time.count_ns() % kSecond_ns));
}

void fill(foxglove::LocationFix& message, const SynGps& gps) {
    message.Clear();
    message.set_latitude(gps.latitude_deg);
    message.set_longitude(gps.longitude_deg);
    message.set_altitude(gps.altitude_m);
    const double flat = gps.accuracy_m * gps.accuracy_m, up = gps.accuracy_up_m * gps.accuracy_up_m;
    for (const double x : {flat, 0.0, 0.0, 0.0, flat, 0.0, 0.0, 0.0, up}) message.add_position_covariance(x);
    message.set_position_covariance_type(std::isfinite(flat) && std::isfinite(up)
                                             ? foxglove::LocationFix::DIAGONAL_KNOWN
                                             : foxglove::LocationFix::UNKNOWN);
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
    message.Clear();
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
    message.Clear();
    message.set_width((*image)->width);
    message.set_height((*image)->height);
    message.set_distortion_model("plumb_bob");
    for (const double d : camera.distortion) message.add_d(d);
    const double f = camera.focal_px, x = camera.centre_x, y = camera.centre_y;
    for (const double k : {f, 0.0, x, 0.0, f, y, 0.0, 0.0, 1.0}) message.add_k(k);
    for (const double r : {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}) message.add_r(r);
    for (const double p : {f, 0.0, x, 0.0, 0.0, f, y, 0.0, 0.0, 0.0, 1.0, 0.0}) message.add_p(p);
}

void fill_lidar(foxglove::PointCloud& message) {
    begin_cloud(message, sizeof(SynPoint));
    add_field(message, "x", offsetof(SynPoint, x));
    add_field(message, "y", offsetof(SynPoint, y));
    add_field(message, "z", offsetof(SynPoint, z));
    add_field(message, "intensity", offsetof(SynPoint, intensity));
    add_field(message, "t", offsetof(SynPoint, time_ns), Type::INT32);
    add_field(message, "beam", offsetof(SynPoint, beam), Type::UINT16);
}

void fill_radar(foxglove::PointCloud& message) {
    begin_cloud(message, sizeof(RadarPoint));
    add_field(message, "x", offsetof(RadarPoint, x));
    add_field(message, "y", offsetof(RadarPoint, y));
    add_field(message, "z", offsetof(RadarPoint, z));
    add_field(message, "speed", offsetof(RadarPoint, speed));
    add_field(message, "rcs", offsetof(RadarPoint, rcs));
    add_field(message, "signal", offsetof(RadarPoint, signal));
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

void fill(foxglove::SceneUpdate& message, const SynObjects& list, SimTime time, SimDuration period,
          const std::string& frame, std::vector<std::uint32_t>& shown) {
    message.Clear();
    const auto put_number = [](std::string& to, std::uint32_t id) {
        fmt::format_to(std::back_inserter(to), "{}", id);
    };
    const SynObject *const first = list.objects, *const last = first + list.count;
    for (const std::uint32_t id : shown) {
        if (std::any_of(first, last, [id](const SynObject& one) { return one.id == id; })) continue;
        auto& deletion = *message.add_deletions();
        set_time(*deletion.mutable_timestamp(), time);
        deletion.set_type(foxglove::SceneEntityDeletion::MATCHING_ID);
        put_number(*deletion.mutable_id(), id);
    }
    shown.clear();
    for (const SynObject* one = first; one != last; ++one) {
        shown.push_back(one->id);
        auto& entity = *message.add_entities();
        set_time(*entity.mutable_timestamp(), time);
        entity.set_frame_id(frame);
        put_number(*entity.mutable_id(), one->id);
        entity.mutable_lifetime()->set_seconds(period.count_ns() / kSecond_ns);
        entity.mutable_lifetime()->set_nanos(static_cast<std::int32_t>(period.count_ns() % kSecond_ns));
        const auto look = look_of(one->kind);
        auto& kind = *entity.add_metadata();
        kind.mutable_key()->assign("kind");
        kind.mutable_value()->assign(look.kind);
        add_fact(entity, "yaw_rad", one->yaw_rad);
        add_fact(entity, "vx_m_s", one->velocity.x);
        add_fact(entity, "vy_m_s", one->velocity.y);
        add_fact(entity, "vz_m_s", one->velocity.z);
        add_fact(entity, "visible", one->visible);
        auto& cube = *entity.add_cubes();
        set(*cube.mutable_pose()->mutable_position(), one->position);
        set_rotation(*cube.mutable_pose()->mutable_orientation(), geo::Quaternion::from_yaw(one->yaw_rad));
        set(*cube.mutable_size(), geo::Vec3{one->length_m, one->width_m, one->height_m});
        const auto paint = [&look](foxglove::Color& colour, double opacity) {
            colour.set_r(look.r);
            colour.set_g(look.g);
            colour.set_b(look.b);
            colour.set_a(opacity);
        };
        paint(*cube.mutable_color(), 0.5);
        auto& text = *entity.add_texts();
        auto& above = *text.mutable_pose()->mutable_position();
        set(above, one->position);
        above.set_z(one->position.z + one->height_m / 2 + 0.5);
        text.mutable_pose()->mutable_orientation()->set_w(1);
        text.set_billboard(true);
        text.set_font_size(0.6);
        paint(*text.mutable_color(), 1);
        put_number(*text.mutable_text(), one->id);
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

void fill(foxglove::FrameTransform& message, SimTime time, const std::string& parent,
          const std::string& child, geo::Vec3 translation, geo::Quaternion rotation) {
    set_time(*message.mutable_timestamp(), time);
    message.set_parent_frame_id(parent);
    message.set_child_frame_id(child);
    set(*message.mutable_translation(), translation);
    set_rotation(*message.mutable_rotation(), rotation);
}

}  // namespace synchrono::sensors

#include "client/radio/radio_message_view.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <variant>

#include "client/radio/internal/lane_points.hpp"
#include "common/geo/angle.hpp"
#include "common/geo/gravity.hpp"

namespace synchrono::client::radio {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kMs = 1'000'000, kMinute = 60'000 * kMs, kHour = 60 * kMinute,
                       kYear = 365 * 24 * kHour;

/// Returns the time at which a clock that restarts every `cycle` reads `mark`. The time lies in the cycle
/// that begins `back` before `around`. All times are in nanoseconds.
std::int64_t unwrap(std::int64_t mark, std::int64_t cycle, std::int64_t around, std::int64_t back) {
    const std::int64_t from = around - back;
    const std::int64_t ahead = (mark - from) % cycle;
    return from + (ahead < 0 ? ahead + cycle : ahead);
}

/// Returns the first `count` bits of a bit string as a number, bit 0 being 1 << 0.
template <typename Bits>
std::uint32_t flags(const Bits& bits, unsigned count) {
    std::uint32_t result = 0;
    for (unsigned bit = 0; bit < count; ++bit) result |= bits.test(bit) ? 1U << bit : 0U;
    return result;
}

bool is_place(std::int32_t lat, std::int32_t lon) {
    return lat >= -900'000'000 && lat <= 900'000'000 && lon > -1'800'000'000 && lon <= 1'800'000'000;
}
geo::Geodetic place(std::int32_t lat, std::int32_t lon) { return {lat * 1e-7, lon * 1e-7, 0}; }
double elevation_m(std::int32_t code) { return code == -4096 ? kNan : code * 0.1; }
SynVec3 to_c(geo::Vec3 v) { return {v.x, v.y, v.z}; }

template <typename T>
std::int32_t or_unknown(const std::optional<T>& value) {
    return value ? static_cast<std::int32_t>(*value) : SYN_UNKNOWN;
}

std::uint32_t brake_flags(const j2735::BrakeSystemStatus& brakes) {
    using Wheels = j2735::BrakeAppliedStatus;
    std::uint32_t result = 0;
    const auto add = [&](bool set, std::uint32_t flag) { result |= set ? flag : 0; };
    if (!brakes.wheel_brakes.test(Wheels::kUnavailable)) {
        add(brakes.wheel_brakes.test(Wheels::kLeftFront), SYN_BRAKE_LEFT_FRONT);
        add(brakes.wheel_brakes.test(Wheels::kLeftRear), SYN_BRAKE_LEFT_REAR);
        add(brakes.wheel_brakes.test(Wheels::kRightFront), SYN_BRAKE_RIGHT_FRONT);
        add(brakes.wheel_brakes.test(Wheels::kRightRear), SYN_BRAKE_RIGHT_REAR);
    }
    add(brakes.traction == j2735::TractionControlStatus::engaged, SYN_TRACTION_CONTROL_ENGAGED);
    add(brakes.abs == j2735::AntiLockBrakeStatus::engaged, SYN_ANTI_LOCK_ENGAGED);
    add(brakes.scs == j2735::StabilityControlStatus::engaged, SYN_STABILITY_CONTROL_ENGAGED);
    add(brakes.brake_boost == j2735::BrakeBoostApplied::on, SYN_BRAKE_BOOST_ON);
    add(brakes.aux_brakes == j2735::AuxiliaryBrakeStatus::on, SYN_AUXILIARY_BRAKE_ON);
    return result;
}

/// Returns the speed limit for ordinary vehicles in m/s; 0 if the list has none.
double speed_max_m_s(const std::vector<j2735::RegulatorySpeedLimit>& limits) {
    for (const auto& limit : limits) {
        if (limit.type == j2735::SpeedLimitType::vehicle_max_speed && limit.speed < 8191)
            return limit.speed * 0.02;
    }
    return 0;
}

std::int32_t lane_kind(const j2735::LaneTypeAttributes& type) {
    static_assert(std::variant_size_v<j2735::LaneTypeAttributes> == SYN_LANE_OTHER + 1);
    return static_cast<std::int32_t>(type.index());
}

constexpr unsigned kManoeuvres = 11;

/// Appends a name with its terminating zero. Pointers to names are taken only after all names have been
/// appended, since appending may move the text.
void add_name(std::string& names, const std::string& name) { names.append(name.c_str()) += '\0'; }
/// Returns the name that begins at `next`, and moves `next` on to the name after it.
const char* take_name(const char*& next) { return std::exchange(next, next + std::strlen(next) + 1); }

}  // namespace

void RadioMessageView::clear() {
    has_basic_safety_ = false;
    crumbs_.clear();
    signals_.clear();
    groups_.clear();
    intersections_.clear();
    lanes_.clear();
    nodes_.clear();
    connections_.clear();
    names_.clear();
}

void RadioMessageView::assign(const j2735::Message& message, const geo::WorldFrame& world, SimTime sent) {
    clear();
    if (const auto* safety = std::get_if<j2735::BasicSafetyMessage>(&message)) {
        fill(*safety, world, sent);
    } else if (const auto* spat = std::get_if<j2735::Spat>(&message)) {
        fill(*spat, sent);
    } else if (const auto* map = std::get_if<j2735::MapData>(&message)) {
        fill(*map, world);
    }
}

void RadioMessageView::fill(const j2735::BasicSafetyMessage& message, const geo::WorldFrame& world,
                            SimTime sent) {
    const j2735::BsmCoreData& core = message.core_data;
    SynBasicSafety& b = basic_safety_;
    b = {};
    has_basic_safety_ = true;
    for (const std::uint8_t octet : core.id) b.temporary_id = b.temporary_id << 8 | octet;
    b.count = core.msg_cnt;
    b.time_ns = core.sec_mark < 60'000 ? unwrap(core.sec_mark * kMs, kMinute, sent.count_ns(), kMinute / 2)
                                       : SYN_TIME_UNKNOWN;

    const bool known = is_place(core.lat, core.lon);
    geo::Geodetic anchor = place(core.lat, core.lon);
    anchor.elevation_m = elevation_m(core.elev);
    if (!known) anchor.latitude_deg = anchor.longitude_deg = kNan;
    b.position = to_c(world.to_world(anchor));
    b.accuracy_m = core.accuracy.semi_major < 255 ? core.accuracy.semi_major * 0.05 : kNan;

    b.speed_m_s = core.speed < 8191 ? core.speed * 0.02 : kNan;
    // J2735 counts clockwise from the north, yaw counter-clockwise from the east.
    b.yaw_rad = core.heading < 28'800 ? std::remainder(90 - core.heading * 0.0125, 360) * geo::kRad : kNan;
    b.steering_wheel_rad = core.angle != 127 ? -1.5 * core.angle * geo::kRad : kNan;
    const j2735::AccelerationSet4Way& a = core.accel_set;
    b.acceleration_forward_m_s2 = a.lon != 2001 ? a.lon * 0.01 : kNan;
    b.acceleration_left_m_s2 = a.lat != 2001 ? a.lat * -0.01 : kNan;
    b.acceleration_up_m_s2 = a.vert != -127 ? a.vert * (0.02 * geo::kStandardGravity) : kNan;
    b.yaw_rate_rad_s = a.yaw * (-0.01 * geo::kRad);
    b.length_m = core.size.length != 0 ? core.size.length * 0.01 : kNan;
    b.width_m = core.size.width != 0 ? core.size.width * 0.01 : kNan;
    b.transmission = core.transmission <= j2735::TransmissionState::reverse_gears
                         ? static_cast<std::int32_t>(core.transmission)
                         : SYN_UNKNOWN;
    b.brakes = brake_flags(core.brakes);
    b.path_curvature_1_m = b.path_confidence = kNan;
    for (const j2735::PartIiContent& part : message.part_ii) {
        if (const auto* extensions = std::get_if<j2735::VehicleSafetyExtensions>(&part))
            fill(*extensions, world, anchor);
    }
    b.crumbs = crumbs_.data();
    b.crumbs_count = static_cast<std::uint32_t>(crumbs_.size());
}

void RadioMessageView::fill(const j2735::VehicleSafetyExtensions& extensions, const geo::WorldFrame& world,
                            geo::Geodetic anchor) {
    SynBasicSafety& b = basic_safety_;
    if (extensions.events) b.events = flags(*extensions.events, j2735::VehicleEventFlags::kBits);
    if (extensions.lights) b.lights = flags(*extensions.lights, j2735::ExteriorLights::kBits);
    if (extensions.path_prediction) {
        const int radius = extensions.path_prediction->radius_of_curve;  // positive to the right
        b.path_curvature_1_m = radius == 32'767 ? 0 : radius != 0 ? -10.0 / radius : kNan;
        b.path_confidence = extensions.path_prediction->confidence * 0.005;
    }
    if (!extensions.path_history) return;
    if (const auto& initial = extensions.path_history->initial_position;
        initial && is_place(initial->lat, initial->lon)) {
        anchor = place(initial->lat, initial->lon);
        anchor.elevation_m = initial->elevation ? elevation_m(*initial->elevation) : kNan;
    }
    crumbs_.clear();  // drops crumbs of an earlier part of the same type
    for (const j2735::PathHistoryPoint& point : extensions.path_history->crumb_data) {
        geo::Geodetic at = anchor;
        at.latitude_deg += point.lat_offset != -131'072 ? point.lat_offset * 1e-7 : kNan;
        at.longitude_deg += point.lon_offset != -131'072 ? point.lon_offset * 1e-7 : kNan;
        at.elevation_m += point.elevation_offset != -2048 ? point.elevation_offset * 0.1 : kNan;
        crumbs_.push_back(
            {to_c(world.to_world(at)), point.time_offset < 65'535 ? point.time_offset * 0.01 : kNan});
    }
}

void RadioMessageView::fill(const j2735::Spat& message, SimTime sent) {
    for (const j2735::IntersectionState& state : message.intersections) {
        SynSignals s{};
        s.region = state.id.region.value_or(0);
        s.intersection = state.id.id;
        s.revision = state.revision;
        s.status = flags(state.status, j2735::IntersectionStatusObject::kBits);
        add_name(names_, state.name.empty() ? message.name : state.name);
        const auto moy = state.moy ? state.moy : message.time_stamp;
        std::int64_t around = sent.count_ns();
        s.time_ns = SYN_TIME_UNKNOWN;
        if (state.time_stamp && *state.time_stamp < 60'000) {
            s.time_ns = *state.time_stamp * kMs;
            s.time_ns = moy && *moy < 527'040 ? unwrap(*moy * kMinute + s.time_ns, kYear, around, kYear / 2)
                                              : unwrap(s.time_ns, kMinute, around, kMinute / 2);
            around = s.time_ns;
        }
        // Marks within the hour mostly lie in the future, so a mark is taken as past only if it lies at most
        // five minutes back.
        const auto time = [&](const std::optional<std::uint16_t>& mark) {
            return mark && *mark < 36'000 ? unwrap(*mark * 100 * kMs, kHour, around, 5 * kMinute)
                                          : SYN_TIME_UNKNOWN;
        };
        for (const j2735::MovementState& movement : state.states) {
            if (movement.state_time_speed.empty()) continue;
            const j2735::MovementEvent& now = movement.state_time_speed.front();
            SynSignalGroup group{movement.signal_group, static_cast<std::int32_t>(now.event_state),
                                 SYN_TIME_UNKNOWN,      SYN_TIME_UNKNOWN,
                                 SYN_TIME_UNKNOWN,      SYN_TIME_UNKNOWN};
            if (now.timing) {
                group.min_end_ns = time(now.timing->min_end_time);
                group.max_end_ns = time(now.timing->max_end_time);
                group.likely_end_ns = time(now.timing->likely_time);
                group.next_ns = time(now.timing->next_time);
            }
            groups_.push_back(group);
            ++s.groups_count;
        }
        signals_.push_back(s);
    }
    const char* name = names_.data();
    const SynSignalGroup* next = groups_.data();
    for (SynSignals& s : signals_) {
        s.name = take_name(name);
        s.groups = next;
        next += s.groups_count;
    }
}

void RadioMessageView::fill(const j2735::MapData& message, const geo::WorldFrame& world) {
    for (const j2735::IntersectionGeometry& geometry : message.intersections) fill(geometry, world);
    const char* name = names_.data();
    const SynVec3* node = nodes_.data();
    const SynConnection* connection = connections_.data();
    SynLane* lane = lanes_.data();
    for (SynIntersection& i : intersections_) {
        i.name = take_name(name);
        i.lanes = lane;
        for (const SynLane* const end = lane + i.lanes_count; lane != end; ++lane) {
            lane->name = take_name(name);
            lane->nodes = node;
            lane->connections = connection;
            node += lane->nodes_count;
            connection += lane->connections_count;
        }
    }
}

void RadioMessageView::fill(const j2735::IntersectionGeometry& geometry, const geo::WorldFrame& world) {
    geo::Geodetic at = place(geometry.ref_point.lat, geometry.ref_point.lon);
    if (!is_place(geometry.ref_point.lat, geometry.ref_point.lon)) at.latitude_deg = at.longitude_deg = kNan;
    at.elevation_m = geometry.ref_point.elevation ? elevation_m(*geometry.ref_point.elevation) : kNan;
    const geo::Vec3 reference = world.to_world(at);

    SynIntersection i{};
    i.region = geometry.id.region.value_or(0);
    i.intersection = geometry.id.id;
    i.revision = geometry.revision;
    add_name(names_, geometry.name);
    i.reference = to_c(reference);
    const double speed = speed_max_m_s(geometry.speed_limits);
    for (const j2735::GenericLane& lane : geometry.lane_set) {
        SynLane l{};
        l.lane = lane.lane_id;
        l.kind = lane_kind(lane.lane_attributes.lane_type);
        l.directions = flags(lane.lane_attributes.directional_use, j2735::LaneDirection::kBits);
        l.manoeuvres = lane.maneuvers ? flags(*lane.maneuvers, kManoeuvres) : 0;
        l.ingress_approach = or_unknown(lane.ingress_approach);
        l.egress_approach = or_unknown(lane.egress_approach);
        add_name(names_, lane.name);

        internal::LanePoints points = internal::lane_points(lane, geometry.lane_set, world, reference);
        double width = geometry.lane_width ? *geometry.lane_width * 0.01 : kNan;
        width += points.width_change_m;
        l.width_m = width;
        const double own_speed = speed_max_m_s(points.speed_limits);
        l.speed_max_m_s = own_speed > 0 ? own_speed : speed > 0 ? speed : kNan;
        for (const geo::Vec3& p : points.nodes) nodes_.push_back(to_c(p));
        l.nodes_count = static_cast<std::uint32_t>(points.nodes.size());

        for (const j2735::Connection& c : lane.connects_to) {
            const auto& remote = c.remote_intersection;
            connections_.push_back({.lane = c.connecting_lane.lane,
                                    .manoeuvres = c.connecting_lane.maneuver
                                                      ? flags(*c.connecting_lane.maneuver, kManoeuvres)
                                                      : 0,
                                    .signal_group = or_unknown(c.signal_group),
                                    .remote_region = remote ? remote->region.value_or(0) : SYN_UNKNOWN,
                                    .remote_intersection = remote ? remote->id : SYN_UNKNOWN,
                                    .connection = or_unknown(c.connection_id)});
        }
        l.connections_count = static_cast<std::uint32_t>(lane.connects_to.size());
        lanes_.push_back(l);
        ++i.lanes_count;
    }
    intersections_.push_back(i);
}

}  // namespace synchrono::client::radio

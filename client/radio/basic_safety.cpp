#include "client/radio/basic_safety.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "common/base/contract.hpp"
#include "common/base/random.hpp"
#include "common/geo/angle.hpp"
#include "common/geo/gravity.hpp"
#include "common/time/calendar.hpp"

namespace synchrono::client::radio {
namespace {

constexpr double kHardBraking_m_s2 = 0.4 * geo::kStandardGravity;
constexpr double kSteeringRatio = 16;  // angle of steering wheel / road wheel; not in vehicle files
constexpr double kStraightRadius_m = 2'500;
constexpr double kPredictionSpeedMin_m_s = 1;
constexpr std::uint64_t kPurpose = 0x62736d;  // keeps these apart from the agent's other random numbers

/// The streams of random numbers, one for each use.
enum class Draw : std::uint64_t { phase, identity_phase, identities };

std::uint64_t draw(std::uint64_t key, Draw what, std::uint64_t index, std::uint64_t bound) {
    return Random(key, static_cast<std::uint64_t>(what) + index).below(bound);
}

/// Returns `value` as a number of steps of size `step`, clamped to the range of the field.
std::int32_t steps(double value, double step, std::int32_t low, std::int32_t high) {
    return static_cast<std::int32_t>(
        std::lround(std::clamp(value / step, static_cast<double>(low), static_cast<double>(high))));
}

std::array<std::uint8_t, 4> octets(std::uint32_t number) {
    return {static_cast<std::uint8_t>(number >> 24), static_cast<std::uint8_t>(number >> 16),
            static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
}

std::int16_t elevation_offset(double metres) {
    return std::isnan(metres) ? std::int16_t{-2'048}  // unavailable
                              : static_cast<std::int16_t>(steps(metres, 0.1, -2'047, 2'047));
}

/// Returns how much a predicted path of constant radius can be trusted, by the table of the VSC-A final
/// report: 1 while the yaw rate is constant, down to 0 while the yaw rate changes fast, as when the vehicle
/// enters or leaves a turn.
double confidence_of(double yaw_acceleration_deg_s2) {
    constexpr std::array<std::array<double, 2>, 11> kTable{{{0, 1},
                                                            {0.5, 0.9},
                                                            {1, 0.8},
                                                            {1.5, 0.7},
                                                            {2, 0.6},
                                                            {2.5, 0.5},
                                                            {5, 0.4},
                                                            {10, 0.3},
                                                            {15, 0.2},
                                                            {20, 0.1},
                                                            {25, 0}}};
    const double a = std::abs(yaw_acceleration_deg_s2);
    for (std::size_t i = 1; i < kTable.size(); ++i) {
        const auto [from, high] = kTable[i - 1];
        const auto [to, low] = kTable[i];
        if (a <= to) return high + (low - high) * (a - from) / (to - from);
    }
    return 0;
}

}  // namespace

BasicSafetySource::BasicSafetySource(const config::BasicSafety& spec, const config::VehicleSpec& vehicle,
                                     const geo::WorldFrame& world, std::uint64_t seed, AgentId agent)
    : spec_(spec),
      figures_(config::figures(vehicle)),
      world_(world),
      key_(mix_bits(mix_bits(seed ^ kPurpose) ^ agent.value)),
      phase_ns_(static_cast<std::int64_t>(
          draw(key_, Draw::phase, 0, static_cast<std::uint64_t>(spec.period.count_ns())))),
      identity_phase_ns_(static_cast<std::int64_t>(
          draw(key_, Draw::identity_phase, 0, static_cast<std::uint64_t>(spec.identity_period.count_ns())))) {
    auto& core = frame_.value.emplace<j2735::BasicSafetyMessage>().core_data;
    core.size.width = static_cast<std::uint16_t>(steps(vehicle.body.width_m, 0.01, 1, 1'023));
    core.size.length = static_cast<std::uint16_t>(steps(vehicle.body.length_m, 0.01, 1, 4'095));
}

std::uint32_t BasicSafetySource::temporary_id(SimTime now) const {
    const std::int64_t index = (now.count_ns() + identity_phase_ns_) / spec_.identity_period.count_ns();
    return static_cast<std::uint32_t>(
        draw(key_, Draw::identities, static_cast<std::uint64_t>(index), std::uint64_t{1} << 32));
}

std::optional<SimTime> BasicSafetySource::step(SimTime now, SimDuration heartbeat,
                                               const body::BodyMotion& motion, const OwnState& own) {
    SYN_REQUIRE(heartbeat <= spec_.period);
    const std::int64_t period = spec_.period.count_ns();
    if (const std::int64_t passed = now.count_ns() - phase_ns_; passed > 0)
        next_ = std::max(next_, (passed + period - 1) / period);
    const SimTime due = SimTime::nanoseconds(phase_ns_) + spec_.period * next_;
    if (due >= now + heartbeat) return {};

    if (!std::isnan(own.position.x) && !std::isnan(own.position.z)) path_.add({own.position, now});
    identify(now);
    fill_core(now, own, motion);
    fill_extensions(now, own);
    last_state_ = own;
    last_time_ = now;
    ++next_;
    return due;
}

void BasicSafetySource::identify(SimTime now) {
    auto& core = std::get<j2735::BasicSafetyMessage>(frame_.value).core_data;
    const std::int64_t index = (now.count_ns() + identity_phase_ns_) / spec_.identity_period.count_ns();
    if (identity_ == index) {
        core.msg_cnt = static_cast<std::uint8_t>((core.msg_cnt + 1) % 128);
        return;
    }
    // The count restarts at a random value with each identity: a count that went on would link the new
    // identity to the old one.
    identity_ = index;
    const std::uint32_t id = temporary_id(now);
    core.id = octets(id);
    core.msg_cnt = static_cast<std::uint8_t>(mix_bits(key_ ^ id) % 128);
}

void BasicSafetySource::fill_core(SimTime now, const OwnState& own, const body::BodyMotion& motion) {
    auto& core = std::get<j2735::BasicSafetyMessage>(frame_.value).core_data;
    core.sec_mark = calendar::millisecond_of_minute(now);
    // Each field starts with its code for "unavailable".
    core.lat = 900'000'001;
    core.lon = 1'800'000'001;
    core.elev = -4'096;
    core.accuracy = {.semi_major = 255, .semi_minor = 255, .orientation = 65'535};
    core.speed = 8'191;
    core.heading = 28'800;
    if (const geo::Geodetic at = world_.to_earth(own.position); !std::isnan(at.latitude_deg)) {
        core.lat = steps(at.latitude_deg, 1e-7, -900'000'000, 900'000'000);
        core.lon = steps(at.longitude_deg, 1e-7, -1'799'999'999, 1'800'000'000);
        if (!std::isnan(at.elevation_m)) core.elev = steps(at.elevation_m, 0.1, -4'095, 61'439);
        const auto accuracy = static_cast<std::uint8_t>(steps(own.accuracy_m, 0.05, 0, 254));
        core.accuracy = {.semi_major = accuracy, .semi_minor = accuracy, .orientation = 0};
    }
    if (!std::isnan(own.speed_m_s))
        core.speed = static_cast<std::uint16_t>(steps(own.speed_m_s, 0.02, 0, 8'190));
    if (!std::isnan(own.yaw_rad)) {
        const double heading_deg = 90 - own.yaw_rad / geo::kRad;  // clockwise from the north
        core.heading = static_cast<std::uint16_t>(
            steps(heading_deg - 360 * std::floor(heading_deg / 360), 0.0125, 0, 28'800) % 28'800);
    }
    const double forward_m_s = motion.orientation.conjugate().rotate(motion.velocity).x;
    core.transmission = forward_m_s < -0.1 ? j2735::TransmissionState::reverse_gears
                                           : j2735::TransmissionState::forward_gears;
    core.angle =
        static_cast<std::int8_t>(steps(-own.steering_angle_rad * kSteeringRatio / geo::kRad, 1.5, -126, 126));

    // In the message, lateral acceleration and yaw rate are positive to the right.
    core.accel_set.lon = static_cast<std::int16_t>(steps(own.acceleration.x, 0.01, -2'000, 2'000));
    core.accel_set.lat = static_cast<std::int16_t>(steps(-own.acceleration.y, 0.01, -2'000, 2'000));
    core.accel_set.vert =
        static_cast<std::int8_t>(steps(own.acceleration.z, 0.02 * geo::kStandardGravity, -126, 127));
    core.accel_set.yaw =
        static_cast<std::int16_t>(steps(-own.yaw_rate_rad_s / geo::kRad, 0.01, -32'767, 32'767));

    j2735::BrakeAppliedStatus wheels;
    if (body::driver_inputs(motion.applied).braking > 0) {
        using Wheels = j2735::BrakeAppliedStatus;
        for (const unsigned wheel :
             {Wheels::kLeftFront, Wheels::kLeftRear, Wheels::kRightFront, Wheels::kRightRear})
            wheels.set(wheel);
    }
    core.brakes.wheel_brakes = wheels;
}

void BasicSafetySource::fill_extensions(SimTime now, const OwnState& own) {
    auto& parts = std::get<j2735::BasicSafetyMessage>(frame_.value).part_ii;
    if (parts.empty()) parts.emplace_back(j2735::VehicleSafetyExtensions{});
    auto& extensions = std::get<j2735::VehicleSafetyExtensions>(parts.front());
    extensions.events.reset();
    if (own.acceleration.x < -kHardBraking_m_s2) {
        extensions.events.emplace();
        extensions.events->set(j2735::VehicleEventFlags::kEventHardBraking);
    }
    fill_path(now, own);
    predict_path(now, own);
}

void BasicSafetySource::fill_path(SimTime now, const OwnState& own) {
    auto& message = std::get<j2735::BasicSafetyMessage>(frame_.value);
    auto& history = std::get<j2735::VehicleSafetyExtensions>(message.part_ii.front()).path_history;
    const geo::Geodetic here = world_.to_earth(own.position);
    if (std::isnan(here.latitude_deg)) {
        history.reset();
        return;
    }
    if (!history) history.emplace();
    auto& crumbs = history->crumb_data;
    crumbs.clear();
    path_.collect(points_);
    constexpr std::int32_t kOffsetMax = 131'071;
    for (const PathHistory::Point& point : points_) {
        if (point.time == now) continue;  // the message itself contains the present place
        const geo::Geodetic there = world_.to_earth(point.position);
        const double lat = (there.latitude_deg - here.latitude_deg) * 1e7;
        const double lon = (there.longitude_deg - here.longitude_deg) * 1e7;
        if (!(std::abs(lat) <= kOffsetMax && std::abs(lon) <= kOffsetMax)) break;  // out of range
        const std::int64_t age = (now - point.time).count_ns() / 10'000'000;
        crumbs.push_back(
            {.lat_offset = steps(lat, 1, -kOffsetMax, kOffsetMax),
             .lon_offset = steps(lon, 1, -kOffsetMax, kOffsetMax),
             .elevation_offset = elevation_offset(there.elevation_m - here.elevation_m),
             .time_offset = static_cast<std::uint16_t>(std::clamp<std::int64_t>(age, 1, 65'534))});
    }
    if (crumbs.empty()) history.reset();
}

void BasicSafetySource::predict_path(SimTime now, const OwnState& own) {
    auto& message = std::get<j2735::BasicSafetyMessage>(frame_.value);
    auto& prediction = std::get<j2735::VehicleSafetyExtensions>(message.part_ii.front()).path_prediction;
    if (!prediction) prediction.emplace();
    prediction->radius_of_curve = 32'767;  // straight
    prediction->confidence = 200;
    if (std::isnan(own.speed_m_s)) prediction->confidence = 0;
    if (!(own.speed_m_s >= kPredictionSpeedMin_m_s)) return;
    if (std::abs(own.yaw_rate_rad_s) * kStraightRadius_m > own.speed_m_s) {
        const double radius_m = -own.speed_m_s / own.yaw_rate_rad_s;  // positive to the right
        // A radius below the field's unit would be written as 0, which does not stand for a radius.
        const double sent_m = std::copysign(std::max(std::abs(radius_m), 0.1), radius_m);
        prediction->radius_of_curve = static_cast<std::int16_t>(steps(sent_m, 0.1, -32'767, 32'766));
    }
    if (last_state_ && now > last_time_) {
        const double change_deg_s = (own.yaw_rate_rad_s - last_state_->yaw_rate_rad_s) / geo::kRad;
        prediction->confidence = static_cast<std::uint8_t>(
            steps(confidence_of(change_deg_s / (now - last_time_).to_seconds()), 0.005, 0, 200));
    }
}

}  // namespace synchrono::client::radio

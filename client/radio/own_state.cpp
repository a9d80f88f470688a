#include "client/radio/own_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "common/base/contract.hpp"
#include "common/geo/gravity.hpp"

namespace synchrono::client::radio {
namespace {

constexpr double kCourseSpeedMin_m_s = 2;  // at lower speeds, the course is a poor measure of the heading
constexpr double kDriftShare = 0.1;        // loss of accuracy, in m for each metre driven since the fix

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr geo::Vec3 kNowhere{kUnknown, kUnknown, kUnknown};

}  // namespace

OwnState unknown_state() {
    OwnState state;
    state.position = kNowhere;
    state.accuracy_m = state.yaw_rad = state.speed_m_s = kUnknown;
    return state;
}

OwnState true_state(const body::BodyMotion& motion, const config::VehicleFigures& figures) {
    const geo::Vec3 up = motion.orientation.rotate({0, 0, 1});
    return {
        .position = motion.position - up * figures.cg_height_m,
        .accuracy_m = 0,
        .yaw_rad = motion.orientation.yaw(),
        .speed_m_s = std::hypot(motion.velocity.x, motion.velocity.y),
        .yaw_rate_rad_s = motion.angular_velocity.z,
        .acceleration = motion.orientation.conjugate().rotate(motion.acceleration),
        .steering_angle_rad = body::driver_inputs(motion.applied).steering * figures.steering_angle_max_rad};
}

const OwnState& SensedState::step(SimTime now, const body::BodyMotion& motion,
                                  const SynSensors& new_samples) {
    SYN_REQUIRE(!stepped_ || now > *stepped_);
    if (!stepped_) find_sensors(new_samples);
    const OwnState bus = true_state(motion, figures_);
    reverses_ = motion.orientation.conjugate().rotate(motion.velocity).x < -0.1;
    if (imu_ == nullptr) {
        state_.yaw_rate_rad_s = bus.yaw_rate_rad_s;
        state_.acceleration = bus.acceleration;
    }
    if (steering_ == nullptr) state_.steering_angle_rad = bus.steering_angle_rad;
    if (stepped_) {
        const double elapsed_s = (now - *stepped_).to_seconds();
        state_.position = moved_on(state_.position, state_.yaw_rad, elapsed_s);
        state_.yaw_rad += state_.yaw_rate_rad_s * elapsed_s;
        driven_m_ += std::abs(forward_m_s_) * elapsed_s;
    }
    stepped_ = now;

    for (std::uint32_t i = 0; i < new_samples.samples_count; ++i) {
        const SynSample& sample = new_samples.samples[i];
        const SynSensor* from = new_samples.sensors + sample.sensor;
        if (from == gps_) {
            use(*static_cast<const SynGps*>(sample.data), SimTime::nanoseconds(sample.time_ns), now);
        } else if (from == imu_) {
            use(*static_cast<const SynImu*>(sample.data));
        } else if (from == wheels_) {
            use(*static_cast<const SynWheelSpeeds*>(sample.data));
        } else if (from == steering_) {
            state_.steering_angle_rad = static_cast<const SynSteeringAngle*>(sample.data)->angle_rad;
        }
    }
    state_.speed_m_s = wheels_ != nullptr || fix_time_ ? std::abs(forward_m_s_) : kUnknown;
    state_.accuracy_m = fix_accuracy_m_ + kDriftShare * driven_m_;
    if (!fix_time_ || now - *fix_time_ > kHold) {
        state_.position = kNowhere;
        state_.accuracy_m = kUnknown;
    }
    return state_;
}

void SensedState::find_sensors(const SynSensors& sensors) {
    const auto first = [&](std::uint32_t kind) {
        const SynSensor* end = sensors.sensors + sensors.sensors_count;
        const SynSensor* found =
            std::find_if(sensors.sensors, end, [kind](const SynSensor& one) { return one.kind == kind; });
        return found == end ? nullptr : found;
    };
    gps_ = first(SYN_SENSOR_GPS);
    imu_ = first(SYN_SENSOR_IMU);
    wheels_ = first(SYN_SENSOR_WHEEL_SPEED);
    steering_ = first(SYN_SENSOR_STEERING);
}

void SensedState::use(const SynGps& fix, SimTime measured, SimTime now) {
    if (std::isnan(fix.position.x)) return;  // the receiver has no fix
    const double age_s = (now - measured).to_seconds();
    if (wheels_ == nullptr) forward_m_s_ = reverses_ ? -fix.speed_m_s : fix.speed_m_s;
    if (!std::isnan(fix.yaw_rad) && (fix.speed_m_s >= kCourseSpeedMin_m_s || std::isnan(state_.yaw_rad))) {
        const double front_rad = fix.yaw_rad + (reverses_ ? std::numbers::pi : 0);
        state_.yaw_rad = std::remainder(front_rad + state_.yaw_rate_rad_s * age_s, 2 * std::numbers::pi);
    }
    geo::Vec3 arm{0, 0, gps_->position.z + figures_.cg_height_m};
    // A fix without a height leaves the height as it was.
    const double height_m = std::isnan(fix.position.z) ? state_.position.z + arm.z : fix.position.z;
    const geo::Vec3 antenna{fix.position.x, fix.position.y, height_m};
    const double yaw_then_rad = state_.yaw_rad - state_.yaw_rate_rad_s * age_s;
    if (!std::isnan(yaw_then_rad)) {
        arm = geo::Quaternion::from_yaw(yaw_then_rad).rotate({gps_->position.x, gps_->position.y, arm.z});
    }
    state_.position = moved_on(antenna - arm, yaw_then_rad, age_s);
    fix_accuracy_m_ = fix.accuracy_m;
    driven_m_ = std::abs(forward_m_s_) * age_s;
    fix_time_ = measured;
}

void SensedState::use(const SynWheelSpeeds& wheels) {
    if (wheels.count == 0 || std::isnan(wheels.radius_m)) {
        wheels_ = nullptr;  // without wheels or a radius there is no speed
        return;
    }
    const double sum = std::accumulate(wheels.speeds_rad_s, wheels.speeds_rad_s + wheels.count, 0.0);
    forward_m_s_ = sum / wheels.count * wheels.radius_m;
}

void SensedState::use(const SynImu& imu) {
    const geo::Quaternion to_body{imu_->orientation.w, imu_->orientation.x, imu_->orientation.y,
                                  imu_->orientation.z};
    const auto turned = [&](const SynVec3& v) { return to_body.rotate({v.x, v.y, v.z}); };
    state_.yaw_rate_rad_s = turned(imu.angular_velocity).z;
    state_.acceleration = turned(imu.acceleration) - geo::Vec3{0, 0, geo::kGravity};
}

geo::Vec3 SensedState::moved_on(geo::Vec3 place, double yaw_rad, double seconds) const {
    if (std::isnan(yaw_rad)) return place;
    const double middle_rad = yaw_rad + state_.yaw_rate_rad_s * seconds / 2;
    return place + geo::Vec3{std::cos(middle_rad), std::sin(middle_rad), 0} * (forward_m_s_ * seconds);
}

}  // namespace synchrono::client::radio

#include "client/engine/embedded/internal/single_track.hpp"

#include <algorithm>
#include <cmath>

#include "client/engine/embedded/internal/cos_sin.hpp"
#include "common/base/contract.hpp"
#include "common/geo/gravity.hpp"

namespace synchrono::client::engine::internal {
namespace {

constexpr double kAirDensity = 1.2;          // kg/m^3
constexpr double kSteeringLag = 0.08;        // s, from the driver's input to the wheel angle
constexpr double kPitchLag = 0.1;            // s, from the acceleration to the axle loads
constexpr double kSlowRolling = 1.0;         // m/s; below this speed, slip becomes viscous friction
constexpr double kLongitudinalShare = 0.95;  // greatest share of the grip, so that no wheel spins or locks
constexpr double kRestSpeed = 0.01;          // m/s; below this sideways speed, a stopped vehicle is at rest

/// Returns zero for tiny values. Values that decay for ever would otherwise become subnormal numbers, which
/// are slow to compute with.
double settled(double value) { return std::abs(value) < 1e-12 ? 0 : value; }

/// Returns the lateral force of an axle divided by the lateral speed of its wheels, by the brush model: the
/// force grows with the slip at `stiffness` and bends towards `grip`, which it reaches when the whole
/// contact patch slides.
double lateral_resistance(double stiffness, double grip, double along, double sideways) {
    const double rolling = std::sqrt(along * along + kSlowRolling * kSlowRolling);
    const double slip = std::abs(sideways) / rolling;
    const double slip_sliding = 3 * grip / stiffness;
    if (slip >= slip_sliding) return grip / std::max(std::abs(sideways), 1e-9);
    const double share = slip / slip_sliding;
    return stiffness * (1 - share + share * share / 3) / rolling;
}

/// Returns the value of a tyre's curve at a load: a parabola through zero and through the values at the
/// nominal load and at twice that load. A load above the tyre's greatest counts as the greatest.
double over_load(const config::AtLoads& at, double load, const config::TyreSpec& tyre) {
    const double q = std::min(load, tyre.load_max_n) / tyre.nominal_load_n;
    return q * (2 * at[0] - at[1] / 2 - (at[0] - at[1] / 2) * q);
}

double grip_left(double grip, double used) { return std::sqrt(std::max(0.0, grip * grip - used * used)); }

}  // namespace

SingleTrack::SingleTrack(const config::VehicleSpec& vehicle, const geo::Motion& start, SimDuration step,
                         double friction)
    : dt_(step.to_seconds()),
      steering_gain_(dt_ / (kSteeringLag + dt_ / 2)),
      pitch_gain_(dt_ / (kPitchLag + dt_ / 2)) {
    const config::VehicleFigures whole = config::figures(vehicle);
    mass_ = whole.mass_kg;
    height_m_ = whole.cg_height_m;
    weight_n_ = mass_ * geo::kGravity;
    drag_per_mass_ = kAirDensity * vehicle.body.drag_area_m2 / (2 * mass_);
    steering_max_ = whole.steering_angle_max_rad;
    drive_force_max_ = whole.drive_force_max_n;
    drive_power_max_ = whole.drive_power_max_w;
    brake_force_max_ = whole.brake_force_max_n;
    rolling_resistance_ = vehicle.tyre.rolling_resistance;
    // All axles but the first count as one, at their mean position.
    const std::size_t others = vehicle.axles.size() - 1;
    front_m_ = whole.cg_to_front_axle_m;
    rear_m_ = 0;
    yaw_inertia_ = vehicle.body.inertia_kg_m2[2];
    drive_front_share_ = vehicle.axles.front().drive_share;
    double brakes = 0;
    for (const auto& axle : vehicle.axles) {
        const double x = axle.position_m - whole.cg_m;
        if (&axle != &vehicle.axles.front()) rear_m_ -= x / static_cast<double>(others);
        yaw_inertia_ += 2 * axle.unsprung_mass_kg * (x * x + axle.track_m * axle.track_m / 4);
        brakes += axle.brake_torque_n_m;
    }
    brake_front_share_ = brakes > 0 ? vehicle.axles.front().brake_torque_n_m / brakes : 0;
    const double wheelbase = front_m_ + rear_m_;
    front_load_n_ = weight_n_ * rear_m_ / wheelbase;
    load_shift_per_acceleration_ = mass_ * height_m_ / wheelbase;
    // The stiffness of an axle's tyres at the load of the standing vehicle.
    const auto stiffness = [&](double load, int tyres) {
        return tyres * over_load(vehicle.tyre.lateral.slope_n, load / tyres, vehicle.tyre);
    };
    stiffness_front_ = stiffness(front_load_n_, 2 * vehicle.axles.front().tyres_a_side);
    stiffness_rear_ = stiffness(weight_n_ - front_load_n_,
                                static_cast<int>(2 * others) * vehicle.axles.back().tyres_a_side);
    friction_ = friction / vehicle.tyre.reference_friction * vehicle.tyre.lateral.peak_force_n[0] /
                vehicle.tyre.nominal_load_n;
    x_ = start.position.x;
    y_ = start.position.y;
    vx_ = start.velocity.x;
    vy_ = start.velocity.y;
    yaw_rate_ = start.angular_velocity.z;
    SYN_REQUIRE(mass_ > 0 && yaw_inertia_ > 0 && front_m_ > 0 && rear_m_ > 0 && height_m_ >= 0);
    SYN_REQUIRE(stiffness_front_ > 0 && stiffness_rear_ > 0 && friction_ > 0);
    SYN_REQUIRE(steering_max_ >= 0 && steering_max_ <= 1.5);
    // Only the part of the orientation about the vertical is used.
    const double norm =
        std::sqrt(start.orientation.w * start.orientation.w + start.orientation.z * start.orientation.z);
    half_cos_ = norm > 0 ? start.orientation.w / norm : 1;
    half_sin_ = norm > 0 ? start.orientation.z / norm : 0;
    SYN_REQUIRE(std::isfinite(x_) && std::isfinite(y_) && std::isfinite(vx_) && std::isfinite(vy_) &&
                std::isfinite(yaw_rate_) && std::isfinite(norm));
}

void SingleTrack::set_controls(const body::DriverInputs& inputs) {
    SYN_REQUIRE(inputs.steering >= -1 && inputs.steering <= 1);
    SYN_REQUIRE(inputs.throttle >= 0 && inputs.throttle <= 1);
    SYN_REQUIRE(inputs.braking >= 0 && inputs.braking <= 1);
    inputs_ = inputs;
}

void SingleTrack::steer() {
    const double target = inputs_.steering * steering_max_;
    if (wheel_angle_ == target) return;
    wheel_angle_ += (target - wheel_angle_) * steering_gain_;
    if (std::abs(target - wheel_angle_) < 1e-9) wheel_angle_ = target;
    const CosSin turn = cos_sin_of(wheel_angle_);
    wheel_cos_ = turn.cos;
    wheel_sin_ = turn.sin;
}

SingleTrack::Axle SingleTrack::axle(double load_n, double drive_n, double brake_n, double speed) const {
    const double grip = friction_ * load_n;
    const double along_max = kLongitudinalShare * grip;
    const double drive = std::min(drive_n, along_max);
    // When the vehicle rolls backwards, drive and friction both point forward, and share the grip.
    const double friction_max = speed < 0 ? along_max - drive : along_max;
    return {grip, drive, std::min(brake_n + rolling_resistance_ * load_n, friction_max)};
}

void SingleTrack::step() {
    steer();
    const double cos = half_cos_ * half_cos_ - half_sin_ * half_sin_;
    const double sin = 2 * half_cos_ * half_sin_;
    const double u = vx_ * cos + vy_ * sin;  // forward
    const double v = vy_ * cos - vx_ * sin;  // left
    const double speed = std::abs(u);

    // Forces along the wheels, limited by the grip of the axles.
    const double front_load =
        std::clamp(front_load_n_ - load_shift_per_acceleration_ * pitch_acceleration_, 0.0, weight_n_);
    const double power_force =
        drive_force_max_ * speed > drive_power_max_ ? drive_power_max_ / speed : drive_force_max_;
    const double drive = inputs_.throttle * power_force;
    const double brake = inputs_.braking * brake_force_max_;
    Axle front = axle(front_load, drive * drive_front_share_, brake * brake_front_share_, u);
    const Axle rear =
        axle(weight_n_ - front_load, drive * (1 - drive_front_share_), brake * (1 - brake_front_share_), u);

    const double front_sideways = v + front_m_ * yaw_rate_;
    const double front_along_wheel = u * wheel_cos_ + front_sideways * wheel_sin_;
    const double front_across_wheel = front_sideways * wheel_cos_ - u * wheel_sin_;
    // In a spin the front wheels may roll opposite to the body; their brakes would then push the body on.
    if (front_along_wheel * u < 0) front.friction_n = 0;

    const double backward = u > 0 ? 1 : u < 0 ? -1 : 0;
    const double resist_front = lateral_resistance(
        stiffness_front_, grip_left(front.grip_n, front.drive_n - backward * front.friction_n),
        front_along_wheel, front_across_wheel);
    const double resist_rear =
        lateral_resistance(stiffness_rear_, grip_left(rear.grip_n, rear.drive_n - backward * rear.friction_n),
                           u, v - rear_m_ * yaw_rate_);

    // Forward motion. Friction stops the vehicle and holds it, but never reverses its motion.
    const double drag = 1 / (1 + dt_ * drag_per_mass_ * std::sqrt(vx_ * vx_ + vy_ * vy_));
    const double pull =
        front.drive_n * wheel_cos_ + rear.drive_n + resist_front * front_across_wheel * wheel_sin_;
    const double u_free = u * drag + dt_ / mass_ * pull;
    const double friction = front.friction_n * wheel_cos_ + rear.friction_n;
    const double friction_needed = mass_ / dt_ * std::abs(u_free);
    const bool stops = friction_needed <= friction;
    const double against = u_free > 0 ? -1 : 1;
    const double u_next = stops ? 0 : u_free + against * friction * dt_ / mass_;

    // Lateral motion and yaw are solved together, by the implicit rule: the resistance of the tyres acts on
    // the motion at the end of the step. So the motion cannot overshoot, however stiff the tyres are and
    // however slowly they roll.
    double v_next = 0, yaw_rate_next = 0;
    if (!stops || std::abs(v) > kRestSpeed || std::abs(front_m_ * yaw_rate_) > kRestSpeed) {
        const double scale = stops ? (friction > 0 ? friction_needed / friction : 0) : 1;
        const double front_along = front.drive_n + against * scale * front.friction_n;
        const double front_push = (front_along + resist_front * u_next * wheel_cos_) * wheel_sin_;
        const double across = resist_front * wheel_cos_ * wheel_cos_;
        const double m_vv = mass_ + dt_ * (across + resist_rear);
        const double m_vr = dt_ * (front_m_ * across - rear_m_ * resist_rear);
        const double m_rr =
            yaw_inertia_ + dt_ * (front_m_ * front_m_ * across + rear_m_ * rear_m_ * resist_rear);
        const double p_v = mass_ * v * drag + dt_ * front_push;
        const double p_r = yaw_inertia_ * yaw_rate_ + dt_ * front_m_ * front_push;
        const double determinant = m_vv * m_rr - m_vr * m_vr;
        v_next = settled((p_v * m_rr - p_r * m_vr) / determinant);
        yaw_rate_next = settled((p_r * m_vv - p_v * m_vr) / determinant);
    }

    // Back to the world frame. Since velocities are kept there, no centrifugal term has to be integrated,
    // and turning costs no energy.
    const double vx_next = u_next * cos - v_next * sin;
    const double vy_next = u_next * sin + v_next * cos;
    ax_ = (vx_next - vx_) / dt_;
    ay_ = (vy_next - vy_) / dt_;
    x_ += (vx_ + vx_next) * (dt_ / 2);
    y_ += (vy_ + vy_next) * (dt_ / 2);
    pitch_acceleration_ =
        settled(pitch_acceleration_ + ((u_next - u) / dt_ - pitch_acceleration_) * pitch_gain_);
    vx_ = vx_next;
    vy_ = vy_next;
    if (const double half_turn = (yaw_rate_ + yaw_rate_next) * (dt_ / 4); half_turn != 0) {
        // Takes half_turn for its own tangent. Up to 1 rad/s and with steps of up to 5 ms, the two differ by
        // less than 3e-6 of half_turn.
        const double w = half_cos_ - half_sin_ * half_turn;
        const double z = half_sin_ + half_cos_ * half_turn;
        const double norm = std::sqrt(w * w + z * z);
        half_cos_ = w / norm;
        half_sin_ = z / norm;
    }
    yaw_rate_ = yaw_rate_next;
}

body::BodyMotion SingleTrack::motion(const ground::Ground& ground, double z_m) const {
    body::BodyMotion motion;
    const ground::GroundPlane plane = ground.below({x_, y_, z_m});
    const geo::Vec3 up = plane.normal;
    const double z = (plane.offset - up.x * x_ - up.y * y_) / up.z;
    motion.position = geo::Vec3{x_, y_, z} + up * height_m_;
    motion.orientation = geo::Quaternion{half_cos_, 0, 0, half_sin_};
    motion.velocity = {vx_, vy_, 0};
    if (up.z < 1) {
        // The shortest rotation from the vertical to `up`.
        const geo::Quaternion tilt = geo::Quaternion{1 + up.z, -up.y, up.x, 0}.normalised();
        motion.orientation = tilt * motion.orientation;
        motion.velocity.z = -(up.x * vx_ + up.y * vy_) / up.z;
    }
    motion.angular_velocity = {0, 0, yaw_rate_};
    motion.acceleration = {ax_, ay_, 0};
    motion.applied = inputs_;
    return motion;
}

}  // namespace synchrono::client::engine::internal

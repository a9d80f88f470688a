#include "client/engine/embedded/internal/double_track_kernel.hpp"

#include "common/geo/gravity.hpp"

namespace synchrono::client::engine::internal {
namespace {

constexpr double kHullStiffness = 400;  // of a corner, per mass of the vehicle, 1/s^2
constexpr double kHullFriction = 0.5;
constexpr double kHullRubMax = 0.2;      // share of a corner's speed that friction may take away in one step
constexpr double kTippedOver = 0.5;      // cosine of the lean beyond which a body has tipped over
constexpr double kBearing = 10;          // tyres bear full load from cosine kTippedOver + 1 / kBearing on
constexpr double kAngularSpeedMax = 12;  // rad/s
constexpr int kBrakeRounds = 2;  // iterations in which the brakes of an axle's two wheels are balanced

struct Axes {
    Lanes3 x, y, z;  // the body's axes in the world
};

SYN_KERNEL Axes frame_of(const State& s) {
    const Lanes xx = s.qx * s.qx, yy = s.qy * s.qy, zz = s.qz * s.qz;
    const Lanes xy = s.qx * s.qy, xz = s.qx * s.qz, yz = s.qy * s.qz;
    const Lanes wx = s.qw * s.qx, wy = s.qw * s.qy, wz = s.qw * s.qz;
    return {{1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)},
            {2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)},
            {2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)}};
}
SYN_KERNEL Lanes3 to_body(const Axes& f, const Lanes3& v) { return {dot(f.x, v), dot(f.y, v), dot(f.z, v)}; }
SYN_KERNEL Lanes3 to_world(const Axes& f, const Lanes3& v) { return v.x * f.x + v.y * f.y + v.z * f.z; }

struct Push {
    Lanes3 force, moment;  // on the body, about its centre of gravity
};
SYN_KERNEL void operator+=(Push& sum, const Push& other) {
    sum.force = sum.force + other.force;
    sum.moment = sum.moment + other.moment;
}

struct Rolling {
    Lanes torque;  // from the road on the wheel, about its axle
};

/// Computes the forces on one wheel, adds those that reach the body to `push`, and advances `wheel.rise`.
/// `side` is 1 for the left wheel and -1 for the right one; `suspension` is the force that presses the body
/// up and the wheel down. `velocity`, `gravity` and `pull` are in the body's axes.
SYN_KERNEL Rolling roll(const Facts& facts, const AxleFacts& axle, double side, Lanes suspension,
                        WheelState& wheel, const PlaneLanes& plane, const Axes& frame, const State& s,
                        const Lanes3& velocity, const Lanes3& gravity, const Lanes3& pull, Lanes dt,
                        Push& push) {
    const Lanes travel = wheel.travel;
    const Lanes sideways = side * (axle.sideways1 + axle.sideways2 * travel);
    const Lanes toe_gain = side * (axle.toe1 + 2 * axle.toe2 * travel);
    const Lanes toe = side * (axle.toe0 + travel * (axle.toe1 + axle.toe2 * travel));
    const Lanes3 centre{
        axle.x + wheel.steer_x + axle.forward * travel,
        side * axle.y + wheel.steer_y + side * travel * (axle.sideways1 + 0.5 * axle.sideways2 * travel),
        axle.z + travel};
    const Lanes cos = wheel.steer_cos * (1 - 0.5 * toe * toe) - wheel.steer_sin * toe;
    const Lanes sin = wheel.steer_sin * (1 - 0.5 * toe * toe) + wheel.steer_cos * toe;
    const Lanes3 spindle{-sin, cos, -side * (axle.camber0 + axle.camber1 * travel)};

    // The wheel, as a disc, touches the plane of the road.
    const Lanes3 normal = to_body(frame, plane.normal);
    const Lanes distance = dot(plane.normal, s.position) - plane.offset + dot(normal, centre);
    const Lanes lean = dot(normal, spindle);
    const Lanes upright = root_of(most(1 - lean * lean, all(1e-6)));
    // A vehicle that leans beyond kTippedOver lies on its body: its tyres bear no load, and its wheels do not
    // travel.
    const LaneMask stands = normal.z > kTippedOver;
    const Lanes bearing = within((normal.z - kTippedOver) * kBearing, all(0), all(1));
    const Lanes depth = bearing * most(upright * (facts.tyre.radius * upright - distance), all(0));
    const Lanes arm = facts.tyre.radius - depth;
    const Lanes per_upright = 1 / upright;
    const Lanes3 forward = per_upright * cross(spindle, normal);
    const Lanes3 leftward = cross(normal, forward);
    const Lanes3 contact = centre - (arm * per_upright) * (normal - lean * spindle);

    const Lanes3 swing = cross(s.angular_velocity, centre);
    const Lanes corner = velocity.z + side * s.angular_velocity.x * axle.y - s.angular_velocity.y * axle.x;
    const Lanes compressing = wheel.rise - corner;
    const Lanes3 going{velocity.x + swing.x + axle.forward * compressing,
                       velocity.y + swing.y + sideways * compressing, wheel.rise};
    Patch patch;
    const Lanes pressure =
        facts.tyre.vertical_stiffness * depth - facts.tyre.vertical_damping * dot(normal, going);
    patch.load = choose(depth > 0, most(pressure, all(0)), all(0));
    patch.depth = depth;
    patch.friction = plane.friction;
    patch.along = dot(forward, going);
    patch.across = dot(leftward, going);
    patch.spin = wheel.spin;
    const TyreForces tyre = tyre_forces(facts.tyre, patch, wheel.carcass, dt);
    const Lanes along = axle.tyres * tyre.along, across = axle.tyres * tyre.across;
    // In a turn, twin tyres roll on circles of different radius, and so resist turning.
    const Lanes aligning = axle.tyres * (tyre.aligning - tyre.along_per_speed * axle.twin_offset *
                                                             axle.twin_offset * s.angular_velocity.z);
    const Lanes3 force = along * forward + across * leftward + (axle.tyres * patch.load) * normal;

    // As a wheel travels, its links also move it sideways and forward and turn it. So forces in these
    // directions have the effect of a force `links`, which presses the wheel up and lessens the lift of the
    // body.
    const Lanes links = (sideways - side * axle.camber1 * arm) * force.y + axle.forward * force.x +
                        toe_gain * aligning + axle.brake_lift * wheel.brake_torque -
                        axle.unsprung_mass * (sideways * pull.y + axle.forward * pull.x);
    const Lanes lift = choose(stands, suspension - links, all(0));
    const Lanes turning_with = s.angular_velocity.x * going.y - s.angular_velocity.y * going.x;
    const Lanes rising = (force.z - lift) / axle.unsprung_mass + gravity.z - turning_with;
    wheel.rise = choose(stands, wheel.rise + dt * rising, corner);

    push.force = push.force + Lanes3{force.x, force.y, lift};
    push.moment = push.moment + cross(contact, Lanes3{force.x, force.y, lift}) + aligning * normal +
                  (axle.tyres * tyre.rolling) * leftward -
                  (axle.tyres * facts.tyre.camber_torque * lean) * forward;
    return {axle.tyres * tyre.rolling - along * arm};
}

SYN_KERNEL bool any(LaneMask mask) {
    for (std::size_t i = 0; i < kLanes; ++i) {
        if (mask[i] != 0) return true;
    }
    return false;
}

/// Adds the ground's forces on the corners of a body that touches the ground, for example after the vehicle
/// has tipped over. Returns the lanes in which the body touches the ground.
SYN_KERNEL LaneMask lie(const Facts& facts, const State& s, const Axes& frame, const Lanes3& velocity,
                        Lanes dt, Push& push) {
    const PlaneLanes& plane = s.planes[0][0];
    const Lanes3 normal = to_body(frame, plane.normal);
    const Lanes3& half = facts.hull_half;
    const Lanes height = dot(plane.normal, s.position) - plane.offset;
    const Lanes reach =
        magnitude_of(normal.x) * half.x + magnitude_of(normal.y) * half.y + magnitude_of(normal.z) * half.z;
    const LaneMask low = height + dot(normal, facts.hull) < reach;
    if (!any(low)) return low;
    Push lying = push;
    const Lanes stiffness = facts.mass * kHullStiffness;
    const Lanes damper = root_of(stiffness * facts.hull_corner_mass);
    // Friction is integrated explicitly. This limit keeps it from reversing a corner's motion, however hard
    // the corner is pressed down.
    const Lanes rub_max = kHullRubMax * facts.hull_corner_mass / dt;
    for (int corner = 0; corner < 8; ++corner) {
        const Lanes3 at =
            facts.hull + Lanes3{(corner & 1 ? 1.0 : -1.0) * half.x, (corner & 2 ? 1.0 : -1.0) * half.y,
                                (corner & 4 ? 1.0 : -1.0) * half.z};
        const Lanes depth = most(-(height + dot(normal, at)), all(0));
        const Lanes3 going = velocity + cross(s.angular_velocity, at);
        const Lanes sinking = -dot(normal, going);
        const Lanes load = choose(depth > 0, most(stiffness * depth + damper * sinking, all(0)), all(0));
        const Lanes3 sliding = going + sinking * normal;
        const Lanes rub =
            least(kHullFriction * load / most(root_of(dot(sliding, sliding)), all(0.2)), rub_max);
        const Lanes3 force = load * normal - rub * sliding;
        lying += Push{force, cross(at, force)};
    }
    const auto where = [&](Lanes& to, Lanes from) { to = choose(low, from, to); };
    where(push.force.x, lying.force.x);
    where(push.force.y, lying.force.y);
    where(push.force.z, lying.force.z);
    where(push.moment.x, lying.moment.x);
    where(push.moment.y, lying.moment.y);
    where(push.moment.z, lying.moment.z);
    return low;
}

SYN_KERNEL Lanes damping(const AxleFacts& axle, Lanes speed) {
    return axle.damper * speed / (1 + axle.damper_bend * magnitude_of(speed));
}

/// Returns the forces that press the body up and the wheels down, at the left wheel and at the right one.
SYN_KERNEL std::array<Lanes, 2> suspension(const AxleFacts& axle, const std::array<WheelState, 2>& wheels,
                                           Lanes left_speed, Lanes right_speed) {
    // The travel at the springs, which on a rigid axle are nearer to each other than the wheels.
    const Lanes l = wheels[0].travel, r = wheels[1].travel;
    const Lanes sl = axle.own_side * l + axle.other_side * r, sr = axle.own_side * r + axle.other_side * l;
    const Lanes range = all(config::kSpringRange);
    const auto spring = [&](Lanes x) {
        const Lanes in = within(x, -range, range);
        const Lanes rate = axle.spring1 + in * (2 * axle.spring2 + in * 3 * axle.spring3);
        return in * (axle.spring1 + in * (axle.spring2 + in * axle.spring3)) + rate * (x - in);
    };
    const Lanes fl = spring(sl) + damping(axle, axle.own_side * left_speed + axle.other_side * right_speed);
    const Lanes fr = spring(sr) + damping(axle, axle.own_side * right_speed + axle.other_side * left_speed);
    const Lanes bar = axle.antiroll * (l - r);
    return {axle.preload + axle.own_side * fl + axle.other_side * fr + bar,
            axle.preload + axle.own_side * fr + axle.other_side * fl - bar};
}

/// Advances the spins of the two wheels of an axle, which are coupled by the differential and braked by dry
/// friction. Returns the moment that the change of the spins exerts on the body.
SYN_KERNEL Lanes spin(const AxleFacts& axle, std::array<WheelState, 2>& wheels, Lanes left_torque,
                      Lanes right_torque, Lanes drive_torque, Lanes drive_inertia, Lanes brake_torque,
                      Lanes dt) {
    const Lanes box = axle.box_inertia + drive_inertia;
    const Lanes per_sum = 1 / (axle.wheel_inertia + 0.5 * box);
    const Lanes per_difference = (1 - axle.locked) / axle.wheel_inertia;
    const Lanes before = wheels[0].spin + wheels[1].spin;
    const Lanes sum = before + dt * per_sum * (left_torque + right_torque + drive_torque);
    const Lanes difference = (1 - axle.locked) * (wheels[0].spin - wheels[1].spin) +
                             dt * per_difference * (left_torque - right_torque);
    Lanes left = 0.5 * (sum + difference), right = 0.5 * (sum - difference);
    const Lanes own = 0.5 * (per_sum + per_difference), other = 0.5 * (per_sum - per_difference);
    const Lanes most_brake = dt * brake_torque;
    // Begin with the torques that would hold both wheels. They are the solution if the brakes are strong
    // enough.
    const Lanes hold_sum = -sum / per_sum, hold_difference = -difference / most(per_difference, all(1e-9));
    Lanes held_left = within(0.5 * (hold_sum + hold_difference), -most_brake, most_brake);
    Lanes held_right = within(0.5 * (hold_sum - hold_difference), -most_brake, most_brake);
    left += own * held_left + other * held_right;
    right += own * held_right + other * held_left;
    for (int i = 0; i < kBrakeRounds; ++i) {
        const Lanes more_left = within(held_left - left / own, -most_brake, most_brake) - held_left;
        held_left += more_left;
        left += own * more_left;
        right += other * more_left;
        const Lanes more_right = within(held_right - right / own, -most_brake, most_brake) - held_right;
        held_right += more_right;
        right += own * more_right;
        left += other * more_right;
    }
    wheels[0].brake_torque = -held_left / dt;
    wheels[1].brake_torque = -held_right / dt;
    const Lanes gained = left + right - before;
    wheels[0].spin = settled(left);
    wheels[1].spin = settled(right);
    return -gained * (axle.wheel_inertia + 0.5 * axle.box_inertia) / dt;
}

SYN_KERNEL void step(const Facts& facts, State& s, std::size_t axles, double step_s) {
    const Lanes dt = all(step_s);
    const Axes frame = frame_of(s);
    const Lanes3 velocity = to_body(frame, s.velocity);
    const Lanes3 gravity = all(-geo::kGravity) * Lanes3{frame.x.z, frame.y.z, frame.z.z};

    // The force per mass, apart from weight, that a mass needs to move along with the body. It follows from
    // the acceleration in the last step.
    const Lanes3 pull = to_body(frame, s.acceleration) - gravity;

    Push push{facts.mass * gravity, {}};
    push.force.z = facts.sprung_mass * gravity.z;
    push.moment.y = -facts.sprung_x * push.force.z;
    const Lanes speed = root_of(dot(s.velocity, s.velocity));
    push.force = push.force - (facts.drag * speed) * velocity;
    const LaneMask lies = lie(facts, s, frame, velocity, dt, push);

    Lanes spinning{}, shaft_torque{};
    for (std::size_t a = 0; a < axles; ++a) {
        const AxleFacts& axle = facts.axles[a];
        auto& wheels = s.wheels[a];
        const auto compressing = [&](const WheelState& wheel, double side) {
            return wheel.rise - velocity.z -
                   (s.angular_velocity.x * side * axle.y - s.angular_velocity.y * axle.x);
        };
        const auto pressed = suspension(axle, wheels, compressing(wheels[0], 1), compressing(wheels[1], -1));
        std::array<Rolling, 2> rolling;
        for (std::size_t i = 0; i < 2; ++i) {
            rolling[i] = roll(facts, axle, i == 0 ? 1 : -1, pressed[i], wheels[i], s.planes[a][i], frame, s,
                              velocity, gravity, pull, dt, push);
        }
        const Lanes brake = s.braking * axle.brake_torque;
        push.moment.y += spin(axle, wheels, rolling[0].torque, rolling[1].torque, s.drive_torque[a],
                              s.drive_inertia[a], brake, dt);
        spinning += axle.wheel_inertia * (wheels[0].spin + wheels[1].spin);
        shaft_torque += s.drive_torque[a];
    }
    push.moment.x += spinning * s.angular_velocity.z - facts.shaft_reaction * shaft_torque;
    push.moment.z -= spinning * s.angular_velocity.x;
    push.moment.x -= (facts.inertia_yaw - facts.inertia_pitch) * s.angular_velocity.y * s.angular_velocity.z;
    push.moment.y -= (facts.inertia_roll - facts.inertia_yaw) * s.angular_velocity.z * s.angular_velocity.x;
    push.moment.z -= (facts.inertia_pitch - facts.inertia_roll) * s.angular_velocity.x * s.angular_velocity.y;

    const Lanes3 acceleration{push.force.x / facts.mass, push.force.y / facts.mass,
                              facts.heave_heave * push.force.z + facts.heave_pitch * push.moment.y};
    s.angular_velocity.x += dt * (facts.roll_roll * push.moment.x + facts.roll_yaw * push.moment.z);
    s.angular_velocity.y += dt * (facts.heave_pitch * push.force.z + facts.pitch_pitch * push.moment.y);
    s.angular_velocity.z += dt * (facts.roll_yaw * push.moment.x + facts.yaw_yaw * push.moment.z);
    // Explicit steps cannot follow a body that tumbles fast, so its angular velocity is limited.
    const Lanes turns = dot(s.angular_velocity, s.angular_velocity);
    s.angular_velocity =
        choose(turns > kAngularSpeedMax * kAngularSpeedMax, kAngularSpeedMax / root_of(turns), all(1)) *
        s.angular_velocity;
    s.acceleration = to_world(frame, acceleration);
    s.velocity = s.velocity + dt * s.acceleration;
    // A body that lies on the ground gains no more speed than in free fall, however hard it bounces.
    const Lanes gained = root_of(dot(s.velocity, s.velocity)), allowed = speed + geo::kGravity * dt;
    const LaneMask bounced = (lies | (frame.z.z < kTippedOver)) & (gained > allowed);
    s.velocity = choose(bounced, allowed / gained, all(1)) * s.velocity;
    s.position = s.position + dt * s.velocity;

    const Lanes3 after = to_body(frame, s.velocity);
    for (std::size_t a = 0; a < axles; ++a) {
        for (std::size_t i = 0; i < 2; ++i) {
            WheelState& wheel = s.wheels[a][i];
            const Lanes y = i == 0 ? facts.axles[a].y : -facts.axles[a].y;
            const Lanes body = after.z + s.angular_velocity.x * y - s.angular_velocity.y * facts.axles[a].x;
            wheel.travel += dt * (wheel.rise - body);
        }
    }

    const Lanes hx = 0.5 * dt * s.angular_velocity.x, hy = 0.5 * dt * s.angular_velocity.y,
                hz = 0.5 * dt * s.angular_velocity.z;
    const Lanes w = s.qw - s.qx * hx - s.qy * hy - s.qz * hz;
    const Lanes x = s.qx + s.qw * hx + s.qy * hz - s.qz * hy;
    const Lanes y = s.qy + s.qw * hy + s.qz * hx - s.qx * hz;
    const Lanes z = s.qz + s.qw * hz + s.qx * hy - s.qy * hx;
    const Lanes norm = 1 / root_of(w * w + x * x + y * y + z * z);
    s.qw = w * norm;
    s.qx = x * norm;
    s.qy = y * norm;
    s.qz = z * norm;
}

void step_plain(const Facts& facts, State& state, std::size_t axles, double dt) {
    step(facts, state, axles, dt);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void step_avx2(const Facts& facts, State& state, std::size_t axles, double dt) {
    step(facts, state, axles, dt);
}
#endif

}  // namespace

StepFunction step_function() {
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    if (has_avx2) return &step_avx2;
#endif
    return &step_plain;
}

}  // namespace synchrono::client::engine::internal

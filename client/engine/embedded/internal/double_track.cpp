#include "client/engine/embedded/internal/double_track.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "client/engine/embedded/internal/cos_sin.hpp"
#include "client/engine/embedded/internal/double_track_kernel.hpp"
#include "common/base/contract.hpp"
#include "common/geo/gravity.hpp"

namespace synchrono::client::engine::internal {
namespace {

constexpr double kAirDensity = 1.2;  // kg/m^3
/// The longest step: light wheels on stiff tyres need short steps.
constexpr SimDuration kStepMax = SimDuration::milliseconds(1);

void put(Lanes3& to, std::size_t lane, const geo::Vec3& v) {
    to.x[lane] = v.x;
    to.y[lane] = v.y;
    to.z[lane] = v.z;
}
geo::Vec3 get(const Lanes3& from, std::size_t lane) { return {from.x[lane], from.y[lane], from.z[lane]}; }

/// Copies lane `from` to lane `to` in every member of a structure. All its members must be `Lanes` or
/// consist of `Lanes`.
template <typename Struct>
void copy_lanes(Struct& all, std::size_t from, std::size_t to) {
    static_assert(std::is_trivially_copyable_v<Struct> && sizeof(Struct) % sizeof(Lanes) == 0);
    auto* lanes = reinterpret_cast<Lanes*>(&all);
    for (std::size_t i = 0; i < sizeof(Struct) / sizeof(Lanes); ++i) lanes[i][to] = lanes[i][from];
}

/// Returns the orientation whose z axis is `up` and whose x axis is `ahead`. Requires unit vectors at right
/// angles.
geo::Quaternion standing(const geo::Vec3& up, const geo::Vec3& ahead) {
    // The shortest rotation from the vertical to `up`, then a rotation about `up`.
    const geo::Quaternion tilt = geo::Quaternion{1 + up.z, -up.y, up.x, 0}.normalised();
    const geo::Vec3 level = tilt.conjugate().rotate(ahead);
    const double cos = std::sqrt(std::max(0.0, (1 + level.x) / 2)),
                 sin = std::sqrt(std::max(0.0, (1 - level.x) / 2));
    return tilt * geo::Quaternion{cos, 0, 0, level.y < 0 ? -sin : sin};
}

}  // namespace

DoubleTrackBlock::DoubleTrackBlock(std::size_t axles, SimDuration step)
    : axles_(axles),
      substeps_(std::max<std::int64_t>(1, (step.count_ns() + kStepMax.count_ns() - 1) / kStepMax.count_ns())),
      dt_(step.to_seconds() / static_cast<double>(substeps_)) {
    SYN_REQUIRE(axles >= 2 && axles <= kAxlesMax);
}

bool DoubleTrackBlock::full() const {
    for (const Lane& lane : lanes_) {
        if (!lane.vehicle) return false;
    }
    return true;
}

bool DoubleTrackBlock::empty() const {
    for (const Lane& lane : lanes_) {
        if (lane.vehicle) return false;
    }
    return true;
}

void DoubleTrackBlock::set_facts(std::size_t lane, const config::VehicleSpec& vehicle) {
    const config::VehicleFigures whole = config::figures(vehicle);
    const auto& body = vehicle.body;
    set_tyre(facts_.tyre, lane, vehicle.tyre);
    const double sprung_x = body.cg_m - whole.cg_m, sprung_z = body.cg_height_m - whole.cg_height_m;
    double roll = body.inertia_kg_m2[0] + body.mass_kg * sprung_z * sprung_z;
    double pitch = body.inertia_kg_m2[1] + body.mass_kg * (sprung_x * sprung_x + sprung_z * sprung_z);
    double yaw = body.inertia_kg_m2[2] + body.mass_kg * sprung_x * sprung_x;
    double product = body.roll_yaw_product_kg_m2 + body.mass_kg * sprung_x * sprung_z;
    for (std::size_t a = 0; a < axles_; ++a) {
        const auto& spec = vehicle.axles[a];
        const auto& s = spec.suspension;
        AxleFacts& axle = facts_.axles[a];
        const double load = whole.body_loads_n[a] / 2 + spec.unsprung_mass_kg * geo::kGravity;
        const double x = spec.position_m - whole.cg_m, y = spec.track_m / 2;
        const double z = vehicle.tyre.radius_m - load / (spec.tyres_a_side * vehicle.tyre.stiffness_n_m) -
                         whole.cg_height_m;
        axle.x[lane] = x;
        axle.y[lane] = y;
        axle.z[lane] = z;
        axle.unsprung_mass[lane] = spec.unsprung_mass_kg;
        axle.wheel_inertia[lane] = spec.wheel_inertia_kg_m2;
        axle.tyres[lane] = spec.tyres_a_side;
        axle.twin_offset[lane] = spec.tyres_a_side > 1 ? spec.tyre_spacing_m / 2 : 0;
        axle.spring1[lane] = s.spring[0];
        axle.spring2[lane] = s.spring[1];
        axle.spring3[lane] = s.spring[2];
        axle.preload[lane] = whole.body_loads_n[a] / 2;
        axle.damper[lane] = s.damper_n_s_m;
        axle.damper_bend[lane] = s.damper_bend_s_m;
        axle.antiroll[lane] = s.antiroll_n_m;
        axle.own_side[lane] = (1 + s.spring_base) / 2;
        axle.other_side[lane] = (1 - s.spring_base) / 2;
        axle.toe0[lane] = s.toe[0];
        axle.toe1[lane] = s.toe[1];
        axle.toe2[lane] = s.toe[2];
        axle.camber0[lane] = s.camber[0];
        axle.camber1[lane] = s.camber[1];
        axle.sideways1[lane] = s.sideways[0];
        axle.sideways2[lane] = s.sideways[1];
        axle.forward[lane] = s.forward;
        axle.brake_lift[lane] = s.brake_lift_rad_m;
        axle.brake_torque[lane] = spec.brake_torque_n_m;
        axle.box_inertia[lane] = spec.differential_inertia_kg_m2;
        axle.locked[lane] = spec.differential_locked ? 1 : 0;
        const double both = 2 * spec.unsprung_mass_kg;
        roll += both * z * z;
        pitch += both * z * z;
        yaw += both * (x * x + y * y);
        product += both * x * z;
    }
    facts_.mass[lane] = whole.mass_kg;
    facts_.sprung_mass[lane] = body.mass_kg;
    facts_.sprung_x[lane] = sprung_x;
    facts_.inertia_roll[lane] = roll;
    facts_.inertia_pitch[lane] = pitch;
    facts_.inertia_yaw[lane] = yaw;
    // Heave and pitch are coupled by the sprung mass, roll and yaw by the product of inertia. Both matrices,
    // two by two, are inverted here.
    const double coupling = -body.mass_kg * sprung_x;
    const double heave_pitch = body.mass_kg * pitch - coupling * coupling;
    facts_.heave_heave[lane] = pitch / heave_pitch;
    facts_.heave_pitch[lane] = -coupling / heave_pitch;
    facts_.pitch_pitch[lane] = body.mass_kg / heave_pitch;
    const double roll_yaw = roll * yaw - product * product;
    facts_.roll_roll[lane] = yaw / roll_yaw;
    facts_.roll_yaw[lane] = product / roll_yaw;
    facts_.product[lane] = product;
    facts_.yaw_yaw[lane] = roll / roll_yaw;
    const double bottom = vehicle.tyre.radius_m / 2, top = std::max(body.height_m, 2 * bottom);
    put(facts_.hull, lane,
        {(vehicle.axles.front().position_m + vehicle.axles.back().position_m) / 2 - whole.cg_m, 0,
         (bottom + top) / 2 - whole.cg_height_m});
    put(facts_.hull_half, lane, {body.length_m / 2, body.width_m / 2, (top - bottom) / 2});
    const double far = whole.cg_height_m + top;
    facts_.hull_corner_mass[lane] =
        1 / (1 / whole.mass_kg + (body.width_m * body.width_m / 4 + far * far) / roll +
             body.length_m * body.length_m / 4 / pitch);
    facts_.drag[lane] = kAirDensity * body.drag_area_m2 / 2;
    facts_.shaft_reaction[lane] = vehicle.powertrain.reaction / vehicle.powertrain.final_ratio;
}

std::size_t DoubleTrackBlock::add(const NewBody& vehicle, const ground::Ground& ground) {
    SYN_REQUIRE(!full() && vehicle.vehicle.axles.size() == axles_);
    const geo::Motion& start = vehicle.start;
    SYN_REQUIRE(std::isfinite(geo::length(start.position)) && std::isfinite(geo::length(start.velocity)) &&
                std::isfinite(start.angular_velocity.z));
    const bool first = empty();
    std::size_t lane = 0;
    while (lanes_[lane].vehicle) ++lane;
    lanes_[lane] = {std::make_unique<config::VehicleSpec>(vehicle.vehicle), {}, 0};
    const config::VehicleSpec& spec = *lanes_[lane].vehicle;
    set_facts(lane, spec);

    // The vehicle starts parallel to the road, with wheels that roll without slip.
    const ground::GroundPlane plane = ground.below(start.position);
    const geo::Vec3 up = plane.normal;
    const geo::Vec3 heading = start.orientation.rotate({1, 0, 0});
    geo::Vec3 ahead = heading - up * geo::dot(heading, up);
    SYN_REQUIRE(geo::length(ahead) > 0);  // fails for NaN as well
    ahead = ahead * (1 / geo::length(ahead));
    const geo::Quaternion orientation = standing(up, ahead);
    const double height = config::figures(spec).cg_height_m;
    const double sunk = (plane.offset - geo::dot(up, start.position)) / up.z;  // along the vertical
    put(state_.position, lane, start.position + geo::Vec3{0, 0, sunk} + up * height);
    state_.qw[lane] = orientation.w;
    state_.qx[lane] = orientation.x;
    state_.qy[lane] = orientation.y;
    state_.qz[lane] = orientation.z;
    const geo::Vec3 velocity = start.velocity - up * geo::dot(start.velocity, up);
    put(state_.velocity, lane, velocity);
    put(state_.angular_velocity, lane, {0, 0, start.angular_velocity.z});
    put(state_.acceleration, lane, {});
    const double speed = geo::dot(velocity, ahead);
    for (std::size_t a = 0; a < axles_; ++a) {
        const double centre = facts_.axles[a].z[lane] + height;
        const double rolling_radius = spec.tyre.radius_m - (spec.tyre.radius_m - centre) / 3;
        for (WheelState& wheel : state_.wheels[a]) {
            wheel.travel[lane] = wheel.rise[lane] = 0;
            wheel.spin[lane] = speed / rolling_radius;
            wheel.carcass.along[lane] = wheel.carcass.across[lane] = 0;
            wheel.brake_torque[lane] = 0;
        }
        state_.drive_torque[a][lane] = state_.drive_inertia[a][lane] = 0;
    }
    double wheels = 0;
    for (const auto& axle : spec.axles) {
        if (axle.drive_share > 0) wheels += 2 * axle.wheel_inertia_kg_m2 + axle.differential_inertia_kg_m2;
    }
    const double final_ratio = spec.powertrain.final_ratio;
    lanes_[lane].load_inertia = spec.powertrain.shaft_inertia_kg_m2 + wheels / (final_ratio * final_ratio);
    powertrains_[lane].emplace(spec.powertrain);
    powertrains_[lane]->start(shaft_speed(lane), vehicle.gear);
    set_controls(lane, {});
    update_planes(ground);
    // Unused lanes begin as copies of this lane, so that the steps compute with ordinary numbers in them.
    if (first) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            if (i != lane) copy_lane(lane, i);
        }
    }
    return lane;
}

void DoubleTrackBlock::copy_lane(std::size_t from, std::size_t to) {
    copy_lanes(facts_, from, to);
    copy_lanes(state_, from, to);
}

void DoubleTrackBlock::remove(std::size_t lane) {
    SYN_REQUIRE(lanes_[lane].vehicle);
    powertrains_[lane].reset();
    lanes_[lane].vehicle.reset();
    // The steps go on computing the free lane, so its vehicle is braked to a standstill.
    state_.braking[lane] = 1;
    for (std::size_t a = 0; a < axles_; ++a) state_.drive_torque[a][lane] = 0;
}

void DoubleTrackBlock::set_controls(std::size_t lane, const body::DriverInputs& inputs) {
    SYN_REQUIRE(lanes_[lane].vehicle);
    SYN_REQUIRE(inputs.steering >= -1 && inputs.steering <= 1);
    SYN_REQUIRE(inputs.throttle >= 0 && inputs.throttle <= 1);
    SYN_REQUIRE(inputs.braking >= 0 && inputs.braking <= 1);
    Lane& known = lanes_[lane];
    state_.braking[lane] = inputs.braking;
    known.inputs = inputs;
    for (std::size_t a = 0; a < axles_; ++a) {
        const auto& axle = known.vehicle->axles[a];
        const auto turn = [&](WheelState& wheel, const config::Curve& curve, double side) {
            const CosSin turned = cos_sin_of(curve.empty() ? 0 : CurveReader(curve).at(inputs.steering));
            wheel.steer_cos[lane] = turned.cos;
            wheel.steer_sin[lane] = turned.sin;
            const double ahead = axle.kingpin_trail_m, left = side * axle.kingpin_offset_m;
            wheel.steer_x[lane] = ahead * (turned.cos - 1) - left * turned.sin;
            wheel.steer_y[lane] = ahead * turned.sin + left * (turned.cos - 1);
        };
        turn(state_.wheels[a][0], axle.steering_left_rad, 1);
        turn(state_.wheels[a][1], axle.steering_right_rad, -1);
    }
}

void DoubleTrackBlock::update_planes(const ground::Ground& ground) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (!lanes_[lane].vehicle) continue;
        const geo::Vec3 centre = get(state_.position, lane);
        const geo::Quaternion orientation{state_.qw[lane], state_.qx[lane], state_.qy[lane], state_.qz[lane]};
        for (std::size_t a = 0; a < axles_; ++a) {
            for (std::size_t i = 0; i < 2; ++i) {
                const AxleFacts& axle = facts_.axles[a];
                const geo::Vec3 wheel{axle.x[lane], i == 0 ? axle.y[lane] : -axle.y[lane], axle.z[lane]};
                const ground::GroundPlane plane = ground.below(centre + orientation.rotate(wheel));
                PlaneLanes& known = state_.planes[a][i];
                put(known.normal, lane, plane.normal);
                known.offset[lane] = plane.offset;
                known.friction[lane] = plane.friction;
            }
        }
    }
}

double DoubleTrackBlock::shaft_speed(std::size_t lane) const {
    const config::VehicleSpec& vehicle = *lanes_[lane].vehicle;
    double speed = 0;
    for (std::size_t a = 0; a < axles_; ++a) {
        const auto& wheels = state_.wheels[a];
        speed += vehicle.axles[a].drive_share * 0.5 * (wheels[0].spin[lane] + wheels[1].spin[lane]);
    }
    return vehicle.powertrain.final_ratio * speed;
}

void DoubleTrackBlock::drive() {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (!lanes_[lane].vehicle) continue;
        const config::VehicleSpec& vehicle = *lanes_[lane].vehicle;
        Powertrain& powertrain = *powertrains_[lane];
        powertrain.step(lanes_[lane].inputs.throttle, shaft_speed(lane), lanes_[lane].load_inertia, dt_);
        for (std::size_t a = 0; a < axles_; ++a) {
            const double turns = vehicle.powertrain.final_ratio * vehicle.axles[a].drive_share;
            state_.drive_torque[a][lane] = turns * powertrain.shaft_torque();
            state_.drive_inertia[a][lane] =
                vehicle.powertrain.final_ratio * turns * powertrain.shaft_inertia();
        }
    }
}

void DoubleTrackBlock::advance(std::int64_t steps, const ground::Ground& ground) {
    const StepFunction step = step_function();
    for (std::int64_t i = 0; i < steps * substeps_; ++i) {
        if (!ground.is_plane()) update_planes(ground);
        drive();
        step(facts_, state_, axles_, dt_);
    }
}

body::BodyMotion DoubleTrackBlock::motion(std::size_t lane) const {
    body::BodyMotion motion;
    motion.position = get(state_.position, lane);
    motion.orientation = {state_.qw[lane], state_.qx[lane], state_.qy[lane], state_.qz[lane]};
    motion.velocity = get(state_.velocity, lane);
    motion.angular_velocity = get(state_.angular_velocity, lane);
    motion.acceleration = get(state_.acceleration, lane);
    motion.applied = lanes_[lane].inputs;
    return motion;
}

body::Machinery DoubleTrackBlock::machinery(std::size_t lane) const {
    body::Machinery machinery;
    for (std::size_t a = 0; a < axles_; ++a) {
        for (const WheelState& wheel : state_.wheels[a])
            machinery.wheels.push_back({.speed_rad_s = wheel.spin[lane]});
    }
    machinery.engine_rpm = powertrains_[lane]->engine_rpm();
    machinery.gear = powertrains_[lane]->gear();
    return machinery;
}

double DoubleTrackBlock::energy(std::size_t lane, const ground::Ground& ground) const {
    const auto square = [](double x) { return x * x; };
    const Facts& f = facts_;
    const body::BodyMotion now = motion(lane);
    const geo::Vec3 velocity = now.orientation.conjugate().rotate(now.velocity),
                    &turning = now.angular_velocity;
    const geo::Vec3 up = now.orientation.conjugate().rotate({0, 0, 1});
    const double sprung_x = f.sprung_x[lane];
    const double heave = velocity.z - turning.y * sprung_x;
    const double own_pitch = f.inertia_pitch[lane] - f.sprung_mass[lane] * square(sprung_x);
    double twice = f.mass[lane] * (square(velocity.x) + square(velocity.y)) +
                   f.sprung_mass[lane] * square(heave) + f.inertia_roll[lane] * square(turning.x) +
                   own_pitch * square(turning.y) + f.inertia_yaw[lane] * square(turning.z) -
                   2 * f.product[lane] * turning.x * turning.z;
    double stored = geo::kGravity * f.mass[lane] * now.position.z;
    for (std::size_t a = 0; a < axles_; ++a) {
        const AxleFacts& axle = f.axles[a];
        const auto& wheels = state_.wheels[a];
        const double sum = wheels[0].spin[lane] + wheels[1].spin[lane];
        twice += (axle.box_inertia[lane] + state_.drive_inertia[a][lane]) * square(sum / 2);
        const double l = wheels[0].travel[lane], r = wheels[1].travel[lane];
        stored += axle.antiroll[lane] * square(l - r) / 2;
        for (std::size_t i = 0; i < 2; ++i) {
            const WheelState& wheel = wheels[i];
            const double travel = wheel.travel[lane];
            twice += axle.unsprung_mass[lane] * square(wheel.rise[lane]) +
                     axle.wheel_inertia[lane] * square(wheel.spin[lane]);
            stored += geo::kGravity * axle.unsprung_mass[lane] * up.z * travel + axle.preload[lane] * travel;
            const double at_spring = axle.own_side[lane] * travel + axle.other_side[lane] * (i == 0 ? r : l);
            const double in = std::clamp(at_spring, -config::kSpringRange, config::kSpringRange);
            const double k1 = axle.spring1[lane], k2 = axle.spring2[lane], k3 = axle.spring3[lane];
            stored += square(in) * (k1 / 2 + in * (k2 / 3 + in * k3 / 4)) +
                      (at_spring - in) * (in * (k1 + in * (k2 + in * k3)) +
                                          (k1 + in * (2 * k2 + in * 3 * k3)) * (at_spring - in) / 2);
            const double y = i == 0 ? axle.y[lane] : -axle.y[lane];
            const geo::Vec3 centre =
                now.position + now.orientation.rotate({axle.x[lane], y, axle.z[lane] + travel});
            const ground::GroundPlane plane = ground.below(centre);
            const double depth =
                std::max(0.0, f.tyre.radius[lane] - geo::dot(plane.normal, centre) + plane.offset);
            stored += axle.tyres[lane] *
                      (f.tyre.vertical_stiffness[lane] * square(depth) +
                       f.tyre.along.stiffness[lane] * square(wheel.carcass.along[lane]) +
                       f.tyre.across.stiffness[lane] * square(wheel.carcass.across[lane])) /
                      2;
        }
    }
    return twice / 2 + stored;
}

}  // namespace synchrono::client::engine::internal

/// The double-track model of docs/vehicle-model.md: a rigid body with six degrees of freedom, wheels that
/// move vertically and spin, TMeasy tyres, and a powertrain. Four vehicles advance at once.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "client/engine/body_engine.hpp"
#include "client/engine/embedded/internal/powertrain.hpp"
#include "client/engine/embedded/internal/tmeasy.hpp"
#include "client/ground/ground.hpp"

namespace synchrono::client::engine::internal {

using config::kAxlesMax;

/// The constants of an axle, in SI units; config::AxleSpec and config::SuspensionSpec explain them. If a part
/// such as a wheel is on both sides, its constants have the values and signs of the left side.
struct AxleFacts {
    Lanes x, y, z;  // from the vehicle's centre of gravity to the left wheel's centre at rest
    Lanes unsprung_mass, wheel_inertia, tyres, twin_offset;
    Lanes spring1, spring2, spring3, preload, damper, damper_bend, antiroll, own_side, other_side;
    Lanes toe0, toe1, toe2, camber0, camber1, sideways1, sideways2, forward, brake_lift;
    Lanes brake_torque, box_inertia, locked;
};

/// The constants of four vehicles.
struct Facts {
    Lanes mass, sprung_mass, sprung_x;
    Lanes inertia_roll, inertia_pitch, inertia_yaw;  // includes the wheels, except for their vertical motion
    Lanes heave_heave, heave_pitch, pitch_pitch;     // inverse of the mass matrix of heave and pitch
    Lanes roll_roll, roll_yaw, yaw_yaw;              // inverse of the inertia matrix of roll and yaw
    Lanes product;                                   // product of inertia of roll and yaw
    // `drag` is the air drag divided by the square of the speed. `shaft_reaction` is the rolling moment on
    // the body divided by the torque of the driven axles.
    Lanes drag, shaft_reaction;
    Lanes3 hull, hull_half;  // the body as a box: middle (from the centre of gravity), half the size
    Lanes hull_corner_mass;  // a lower bound on the effective mass at a corner of the box
    Tyre tyre;
    std::array<AxleFacts, kAxlesMax> axles;
};

/// The state of one wheel of each vehicle.
struct WheelState {
    Lanes travel;  // upwards from rest, along the body's z axis
    Lanes rise;    // velocity of the wheel (not relative to the body) along the body's z axis
    Lanes spin;    // rad/s
    Carcass carcass;
    Lanes brake_torque;  // in the last step
    // Set with the controls: cosine and sine of the steering angle, and how far steering moves the wheel's
    // centre.
    Lanes steer_cos, steer_sin, steer_x, steer_y;
};

/// The ground below one wheel of each vehicle.
struct PlaneLanes {
    Lanes3 normal;
    Lanes offset;  // normal . point = offset for the points of the plane
    Lanes friction;
};

/// The state of four vehicles.
struct State {
    Lanes3 position, velocity;  // of the centre of gravity, world frame
    Lanes qw, qx, qy, qz;       // the orientation as a quaternion: body to world
    Lanes3 angular_velocity;    // rad/s, body frame
    Lanes3 acceleration;        // in the last step, world frame
    Lanes braking;              // 0 to 1
    std::array<std::array<WheelState, 2>, kAxlesMax> wheels;  // left, right
    std::array<std::array<PlaneLanes, 2>, kAxlesMax> planes;
    std::array<Lanes, kAxlesMax> drive_torque, drive_inertia;  // from the powertrain, about the axle
};

/// Up to four vehicles with the same number of axles, one in each lane.
/// Threading: one thread.  Owns: their state.
class DoubleTrackBlock {
  public:
    DoubleTrackBlock(std::size_t axles, SimDuration step);

    std::size_t axles() const { return axles_; }
    bool full() const;
    bool empty() const;
    /// Adds a vehicle and returns its lane. The vehicle starts with its wheels on the ground, at the given
    /// place, heading and speed. Requires a free lane, and a vehicle with axles() axles.
    std::size_t add(const NewBody& vehicle, const ground::Ground& ground);
    void remove(std::size_t lane);
    void set_controls(std::size_t lane, const body::DriverInputs& inputs);
    void advance(std::int64_t steps, const ground::Ground& ground);

    body::BodyMotion motion(std::size_t lane) const;
    body::Machinery machinery(std::size_t lane) const;
    /// Returns the energy in J: that of motion and height, and that stored in springs and tyres. Leaves out
    /// the parts of the powertrain that do not turn rigidly with the shaft. These are an engine behind a
    /// clutch or a converter, and both engine and gearbox where their connection to the shaft slips.
    double energy(std::size_t lane, const ground::Ground& ground) const;

  private:
    struct Lane {
        std::unique_ptr<const config::VehicleSpec> vehicle;
        body::DriverInputs inputs;
        double load_inertia;  // kg m^2, of the propeller shaft and all that it turns
    };
    void set_facts(std::size_t lane, const config::VehicleSpec& vehicle);
    void copy_lane(std::size_t from, std::size_t to);
    /// Sets the plane of the ground below each wheel.
    void update_planes(const ground::Ground& ground);
    /// Advances the powertrains, and sets the drive torques.
    void drive();
    double shaft_speed(std::size_t lane) const;

    std::size_t axles_;
    std::int64_t substeps_;  // in a step of the engine
    double dt_;              // s, duration of a substep
    Facts facts_{};
    State state_{};
    std::array<Lane, kLanes> lanes_;
    std::array<std::optional<Powertrain>, kLanes> powertrains_;
};

}  // namespace synchrono::client::engine::internal

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

namespace synchrono::client::internal {

using config::kAxlesMax;

/// The constants of an axle. Those of parts that come in pairs are for one part, with the sign of the left
/// one.
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
    Lanes inertia_roll, inertia_pitch, inertia_yaw;  // with wheels, but not their vertical motion
    Lanes heave_heave, heave_pitch, pitch_pitch;     // inverse of the mass matrix of heave and pitch
    Lanes roll_roll, roll_yaw, yaw_yaw;              // inverse of the inertia matrix of roll and yaw
    Lanes product;                                   // product of inertia of roll and yaw
    Lanes drag, shaft_reaction;
    Lanes3 hull, hull_half;  // the body as a box: from the centre of gravity to its middle, half its size
    Lanes hull_corner_mass;  // a lower bound of the mass that a corner of the box feels
    Tyre tyre;
    std::array<AxleFacts, kAxlesMax> axles;
};

struct WheelState {
    Lanes travel;  // upwards from rest, along the body's z axis
    Lanes rise;    // the wheel's own velocity along the body's z axis
    Lanes spin;
    Carcass carcass;
    Lanes brake_torque;  // in the last step
    // Set with the controls: the steering angle, and how far steering moves the wheel's centre.
    Lanes steer_cos, steer_sin, steer_x, steer_y;
};

struct PlaneLanes {
    Lanes3 normal;
    Lanes offset;  // normal . point = offset for the points of the plane
    Lanes friction;
};

struct State {
    Lanes3 position, velocity;  // of the centre of gravity, world frame
    Lanes qw, qx, qy, qz;       // body to world
    Lanes3 turning;             // angular velocity, body frame
    Lanes3 acceleration;        // in the last step, world frame
    Lanes braking;
    std::array<std::array<WheelState, 2>, kAxlesMax> wheels;  // left, right
    std::array<std::array<PlaneLanes, 2>, kAxlesMax> planes;
    std::array<Lanes, kAxlesMax> drive_torque, drive_inertia;
};

/// Up to four vehicles with the same number of axles, one in each lane.
/// Threading: one thread.  Owns: their state.
class DoubleTrackBlock {
  public:
    DoubleTrackBlock(std::size_t axles, SimDuration step);

    std::size_t axles() const { return axles_; }
    bool full() const;
    bool empty() const;
    /// Adds a vehicle and returns its lane. Requires a free lane. The vehicle stands or rolls on the ground,
    /// level with it, at the given place, heading and speed.
    std::size_t add(const NewBody& vehicle, const Ground& ground);
    void remove(std::size_t lane);
    void set_controls(std::size_t lane, const DriverInputs& inputs);
    void advance(std::int64_t steps, const Ground& ground);

    BodyMotion motion(std::size_t lane) const;
    Machinery machinery(std::size_t lane) const;
    /// Returns the energy in J: that of motion and height, and that stored in springs and tyres. It leaves
    /// out whatever does not turn rigidly with the shaft: the engine behind a clutch or a converter, or
    /// engine and gearbox where their connection to the shaft slips.
    double energy(std::size_t lane, const Ground& ground) const;

  private:
    struct Lane {
        std::unique_ptr<const config::VehicleSpec> vehicle;
        DriverInputs inputs;
        double load_inertia;  // of the propeller shaft and all that it turns
    };
    void set_facts(std::size_t lane, const config::VehicleSpec& vehicle);
    void copy_lane(std::size_t from, std::size_t to);
    /// Sets the plane of the ground below each wheel.
    void look_at_ground(const Ground& ground);
    /// Advances the powertrains, and sets the drive torques.
    void drive();
    double shaft_speed(std::size_t lane) const;

    std::size_t axles_;
    std::int64_t substeps_;  // in a step of the engine
    double dt_;              // duration of a substep
    Facts facts_{};
    State state_{};
    std::array<Lane, kLanes> lanes_;
    std::array<std::optional<Powertrain>, kLanes> powertrains_;
};

}  // namespace synchrono::client::internal

/// The dynamic single-track model of docs/vehicle-model.md: both wheels of an axle count as one, and the
/// body moves in a plane. It uses only operations whose rounding IEEE 754 defines (no sine, no exponential),
/// so that the same inputs give the same bits on every machine.
#pragma once

#include "client/body/body_motion.hpp"
#include "client/ground/ground.hpp"
#include "common/config/vehicle.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::engine::internal {

/// One vehicle.
/// Threading: one thread.  Owns: its state.
class SingleTrack {
  public:
    /// `friction` is the coefficient of the road, the same for the whole drive.
    SingleTrack(const config::VehicleSpec& vehicle, const geo::Motion& start, SimDuration step,
                double friction);

    void set_controls(const body::DriverInputs& inputs);
    void step();
    /// Returns the motion of the vehicle, placed on the ground below it. The model itself knows only a plane,
    /// so slopes neither speed the vehicle up nor slow it down. `z_m` is the height in the motion that the
    /// last call returned; for the first call, it is the height of the start.
    body::BodyMotion motion(const ground::Ground& ground, double z_m) const;

  private:
    /// The forces of one axle at its present load.
    struct Axle {
        double grip_n = 0;      // friction times load
        double drive_n = 0;     // forward
        double friction_n = 0;  // brakes and rolling resistance, against the motion
    };
    Axle axle(double load_n, double drive_n, double brake_n, double speed) const;
    void steer();

    // The vehicle.
    double dt_;
    double mass_, yaw_inertia_;
    double front_m_, rear_m_;  // from the centre of gravity to the axles
    double height_m_;
    double weight_n_, front_load_n_, load_shift_per_acceleration_;
    double stiffness_front_, stiffness_rear_, friction_, rolling_resistance_;
    double drag_per_mass_;
    double steering_max_, steering_gain_, pitch_gain_;
    double drive_force_max_, drive_power_max_, drive_front_share_;
    double brake_force_max_, brake_front_share_;

    // The inputs.
    body::DriverInputs inputs_;

    // The state.
    double x_, y_;                // m, world frame
    double half_cos_, half_sin_;  // of half the yaw angle
    double vx_, vy_;              // m/s, world frame
    double ax_ = 0, ay_ = 0;      // m/s^2, world frame, in the last step
    double yaw_rate_;
    double wheel_angle_ = 0, wheel_cos_ = 1, wheel_sin_ = 0;
    double pitch_acceleration_ = 0;  // m/s^2, smoothed forward acceleration; sets the axle loads
};

}  // namespace synchrono::client::engine::internal

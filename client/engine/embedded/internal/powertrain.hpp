/// The powertrain of one vehicle: engine, coupling, gearbox and shafts. It computes the torque at the
/// propeller shaft from the throttle.
#pragma once

#include <cstddef>
#include <optional>

#include "common/config/vehicle.hpp"

namespace synchrono::client::engine::internal {

/// Reads values of a curve, and remembers the place of the last argument: if the next argument is near, its
/// place is found quickly.
/// Threading: one thread.  Borrows: the curve.
class CurveReader {
  public:
    explicit CurveReader(const config::Curve& curve) : curve_(&curve) {}
    /// Returns the value at `x`; beyond the ends of the curve, the value at the nearer end. Requires a curve
    /// that has points.
    double at(double x);

  private:
    const config::Curve* curve_;
    std::size_t place_ = 0;
};

/// The state of a powertrain.
/// Threading: one thread.  Borrows: its specification.
class Powertrain {
  public:
    explicit Powertrain(const config::PowertrainSpec& spec);

    /// Starts with a powertrain that runs freely at this speed of the propeller shaft (rad/s), in this gear
    /// (1 is the first). A gear that the gearbox does not have becomes the nearest one; without `gear`, the
    /// speed decides on the gear.
    void start(double shaft_speed, std::optional<int> gear);
    /// Advances by `dt` (s) at this speed of the propeller shaft (rad/s). `throttle` is from 0 to 1;
    /// `load_inertia` (kg m^2) is that of the shaft and of all that it drives.
    void step(double throttle, double shaft_speed, double load_inertia, double dt);

    double shaft_torque() const { return shaft_torque_; }    // N m, in the last step
    double shaft_inertia() const { return shaft_inertia_; }  // kg m^2, of what turns rigidly with the shaft
    double engine_rpm() const;
    int gear() const { return static_cast<int>(gear_) + 1; }

  private:
    double ratio() const { return spec_->gearbox.ratios[gear_]; }
    double engine_torque(double speed, double throttle);
    void shift(double throttle, double dt);
    /// Advances an engine with a torque converter. Returns the torque on the gearbox.
    double advance_with_converter(double throttle, double turbine, double dt);
    /// Advances an engine with a clutch. Returns the torque on the gearbox.
    double advance_with_clutch(double throttle, double plate, double load_inertia, double dt);

    const config::PowertrainSpec* spec_;
    CurveReader full_, closed_, capacity_, torque_ratio_;
    std::size_t gear_ = 0;
    double input_speed_ = 0;   // rad/s, of the gearbox's input
    double engine_speed_ = 0;  // rad/s
    double since_shift_ = 0;   // s
    double shaft_torque_ = 0, shaft_inertia_ = 0;
};

}  // namespace synchrono::client::engine::internal

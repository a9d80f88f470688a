/// The engine, coupling, gearbox and shafts of one vehicle, which turn the throttle into a torque at the
/// propeller shaft.
#pragma once

#include <cstddef>
#include <optional>

#include "common/config/vehicle.hpp"

namespace synchrono::client::internal {

/// Reads values of a curve. It remembers its place, so that it finds arguments quickly that change little.
/// Threading: one thread.
class CurveReader {
  public:
    explicit CurveReader(const config::Curve& curve) : curve_(&curve) {}
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
    /// (1 is the first), or in one that suits the speed.
    void start(double shaft_speed, std::optional<int> gear);
    /// Advances by `dt` at this speed of the propeller shaft (rad/s). `load_inertia` (kg m^2) is that of the
    /// shaft and of all that it drives.
    void step(double throttle, double shaft_speed, double load_inertia, double dt);

    double shaft_torque() const { return shaft_torque_; }    // N m, in the last step
    double shaft_inertia() const { return shaft_inertia_; }  // kg m^2, of all that turns with the shaft
    double engine_rpm() const;
    int gear() const { return static_cast<int>(gear_) + 1; }

  private:
    double ratio() const { return spec_->gearbox.ratios[gear_]; }
    double engine_torque(double speed, double throttle);
    void shift(double throttle, double dt);
    /// Advances an engine with a torque converter. Returns the torque on the gearbox.
    double convert(double throttle, double turbine, double dt);
    /// Advances an engine with a clutch. Returns the torque on the gearbox.
    double clutch(double throttle, double plate, double load_inertia, double dt);

    const config::PowertrainSpec* spec_;
    CurveReader full_, closed_, capacity_, torque_ratio_;
    std::size_t gear_ = 0;
    double input_speed_ = 0;  // of the gearbox's input
    double engine_speed_ = 0;
    double since_shift_ = 0;
    double shaft_torque_ = 0, shaft_inertia_ = 0;
};

}  // namespace synchrono::client::internal

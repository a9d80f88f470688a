/// Engine, coupling, gearbox and shafts of one vehicle: from throttle to the torque at the axles.
#pragma once

#include <cstddef>
#include <optional>

#include "common/config/vehicle.hpp"

namespace synchrono::client::internal {

/// A curve that is looked up with rising or falling arguments: it remembers where it was.
/// Threading: one thread.
class CurveReader {
  public:
    explicit CurveReader(const config::Curve& curve) : curve_(&curve) {}
    double at(double x);

  private:
    const config::Curve* curve_;
    std::size_t place_ = 0;
};

/// Threading: one thread.  Borrows: its specification.
class Powertrain {
  public:
    explicit Powertrain(const config::PowertrainSpec& spec);

    /// Runs freely at this speed of the propeller shaft, in this gear (1 is the first) or the one that suits.
    void start(double shaft_speed, std::optional<int> gear);
    /// One step at this speed of the propeller shaft (rad/s), which turns `load_inertia` with it.
    void step(double throttle, double shaft_speed, double load_inertia, double dt);

    double shaft_torque() const { return shaft_torque_; }    // N m, of the last step
    double shaft_inertia() const { return shaft_inertia_; }  // kg m^2, everything that turns with the shaft
    double engine_rpm() const;
    int gear() const { return static_cast<int>(gear_) + 1; }

  private:
    double ratio() const { return spec_->gearbox.ratios[gear_]; }
    double engine_torque(double speed, double throttle);
    void shift(double throttle, double dt);
    double convert(double throttle, double turbine, double dt);
    double clutch(double throttle, double plate, double load_inertia, double dt);

    const config::PowertrainSpec* spec_;
    CurveReader full_, closed_, capacity_, torque_ratio_;
    std::size_t gear_ = 0;
    double input_speed_ = 0;  // of the gearbox
    double engine_speed_ = 0;
    double since_shift_ = 0;
    double shaft_torque_ = 0, shaft_inertia_ = 0;
};

}  // namespace synchrono::client::internal

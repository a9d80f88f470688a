#include "pcp/driving/pedals.hpp"

#include <algorithm>

namespace synchrono::pcp::driving {
namespace {

// The most by which the reference speed may differ from the real one, in m/s. Without a limit it would run
// away while a pedal is fully pressed.
constexpr double kReferenceReach = 0.5;
constexpr double kSpeedGain = 1.5;      // 1/s, from speed error to acceleration
constexpr double kLearnGain = 0.4;      // 1/s^2, from speed error to the rate of the learnt resistance
constexpr double kResistanceMax = 1.0;  // m/s^2, at most, for drag, rolling resistance and slope

}  // namespace

void press_pedals(const SynVehicle& vehicle, double speed, double acceleration, DriverInputs& inputs) {
    const double force = vehicle.mass_kg * acceleration;
    if (force > 0) {
        const double available = vehicle.drive_force_max_n * speed > vehicle.drive_power_max_w
                                     ? vehicle.drive_power_max_w / speed
                                     : vehicle.drive_force_max_n;
        inputs.throttle = available > 0 ? std::min(1.0, force / available) : 0;
    } else if (vehicle.brake_force_max_n > 0) {
        inputs.braking = std::min(1.0, -force / vehicle.brake_force_max_n);
    }
}

void Pedals::press(double speed, double acceleration, double dt, DriverInputs& inputs) {
    if (!has_reference_) reference_m_s_ = speed;
    has_reference_ = true;
    reference_m_s_ =
        std::clamp(reference_m_s_ + acceleration * dt, speed - kReferenceReach, speed + kReferenceReach);
    const double error = reference_m_s_ - speed;
    resistance_m_s2_ =
        std::clamp(resistance_m_s2_ + kLearnGain * error * dt, -kResistanceMax, kResistanceMax);
    press_pedals(vehicle_, speed, acceleration + kSpeedGain * error + resistance_m_s2_, inputs);
}

void Pedals::stand(DriverInputs& inputs) {
    has_reference_ = false;
    resistance_m_s2_ = std::max(0.0, resistance_m_s2_);
    inputs.braking = 0.5;
}

}  // namespace synchrono::pcp::driving

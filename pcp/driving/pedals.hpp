/// Turns the acceleration that a pilot wants into positions of the pedals.
#pragma once

#include "pcp/pilot.hpp"

namespace synchrono::pcp {

/// Sets throttle or braking for an acceleration; a negative one brakes. Ignores drag, slopes and rolling
/// resistance: the caller adds what they need.
void press_pedals(const SynVehicle& vehicle, double speed_m_s, double acceleration_m_s2,
                  DriverInputs& inputs);

/// Makes a vehicle accelerate as wanted, by learning what drag, slopes and rolling resistance need on top.
/// Threading: one thread.
class Pedals {
  public:
    explicit Pedals(const SynVehicle& vehicle) : vehicle_(vehicle) {}

    /// Sets throttle or braking for a wanted acceleration. `speed_m_s` is the present speed, `dt` the time
    /// since the last call in seconds.
    void press(double speed_m_s, double acceleration_m_s2, double dt, DriverInputs& inputs);
    /// Sets the brake so that the vehicle stays where it stands.
    void stand(DriverInputs& inputs);

  private:
    SynVehicle vehicle_;
    double reference_m_s_ = 0;    // the speed if the vehicle had accelerated exactly as wanted
    double resistance_m_s2_ = 0;  // learnt
    bool holds_ = false;          // whether reference_m_s_ is valid
};

}  // namespace synchrono::pcp

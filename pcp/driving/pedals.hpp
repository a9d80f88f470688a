/// Converts the acceleration that a pilot wants into positions of the pedals.
#pragma once

#include "pcp/pilot.hpp"

namespace synchrono::pcp::driving {

/// Sets throttle or braking for an acceleration; a negative acceleration brakes. Ignores drag, slopes and
/// rolling resistance: the caller adds the acceleration that makes up for them.
void press_pedals(const SynVehicle& vehicle, double speed_m_s, double acceleration_m_s2,
                  DriverInputs& inputs);

/// Makes a vehicle accelerate as wanted: learns how much drag, slopes and rolling resistance slow it down,
/// and makes up for that.
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
    double reference_m_s_ = 0;    // the speed if the vehicle accelerated as wanted; near the real speed
    double resistance_m_s2_ = 0;  // learnt; added to the wanted acceleration
    bool has_reference_ = false;  // whether reference_m_s_ is valid
};

}  // namespace synchrono::pcp::driving

/// From an acceleration that a pilot wants to its pedals.
#pragma once

#include "pcp/pilot.hpp"

namespace synchrono::pcp {

/// Throttle or braking for an acceleration; less than 0 brakes. Drag, slopes and the vehicle's own
/// resistance are the caller's business.
void press_pedals(const SynVehicle& vehicle, double speed_m_s, double acceleration_m_s2,
                  DriverInputs& inputs);

/// Keeps an acceleration that changes from time to time, whatever resists it.
/// Threading: one thread.
class Pedals {
  public:
    explicit Pedals(const SynVehicle& vehicle) : vehicle_(vehicle) {}

    /// `dt` is the time since the last call; `speed` what it has come to.
    void press(double speed_m_s, double acceleration_m_s2, double dt, DriverInputs& inputs);
    /// Holds the vehicle where it is.
    void stand(DriverInputs& inputs);

  private:
    SynVehicle vehicle_;
    double reference_m_s_ = 0;  // where the speed would be, had the vehicle done as it was told
    double resistance_m_s2_ = 0;
    bool holds_ = false;  // the reference
};

}  // namespace synchrono::pcp

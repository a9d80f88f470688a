/// Steers a vehicle onto a line: leads the rear axle along an arc to a point of the line ahead. Learns from
/// the yaw rate how much more steering the vehicle needs in a fast turn than in a slow one (its understeer).
#pragma once

#include "pcp/driving/plane.hpp"

namespace synchrono::pcp::driving {

/// The place of the rear axle and the unit direction in which it moves. At low speed the direction is the
/// vehicle's heading.
struct RearAxle {
    Point at, course;
};

/// Computes steering inputs and keeps the learnt understeer.
/// Threading: one thread.
class Steering {
  public:
    explicit Steering(const SynVehicle& vehicle) : vehicle_(vehicle) {}

    RearAxle rear_axle(const Ego& ego) const;
    /// Returns how far ahead of the rear axle the target of steer() should be.
    static double look_ahead_m(double speed_m_s);
    /// Returns the steering input towards `target`, -1 (right) to 1 (left). `dt` is the time since the last
    /// call in seconds.
    double steer(const Ego& ego, const RearAxle& rear, Point target, double dt);

  private:
    static constexpr double kUndersteer = 0.002;  // rad per m/s^2 of lateral acceleration, before learning

    SynVehicle vehicle_;
    double understeer_ = kUndersteer;
};

}  // namespace synchrono::pcp::driving

/// How a pilot steers onto a line: the rear axle is led along an arc to a point of the line ahead. How much
/// more the vehicle must be steered in a fast turn than in a slow one is learnt from its yaw rate.
#pragma once

#include "pcp/driving/plane.hpp"

namespace synchrono::pcp {

/// Where the rear axle is, and where it is going.
struct RearAxle {
    Point at, course;
};

/// Threading: one thread.
class Steering {
  public:
    explicit Steering(const SynVehicle& vehicle) : vehicle_(vehicle) {}

    RearAxle rear_axle(const Ego& ego) const;
    /// How far ahead of the rear axle the point is to be that is steered for.
    static double look_ahead_m(double speed_m_s);
    /// -1 (right) to 1 (left): towards `target`. `dt` is the time since the last call.
    double steer(const Ego& ego, const RearAxle& rear, Point target, double dt);

  private:
    static constexpr double kUndersteer = 0.002;  // rad per m/s^2 of lateral acceleration: usual, at first

    SynVehicle vehicle_;
    double understeer_ = kUndersteer;
};

}  // namespace synchrono::pcp

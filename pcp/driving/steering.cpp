#include "pcp/driving/steering.hpp"

#include <algorithm>

namespace synchrono::pcp::driving {
namespace {

constexpr double kLookAheadTime = 1.0;   // s
constexpr double kLookAheadMin = 4.0;    // m
constexpr double kUndersteerGain = 0.5;  // 1/s, how fast the understeer is learnt
constexpr double kUndersteerMax = 0.02;  // rad per m/s^2
constexpr double kYawGain = 1.0;         // share of the steering for the missing yaw rate that is added
constexpr double kPullMax = 8.0;         // m/s^2 of lateral acceleration that steering can reach, at most
constexpr double kCourseSpeed = 3.0;     // m/s; below it the course is taken to be the heading

/// Returns atan(t) with an error of at most 0.001 rad for |t| <= 0.7 and 0.015 rad for |t| <= 1.2, which is
/// good enough for a driver. std::atan may round differently on other machines.
double small_atan(double t) { return t * (15 + 4 * t * t) / (15 + 9 * t * t); }

}  // namespace

RearAxle Steering::rear_axle(const Ego& ego) const {
    const double rear_m = vehicle_.wheelbase_m - vehicle_.cg_to_front_axle_m;
    RearAxle rear{ego.at - ego.heading * rear_m, ego.heading};
    if (ego.speed() > kCourseSpeed) {
        const Point velocity = ego.velocity - left_of(ego.heading) * (rear_m * ego.yaw_rate);
        rear.course = velocity * (1 / std::sqrt(dot(velocity, velocity)));
    }
    return rear;
}

double Steering::look_ahead_m(double speed_m_s) {
    return std::max(kLookAheadMin, kLookAheadTime * speed_m_s);
}

double Steering::steer(const Ego& ego, const RearAxle& rear, Point target, double dt) {
    const double speed = ego.speed();
    const Point to_target = target - rear.at;
    const double distance_squared = std::max(dot(to_target, to_target), 1.0);
    const double curvature = 2 * cross(rear.course, to_target) / distance_squared;

    const double tangent = std::clamp(vehicle_.wheelbase_m * curvature, -1.2, 1.2);
    double angle = small_atan(tangent);
    if (speed > kCourseSpeed) {
        const double pull = std::clamp(curvature * speed * speed, -kPullMax, kPullMax);
        const double missing = curvature - ego.yaw_rate / speed;
        understeer_ = std::clamp(
            understeer_ + kUndersteerGain * vehicle_.wheelbase_m * missing * pull / (1 + pull * pull) * dt,
            0.0, kUndersteerMax);
        const double angle_per_curvature = vehicle_.wheelbase_m + understeer_ * speed * speed;
        // Adds steering for the missing yaw rate, which brings the vehicle into a turn sooner. Without this
        // part a heavy vehicle weaves.
        angle += understeer_ * pull + std::clamp(kYawGain * angle_per_curvature * missing, -0.1, 0.1);
    }
    if (!(vehicle_.steering_angle_max_rad > 0)) return 0;
    return std::clamp(angle / vehicle_.steering_angle_max_rad, -1.0, 1.0);
}

}  // namespace synchrono::pcp::driving

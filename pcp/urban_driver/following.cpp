#include "pcp/urban_driver/following.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr double kSlowGain = 1.5;    // 1/s, from speed error to acceleration near the wanted speed
constexpr double kBeforeLine = 0.6;  // m between the front and the line, once standing
constexpr double kEndless = 1e6;     // s

}  // namespace

double free_acceleration(const Manner& manner, double speed, double wanted) {
    if (wanted < 0.1) return -manner.braking_m_s2;
    if (speed > wanted) return std::max(-manner.hard_braking_m_s2, kSlowGain * (wanted - speed));
    const double share = speed / wanted, squared = share * share;
    // Near the wanted speed the gain is the same as that of the braking above.
    return std::min(manner.acceleration_m_s2 * (1 - squared * squared), kSlowGain * (wanted - speed));
}

double follow_acceleration(const Manner& manner, double speed, double gap, double leader_speed) {
    const double closing = speed - leader_speed;
    const double wish =
        manner.standstill_gap_m +
        std::max(0.0, speed * manner.time_gap_s +
                          speed * closing / (2 * std::sqrt(manner.acceleration_m_s2 * manner.braking_m_s2)));
    const double share = wish / std::max(gap, 0.1);
    const double idm = manner.acceleration_m_s2 * (1 - share * share);
    // A gap that is too small but does not close needs no hard braking, only comfortable braking.
    double limit = -manner.hard_braking_m_s2;
    if (closing <= 0 && gap > 0.5) limit = -manner.braking_m_s2;
    return std::max(idm, limit);
}

double braking_needed(double speed, double distance) {
    return speed > 0 ? speed * speed / (2 * std::max(distance, 0.05)) : 0;
}

double stop_acceleration(const Manner& manner, double speed, double distance, double go) {
    if (distance < kBeforeLine && speed < 1.0) return -manner.braking_m_s2;
    const double need = braking_needed(speed, distance - kBeforeLine);
    const double from = 0.5 * manner.braking_m_s2, full = 0.75 * manner.braking_m_s2;
    const double share = std::clamp((need - from) / (full - from), 0.0, 1.0);
    return std::max(std::min(go, go * (1 - share) - need * share), -manner.hard_braking_m_s2);
}

double travel_s(double distance, double speed, double acceleration, double speed_max) {
    if (distance <= 0) return 0;
    const double from = std::max(speed, 0.0), top = std::max(speed_max, from);
    if (acceleration <= 1e-6) return from > 1e-3 ? distance / from : kEndless;
    const double run_up = (top * top - from * from) / (2 * acceleration);
    if (distance < run_up)
        return (std::sqrt(from * from + 2 * acceleration * distance) - from) / acceleration;
    return (top - from) / acceleration + (distance - run_up) / std::max(top, 1e-3);
}

}  // namespace synchrono::pcp::urban_driver

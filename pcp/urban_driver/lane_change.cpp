#include "pcp/urban_driver/lane_change.hpp"

#include <algorithm>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr double kBesideMargin = 1.0;  // m before and behind us that must be free in any case
constexpr double kOverTime = 3.2;      // s from one lane to the other
constexpr double kOverLengths = 3.0;   // lengths of the vehicle from one lane to the other
constexpr double kOverLengthsMin = 2.2;
constexpr double kOverMin = 14;  // m from one lane to the other
constexpr double kEasy = 1.5;    // m/s^2 of braking, at most, that a change may cause
constexpr double kUrgent = 3.0;  // m/s^2, the same for a change that is urgent

}  // namespace

LaneBeside lane_beside(std::span<const NearBody> list, const OnTrack& ego, double middle_m, double width_m) {
    LaneBeside lane;
    for (const NearBody& n : list) {
        if (n.beside.right_m > middle_m + width_m / 2 - 0.2 || n.beside.left_m < middle_m - width_m / 2 + 0.2)
            continue;
        if (n.beside.from_m < ego.front_m + kBesideMargin && n.beside.to_m > ego.rear_m - kBesideMargin) {
            lane.beside_us = n.body;
        } else if (n.beside.from_m >= ego.front_m) {
            if (n.beside.from_m - ego.front_m < lane.ahead_m) {
                lane.ahead_m = n.beside.from_m - ego.front_m;
                lane.ahead_m_s = std::max(0.0, n.along_m_s);
            }
        } else if (n.body->kind == SYN_OTHER_VEHICLE && ego.rear_m - n.beside.to_m < lane.behind_m) {
            lane.behind_m = ego.rear_m - n.beside.to_m;
            lane.behind_m_s = std::max(0.0, n.along_m_s);
        }
    }
    return lane;
}

bool may_change(const Manner& manner, const OnTrack& ego, const LaneBeside& lane, double urgency) {
    if (lane.beside_us != nullptr) return false;
    const double braking = kEasy + (kUrgent - kEasy) * std::clamp(urgency, 0.0, 1.0);
    Manner tight = manner;
    tight.time_gap_s = manner.time_gap_s * (1 - 0.5 * urgency);
    if (lane.ahead_m != kNobody &&
        follow_acceleration(tight, ego.speed_m_s, lane.ahead_m, lane.ahead_m_s) < -braking)
        return false;
    return lane.behind_m == kNobody ||
           follow_acceleration(tight, lane.behind_m_s, lane.behind_m, ego.speed_m_s) >= -braking;
}

double change_length_m(const OnTrack& ego) {
    return std::max({kOverTime * ego.speed_m_s, kOverLengths * ego.length_m, kOverMin});
}

double change_length_min_m(const OnTrack& ego) {
    return std::max({0.6 * kOverTime * ego.speed_m_s, kOverLengthsMin * ego.length_m, 0.8 * kOverMin});
}

}  // namespace synchrono::pcp::urban_driver

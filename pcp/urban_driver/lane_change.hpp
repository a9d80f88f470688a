/// Decides whether the lane beside the ego's has room for it, and how long a change of lanes takes.
#pragma once

#include <span>

#include "pcp/urban_driver/following.hpp"
#include "pcp/urban_driver/neighbourhood.hpp"

namespace synchrono::pcp::urban_driver {

/// The nearest others in the lane beside the ego's, measured along the ego's track.
struct LaneBeside {
    const Body* beside_us = nullptr;            // is level with the ego, or nearly so
    double ahead_m = kNobody, ahead_m_s = 0;    // gap to the next one ahead, and its speed
    double behind_m = kNobody, behind_m_s = 0;  // the same for the next vehicle behind
};

/// Finds the nearest others in the lane whose middle is `middle_m` to the left of the track.
LaneBeside lane_beside(std::span<const NearBody> list, const OnTrack& ego, double middle_m, double width_m);

/// Returns whether the ego may change to the lane. The greater `urgency`, which is from 0 to 1, the harder
/// the change may make the ego or the vehicle behind it brake.
bool may_change(const Manner& manner, const OnTrack& ego, const LaneBeside& lane, double urgency);

/// Returns the length of track that a comfortable change of lanes takes.
double change_length_m(const OnTrack& ego);
/// Returns the shortest length in which the vehicle can change lanes.
double change_length_min_m(const OnTrack& ego);

}  // namespace synchrono::pcp::urban_driver

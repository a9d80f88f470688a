/// Whether there is room in the lane beside.
#pragma once

#include <span>

#include "pcp/urban_driver/following.hpp"
#include "pcp/urban_driver/neighbourhood.hpp"

namespace synchrono::pcp {

/// Who is next in the lane beside, along our own track.
struct LaneBeside {
    const Body* beside_us = nullptr;  // somebody who overlaps us
    double ahead_m = kNobody, ahead_m_s = 0;
    double behind_m = kNobody, behind_m_s = 0;
};

/// Of the lane whose middle is `middle_m` to the left of the track.
LaneBeside lane_beside(std::span<const Neighbour> list, const OnTrack& ego, double middle_m, double width_m);

/// `urgency` from 0 to 1: how hard one may make the one behind brake, and brake oneself.
bool may_change(const Manner& manner, const OnTrack& ego, const LaneBeside& lane, double urgency);

/// How long the way from one lane to the other is.
double change_length_m(const OnTrack& ego);
/// And the least that the vehicle can do it in, slowly.
double change_length_min_m(const OnTrack& ego);

}  // namespace synchrono::pcp

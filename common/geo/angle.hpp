/// Factors between degrees and radians. Angles are in radians unless a name ends in `_deg`.
#pragma once

#include <numbers>

namespace synchrono::geo {

/// One degree, in radians.
inline constexpr double kRad = std::numbers::pi / 180;
/// One radian, in degrees.
inline constexpr double kDeg = 180 / std::numbers::pi;

}  // namespace synchrono::geo

/// Angles are in radians, but where a name says `_deg`.
#pragma once

#include <numbers>

namespace synchrono::geo {

/// A degree, in radians.
inline constexpr double kRad = std::numbers::pi / 180;
/// A radian, in degrees.
inline constexpr double kDeg = 180 / std::numbers::pi;

}  // namespace synchrono::geo

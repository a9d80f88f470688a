/// Angles are in radians, but where a name says `_deg`.
#pragma once

#include <numbers>

namespace synchrono::geo {

/// A degree.
inline constexpr double kRad = std::numbers::pi / 180;

}  // namespace synchrono::geo

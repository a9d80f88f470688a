/// Gravity. The simulated world has a rounded value of its own, the same as Chrono's; standards and data
/// sheets mean the exact standard value when they state accelerations in g.
#pragma once

namespace synchrono::geo {

/// Gravity in the simulated world, for every engine, for accelerometers and for code that subtracts gravity
/// from their samples.
inline constexpr double kGravity = 9.81;  // m/s^2
/// The unit g.
inline constexpr double kStandardGravity = 9.80665;  // m/s^2

}  // namespace synchrono::geo

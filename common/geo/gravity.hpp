/// Gravity. The world that engines simulate has a rounded value of its own, the same as Chrono's; standards
/// and data sheets mean the exact one when they say g.
#pragma once

namespace synchrono::geo {

/// Gravity in the simulated world, for every engine, for the sensors that feel it and for code that
/// subtracts it from their samples.
inline constexpr double kGravity = 9.81;  // m/s^2
/// The unit g.
inline constexpr double kStandardGravity = 9.80665;  // m/s^2

}  // namespace synchrono::geo

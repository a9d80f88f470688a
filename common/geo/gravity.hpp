/// How strongly bodies are drawn down. The world that engines simulate has a rounded number of its own, which
/// is Chrono's; standards and data sheets mean the exact one when they say g.
#pragma once

namespace synchrono::geo {

/// In the world, for every engine, for the sensors that feel it and for whoever takes it out of what they
/// tell.
inline constexpr double kGravity = 9.81;  // m/s^2
/// The unit g.
inline constexpr double kStandardGravity = 9.80665;  // m/s^2

}  // namespace synchrono::geo

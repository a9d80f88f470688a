/// Accelerations for driving freely, behind someone and up to a line. Each is the most that its cause
/// permits; the vehicle takes the least of them.
#pragma once

namespace synchrono::pcp::urban_driver {

/// How briskly a pilot drives.
struct Manner {
    double acceleration_m_s2 = 1.8;  // at most
    double braking_m_s2 = 2.0;       // comfortable
    double hard_braking_m_s2 = 7.0;  // in an emergency
    double time_gap_s = 1.4;
    double standstill_gap_m = 2.5;
};

/// Returns the acceleration towards a wanted speed.
double free_acceleration(const Manner& manner, double speed_m_s, double wanted_m_s);

/// Returns the acceleration behind someone, by the interaction term of the Intelligent Driver Model (Treiber,
/// Hennecke and Helbing, 2000). The gap is between the bodies.
double follow_acceleration(const Manner& manner, double speed_m_s, double gap_m, double leader_speed_m_s);

/// Returns the acceleration with which the vehicle stops before a line that is `distance_m` ahead of its
/// front. `go_m_s2` is its acceleration without the line.
double stop_acceleration(const Manner& manner, double speed_m_s, double distance_m, double go_m_s2);

/// Returns the constant deceleration in m/s^2 that stops the vehicle within a distance.
double braking_needed(double speed_m_s, double distance_m);

/// Returns how many seconds a vehicle takes for a distance if it accelerates from `speed_m_s` up to
/// `speed_max_m_s` and then keeps that speed; 1e6 if it neither moves nor accelerates.
double travel_s(double distance_m, double speed_m_s, double acceleration_m_s2, double speed_max_m_s);

}  // namespace synchrono::pcp::urban_driver

/// How fast to go behind someone, up to a line, or freely: accelerations, each the most that its cause
/// permits. The least of them is what the vehicle does.
#pragma once

namespace synchrono::pcp {

struct Manner {
    double acceleration_m_s2 = 1.8;  // at most
    double braking_m_s2 = 2.0;       // comfortable
    double hard_braking_m_s2 = 7.0;  // in need
    double time_gap_s = 1.4;
    double standstill_gap_m = 2.5;
};

/// Towards a speed.
double free_acceleration(const Manner& manner, double speed_m_s, double wanted_m_s);

/// Behind someone: the Intelligent Driver Model's interaction (Treiber, Hennecke and Helbing, 2000). The gap
/// is between the bodies.
double follow_acceleration(const Manner& manner, double speed_m_s, double gap_m, double leader_speed_m_s);

/// So as to stand before a line that is `distance_m` ahead of the front; `go_m_s2` is what would be done
/// without it.
double stop_acceleration(const Manner& manner, double speed_m_s, double distance_m, double go_m_s2);

/// How much must be braked to stand within a distance.
double braking_needed(double speed_m_s, double distance_m);

/// How long it takes from a speed, accelerating up to another and going on with that. Endless where it does
/// not get there.
double travel_s(double distance_m, double speed_m_s, double acceleration_m_s2, double speed_max_m_s);

}  // namespace synchrono::pcp

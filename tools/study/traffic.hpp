/// Computes the statistics of a run's traffic: each vehicle's distance, speeds, stops, hard braking and
/// delay, and their sums and means. docs/report.md defines every value.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/time/sim_time.hpp"
#include "tools/study/drives.hpp"
#include "tools/study/encounters.hpp"

namespace synchrono::tools::study {

/// The limits in the definitions of the statistics.
struct TrafficLimits {
    double standing_m_s = 0.3;                             // a slower vehicle stands
    SimDuration stop = SimDuration::seconds(2);            // a vehicle that stands longer has stopped
    double hard_braking_m_s2 = 4;                          // in hard braking the deceleration is stronger
    SimDuration braking = SimDuration::milliseconds(100);  // hard braking lasts at least this long
    double parked_m = 1;                                   // a vehicle that drives less in all is parked
};

/// A time, longer than TrafficLimits::stop, during which a vehicle stood.
struct Stop {
    SimTime from, until;
    geo::Vec2 place;
};
/// A time during which a vehicle braked hard.
struct HardBraking {
    SimTime time;          // of the strongest deceleration
    geo::Vec2 place;       // of the strongest deceleration
    double speed_m_s = 0;  // when the braking began
    double deceleration_m_s2 = 0;
};

/// The statistics of one drive.
struct DriveFigures {
    double present_s = 0;  // how long the agent was in the world
    double distance_m = 0;
    double speed_max_m_s = 0;
    bool parked = false;
    std::vector<Stop> stops = {};
    std::vector<HardBraking> hard_brakings = {};
    double free_s = 0;  // the time that the distance would have taken at free speed

    double speed_mean_m_s() const { return present_s > 0 ? distance_m / present_s : 0; }
    double waiting_s() const;
    double longest_stop_s() const;
    double delay_s() const { return present_s - free_s; }
};

/// Returns how fast a vehicle may drive at a place in the direction `yaw_rad`, in m/s, or nothing if
/// unknown.
using FreeSpeed = std::function<std::optional<double>(geo::Vec2 place, double z_m, double yaw_rad)>;

/// Computes the statistics of a drive. Uses the drive's own highest speed as its free speed if `free_speed`
/// is empty or returns nothing.
DriveFigures figures_of(const Drive& drive, const FreeSpeed& free_speed = {},
                        const TrafficLimits& limits = {});

/// The state of the traffic at one time: counts and a mean over the vehicles that are present.
struct TrafficMoment {
    SimTime time = {};
    std::size_t present = 0, standing = 0;
    double speed_mean_m_s = 0;
};
/// Returns moments that lie `every` apart, over the vehicles that are not parked. Requires one element of
/// `figures` for each drive, and `every` above 0.
std::vector<TrafficMoment> moments_of(const Drives& drives, const std::vector<DriveFigures>& figures,
                                      SimDuration every, const TrafficLimits& limits = {});

/// Counts of all agents, and sums and means over the vehicles that are not parked.
struct TrafficTotals {
    std::size_t vehicles = 0, pedestrians = 0, objects = 0, parked = 0;
    std::size_t arrived = 0;  // vehicles that left of their own accord
    std::size_t stops = 0, hard_brakings = 0;
    double distance_m = 0, waiting_s = 0;
    std::optional<double> mean_speed_m_s, mean_delay_s, mean_waiting_s;  // none without vehicles
};
/// Computes the totals. Requires one element of `figures` for each drive.
TrafficTotals totals_of(const Drives& drives, const std::vector<DriveFigures>& figures);

}  // namespace synchrono::tools::study

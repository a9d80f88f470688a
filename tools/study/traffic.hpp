/// How the traffic of a run went: each vehicle's distance, speeds, stops, hard braking and delay, and what
/// they come to together. docs/report.md defines each figure for users.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/time/sim_time.hpp"
#include "tools/study/drives.hpp"
#include "tools/study/encounters.hpp"

namespace synchrono::tools {

struct TrafficLimits {
    double standing_m_s = 0.3;                             // slower than this stands
    SimDuration stop = SimDuration::seconds(2);            // who stands longer than this has stopped
    double hard_braking_m_s2 = 4;                          // forward acceleration below minus this
    SimDuration braking = SimDuration::milliseconds(100);  // for at least as long
    double parked_m = 1;                                   // who drives less than this in all is parked
};

struct Stop {
    SimTime from, until;
    geo::Vec2 place;
};
struct HardBraking {
    SimTime time;  // of the strongest
    geo::Vec2 place;
    double speed_m_s = 0;
    double deceleration_m_s2 = 0;
};

/// What one drive came to.
struct DriveFigures {
    double present_s = 0;  // in the world
    double distance_m = 0;
    double speed_max_m_s = 0;
    bool parked = false;
    std::vector<Stop> stops = {};
    std::vector<HardBraking> hard_brakings = {};
    double free_s = 0;  // the distance at free speed would have taken this long

    double speed_mean_m_s() const { return present_s > 0 ? distance_m / present_s : 0; }
    double waiting_s() const;
    double longest_stop_s() const;
    double delay_s() const { return present_s - free_s; }
};

/// How fast one may go at a place, along a course; nothing where that is not known.
using FreeSpeed = std::function<std::optional<double>(geo::Vec2 place, double z_m, double yaw_rad)>;

/// Where `free_speed` is empty or knows nothing, the free speed is the drive's own highest.
DriveFigures figures_of(const Drive& drive, const FreeSpeed& free_speed = {},
                        const TrafficLimits& limits = {});

/// What happens at a time to several of a run's drives: means over those present.
struct TrafficMoment {
    SimTime time = {};
    std::size_t present = 0, standing = 0;
    double speed_mean_m_s = 0;
};
/// Of vehicles that are not parked, every `every`.
std::vector<TrafficMoment> moments_of(const Drives& drives, const std::vector<DriveFigures>& figures,
                                      SimDuration every, const TrafficLimits& limits = {});

/// Sums and means over the vehicles that are not parked.
struct TrafficTotals {
    std::size_t vehicles = 0, pedestrians = 0, things = 0, parked = 0;
    std::size_t arrived = 0;
    std::size_t stops = 0, hard_brakings = 0;
    double distance_m = 0, waiting_s = 0;
    std::optional<double> mean_speed_m_s, mean_delay_s, mean_waiting_s;  // none without vehicles
};
/// Requires as many figures as there are drives.
TrafficTotals totals_of(const Drives& drives, const std::vector<DriveFigures>& figures);

}  // namespace synchrono::tools

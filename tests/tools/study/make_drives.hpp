/// Makes drives for the tests of a study: straight drives at constant speed, and drives that a function of
/// time describes.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "tools/study/drives.hpp"

namespace synchrono::tools::study::testing {

inline constexpr SimDuration kStep = SimDuration::milliseconds(10);

inline SimTime at_s(double seconds) {
    return SimTime::nanoseconds(static_cast<std::int64_t>(std::llround(seconds * 1e9)));
}

/// Returns a drive of a body of 4 m by 2 m, with a sample every 10 ms from `from_s` to `until_s`; `state`
/// returns the sample for a time in seconds.
inline Drive drive_by(std::string name, double from_s, double until_s,
                      const std::function<Sample(double second)>& state) {
    Drive drive{.name = std::move(name), .length_m = 4, .width_m = 2};
    for (SimTime now = at_s(from_s); now <= at_s(until_s); now = now + kStep) {
        Sample sample = state(now.to_seconds());
        sample.time_ns = now.count_ns();
        drive.samples.push_back(sample);
    }
    return drive;
}

/// Returns a straight drive from `start` at time 0 with this velocity, nose ahead. A body that stands has
/// the heading `yaw_rad`.
inline Drive straight(std::string name, geo::Vec2 start, geo::Vec2 velocity, double until_s,
                      double yaw_rad = 0) {
    return drive_by(std::move(name), 0, until_s, [=](double t) {
        const geo::Vec2 place = start + velocity * t;
        const double yaw = length(velocity) > 0 ? std::atan2(velocity.y, velocity.x) : yaw_rad;
        return Sample{.x_m = place.x,
                      .y_m = place.y,
                      .yaw_rad = static_cast<float>(yaw),
                      .vx_m_s = static_cast<float>(velocity.x),
                      .vy_m_s = static_cast<float>(velocity.y)};
    });
}

/// Returns these drives as those of one run.
inline Drives together(std::vector<Drive> all) {
    Drives drives{.step = kStep, .drives = std::move(all)};
    for (const Drive& drive : drives.drives) drives.end = std::max(drives.end, drive.last());
    return drives;
}

}  // namespace synchrono::tools::study::testing

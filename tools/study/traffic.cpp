#include "tools/study/traffic.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono::tools::study {
namespace {

/// A distance is the sum of straight lines, each over at least this time, so that a body that stands and
/// shakes covers almost no distance.
constexpr SimDuration kStride = SimDuration::milliseconds(50);

double speed_of(const Sample& s) { return std::hypot(double{s.vx_m_s}, double{s.vy_m_s}); }
geo::Vec2 place_of(const Sample& s) { return {s.x_m, s.y_m}; }
SimTime time_of(const Sample& s) { return SimTime::nanoseconds(s.time_ns); }

/// Calls `visit(first, last)` for each sequence of samples, as long as possible and without a gap in time,
/// that all satisfy `holds`.
template <typename Holds, typename Visit>
void each_stretch(const std::vector<Sample>& samples, const Holds& holds, const Visit& visit) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= samples.size(); ++i) {
        const bool goes_on =
            i < samples.size() && holds(samples[i]) &&
            (i == begin || time_of(samples[i]) - time_of(samples[i - 1]) <= DriveCursor::kGap);
        if (goes_on) continue;
        if (i > begin) visit(begin, i - 1);
        begin = i < samples.size() && holds(samples[i]) ? i : i + 1;
    }
}

}  // namespace

double DriveFigures::waiting_s() const {
    double sum = 0;
    for (const Stop& stop : stops) sum += (stop.until - stop.from).to_seconds();
    return sum;
}

double DriveFigures::longest_stop_s() const {
    double longest = 0;
    for (const Stop& stop : stops) longest = std::max(longest, (stop.until - stop.from).to_seconds());
    return longest;
}

DriveFigures figures_of(const Drive& drive, const FreeSpeed& free_speed, const TrafficLimits& limits) {
    DriveFigures figures;
    const auto& samples = drive.samples;
    for (const Sample& s : samples) figures.speed_max_m_s = std::max(figures.speed_max_m_s, speed_of(s));
    for (std::size_t i = 1, before = 0; i < samples.size(); ++i) {
        const Sample &a = samples[before], &b = samples[i];
        const bool gap = time_of(b) - time_of(samples[i - 1]) > DriveCursor::kGap;
        const bool last = i + 1 == samples.size();
        if (!gap && !last && time_of(b) - time_of(a) < kStride) continue;
        before = i;
        if (gap) continue;
        const double way_m = length(place_of(b) - place_of(a));
        figures.present_s += (time_of(b) - time_of(a)).to_seconds();
        figures.distance_m += way_m;
        const auto allowed = free_speed ? free_speed(place_of(b), b.z_m, b.yaw_rad) : std::nullopt;
        const double free_m_s = allowed.value_or(figures.speed_max_m_s);
        if (free_m_s > 0) figures.free_s += way_m / free_m_s;
    }
    figures.parked = figures.distance_m < limits.parked_m;
    each_stretch(
        samples, [&](const Sample& s) { return speed_of(s) < limits.standing_m_s; },
        [&](std::size_t first, std::size_t last) {
            const SimTime from = time_of(samples[first]), until = time_of(samples[last]);
            if (until - from > limits.stop) figures.stops.push_back({from, until, place_of(samples[first])});
        });
    each_stretch(
        samples, [&](const Sample& s) { return s.acceleration_m_s2 < -limits.hard_braking_m_s2; },
        [&](std::size_t first, std::size_t last) {
            if (time_of(samples[last]) - time_of(samples[first]) < limits.braking) return;
            const auto strongest = std::min_element(
                samples.begin() + static_cast<std::ptrdiff_t>(first),
                samples.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                [](const Sample& a, const Sample& b) { return a.acceleration_m_s2 < b.acceleration_m_s2; });
            figures.hard_brakings.push_back({time_of(*strongest), place_of(*strongest),
                                             speed_of(samples[first]),
                                             -double{strongest->acceleration_m_s2}});
        });
    return figures;
}

std::vector<TrafficMoment> moments_of(const Drives& drives, const std::vector<DriveFigures>& figures,
                                      SimDuration every, const TrafficLimits& limits) {
    SYN_REQUIRE(figures.size() == drives.drives.size() && every > SimDuration{});
    std::vector<DriveCursor> cursors(drives.drives.begin(), drives.drives.end());
    std::vector<TrafficMoment> moments;
    for (SimTime now; now <= drives.end; now = now + every) {
        TrafficMoment moment{.time = now};
        for (std::size_t i = 0; i < cursors.size(); ++i) {
            if (drives.drives[i].kind != Drive::Kind::vehicle || figures[i].parked) continue;
            const auto pose = cursors[i].at(now);
            if (!pose) continue;
            ++moment.present;
            if (pose->speed_m_s() < limits.standing_m_s) ++moment.standing;
            moment.speed_mean_m_s += pose->speed_m_s();
        }
        if (moment.present > 0) moment.speed_mean_m_s /= static_cast<double>(moment.present);
        moments.push_back(moment);
    }
    return moments;
}

TrafficTotals totals_of(const Drives& drives, const std::vector<DriveFigures>& figures) {
    SYN_REQUIRE(figures.size() == drives.drives.size());
    TrafficTotals totals;
    double present_s = 0, delay_s = 0;
    std::size_t moving = 0;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const Drive& drive = drives.drives[i];
        const DriveFigures& of = figures[i];
        if (drive.kind == Drive::Kind::pedestrian) ++totals.pedestrians;
        if (drive.kind == Drive::Kind::object) ++totals.objects;
        if (drive.kind != Drive::Kind::vehicle) continue;
        ++totals.vehicles;
        if (drive.left_at) ++totals.arrived;
        if (of.parked) {
            ++totals.parked;
            continue;
        }
        ++moving;
        totals.stops += of.stops.size();
        totals.hard_brakings += of.hard_brakings.size();
        totals.distance_m += of.distance_m;
        totals.waiting_s += of.waiting_s();
        present_s += of.present_s;
        delay_s += of.delay_s();
    }
    if (moving == 0) return totals;
    totals.mean_speed_m_s = present_s > 0 ? totals.distance_m / present_s : 0;
    totals.mean_delay_s = delay_s / static_cast<double>(moving);
    totals.mean_waiting_s = totals.waiting_s / static_cast<double>(moving);
    return totals;
}

}  // namespace synchrono::tools::study

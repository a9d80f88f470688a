#include "pcp/urban_driver/track.hpp"

#include <algorithm>
#include <limits>

#include "pcp/urban_driver/route_plan.hpp"

namespace synchrono::pcp::urban_driver {
namespace {

constexpr std::size_t kAlongReach = 2;      // samples to either side from which the direction is taken
constexpr std::size_t kCurvatureReach = 5;  // samples to either side from which the curvature is taken
constexpr double kBoxStep = 2;              // m between the points of a box's middle line, at most

/// Returns the point `s_m` along a way's middle. The search begins at point number `hint` and raises `hint`,
/// which makes calls with growing distances quick.
driving::Point middle_at(const SynWay& way, double s_m, std::uint32_t& hint) {
    const auto p = points(way);
    if (p.size() == 1) return driving::flat(p[0].position);
    while (hint + 2 < p.size() && p[hint + 1].s_m <= s_m) ++hint;
    const driving::Point a = driving::flat(p[hint].position), b = driving::flat(p[hint + 1].position);
    const double run = p[hint + 1].s_m - p[hint].s_m;
    return run > 1e-9 ? a + (b - a) * ((s_m - p[hint].s_m) / run) : a;
}

}  // namespace

OnWay project(const SynWay& way, driving::Point p) {
    OnWay best;
    double best_squared = std::numeric_limits<double>::max();
    const auto list = points(way);
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
        const driving::Point a = driving::flat(list[i].position), b = driving::flat(list[i + 1].position);
        const driving::Point ab = b - a;
        const double run_squared = driving::dot(ab, ab);
        if (run_squared < 1e-12) continue;
        const double share = driving::dot(p - a, ab) / run_squared;
        const driving::Point off = p - (a + ab * std::clamp(share, 0.0, 1.0));
        const double squared = driving::dot(off, off);
        if (squared >= best_squared) continue;
        best_squared = squared;
        const double run = list[i + 1].s_m - list[i].s_m;
        best.along = ab * (1 / std::sqrt(run_squared));
        best.s_m = list[i].s_m + std::clamp(share, 0.0, 1.0) * run;
        best.t_m = driving::cross(best.along, p - a);
        best.at_end = i == 0 && share < 0 ? -1 : i + 2 == list.size() && share > 1 ? 1 : 0;
    }
    return best;
}

double Track::aside_at(double s_m) const {
    const double t = std::clamp((s_m - swing_from_m_) / swing_within_m_, 0.0, 1.0);
    return from_aside_m_ + (aim_m_ - from_aside_m_) * (t * t * t * (10 + t * (6 * t - 15)));
}

void Track::restart(std::uint32_t way, double s_m, double aside_m) {
    samples_.clear();
    legs_.clear();
    begin_m_ = 0;
    swing_from_m_ = 0;
    from_aside_m_ = aim_m_ = aside_m;
    legs_.push_back({way, -s_m, map_.ways()[way].length_m - s_m});
    sample_to_end();
}

void Track::swing(double from_m, double aim_m, double within_m) {
    const double from = std::clamp(from_m, begin_m_, end_m());
    from_aside_m_ = aside_at(from);
    swing_from_m_ = from;
    swing_within_m_ = std::max(within_m, kStep);
    aim_m_ = aim_m;
    samples_.resize(index_at(from) + 1);
    sample_to_end();
}

void Track::extend(std::uint32_t way) {
    const double from = legs_.back().to_m;
    legs_.push_back({way, from, from + map_.ways()[way].length_m});
    sample_to_end();
}

void Track::forget(double at_m, double keep_m) {
    const double until = at_m - keep_m;
    if (until <= begin_m_) return;
    const auto count = std::min(static_cast<std::size_t>((until - begin_m_) / kStep), samples_.size() - 1);
    samples_.erase(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(count));
    begin_m_ += kStep * static_cast<double>(count);
    while (legs_.size() > 1 && legs_.front().to_m < begin_m_) legs_.erase(legs_.begin());
}

void Track::sample_to_end() {
    const std::size_t old = samples_.size();
    std::size_t leg = 0;
    std::uint32_t hint = 0, hint_back = 0, hint_on = 0;
    for (;;) {
        const double s = begin_m_ + kStep * static_cast<double>(samples_.size());
        if (s > legs_.back().to_m && !samples_.empty()) break;
        while (leg + 1 < legs_.size() && s > legs_[leg].to_m) {
            ++leg;
            hint = hint_back = hint_on = 0;
        }
        const SynWay& way = map_.ways()[legs_[leg].way];
        const double way_s = s - legs_[leg].from_m;
        Sample sample;
        sample.at = middle_at(way, way_s, hint);
        sample.limit_m_s = speed_limit_m_s(way);
        sample.width_m = points(way)[hint].width_m;
        sample.junction = way.junction != SYN_NONE;
        sample.aside_m = aside_at(s);
        if (sample.aside_m != 0) {
            const driving::Point along = driving::direction_of(middle_at(way, way_s + 2 * kStep, hint_on) -
                                                               middle_at(way, way_s - 2 * kStep, hint_back));
            sample.at = sample.at + driving::left_of(along) * sample.aside_m;
        }
        samples_.push_back(sample);
    }
    refine(old > kCurvatureReach ? old - kCurvatureReach : 0);
}

void Track::refine(std::size_t first) {
    const std::size_t last = samples_.size() - 1;
    for (std::size_t i = first; i <= last; ++i) {
        const driving::Point a = samples_[i >= kAlongReach ? i - kAlongReach : 0].at;
        const driving::Point b = samples_[std::min(i + kAlongReach, last)].at;
        samples_[i].along =
            driving::direction_of(b - a, i > 0 ? samples_[i - 1].along : driving::Point{1, 0});
        const std::size_t reach = std::min({kCurvatureReach, i, last - i});
        if (reach < 2) {
            samples_[i].curvature = 0;
            continue;
        }
        // The curvature is that of the circle through three samples.
        const driving::Point p = samples_[i - reach].at, q = samples_[i].at, r = samples_[i + reach].at;
        const double sides =
            std::sqrt(driving::dot(q - p, q - p) * driving::dot(r - q, r - q) * driving::dot(r - p, r - p));
        samples_[i].curvature = sides > 1e-9 ? 2 * driving::cross(q - p, r - q) / sides : 0;
    }
}

const Track::Leg& Track::leg_at(double s_m) const {
    for (const Leg& leg : legs_)
        if (s_m < leg.to_m) return leg;
    return legs_.back();
}

std::size_t Track::index_at(double s_m) const {
    const double steps = (s_m - begin_m_) / kStep;
    if (!(steps > 0)) return 0;
    return std::min(static_cast<std::size_t>(steps), samples_.size() - 1);
}

driving::Point Track::point_at(double s_m) const {
    const std::size_t i = index_at(s_m);
    const double beyond = s_m - distance_of(i);
    if (i + 1 == samples_.size() || beyond < 0) return samples_[i].at + samples_[i].along * beyond;
    return samples_[i].at + (samples_[i + 1].at - samples_[i].at) * (beyond / kStep);
}

double Track::nearest_m(driving::Point p, double near_m) const {
    const auto squared = [&](std::size_t i) {
        const driving::Point d = p - samples_[i].at;
        return driving::dot(d, d);
    };
    std::size_t best = index_at(near_m);
    double best_squared = squared(best);
    for (; best + 1 < samples_.size() && squared(best + 1) < best_squared; ++best)
        best_squared = squared(best + 1);
    for (; best > 0 && squared(best - 1) < best_squared; --best) best_squared = squared(best - 1);
    return distance_of(best) + driving::dot(p - samples_[best].at, samples_[best].along);
}

bool Track::beside(const Box& box, double from_m, double to_m, double reach_m, Beside& out) const {
    if (samples_.empty()) return false;
    if (box.width_m > box.length_m)
        return beside({box.at, driving::left_of(box.heading), box.width_m, box.length_m}, from_m, to_m,
                      reach_m, out);
    const std::size_t first = index_at(from_m), last = index_at(to_m);
    // Finds coarsely where the box is, then follows the middle line of the box point by point.
    constexpr std::size_t kCoarse = 8;
    const double far = reach_m + box.length_m / 2 + kStep * kCoarse;
    std::size_t near = first;
    double near_squared = far * far;
    bool found = false;
    for (std::size_t i = first;; i = std::min(i + kCoarse, last)) {
        const driving::Point d = box.at - samples_[i].at;
        const double squared = driving::dot(d, d);
        if (squared < near_squared) {
            near = i;
            near_squared = squared;
            found = true;
        }
        if (i == last) break;
    }
    if (!found) return false;
    const auto count = static_cast<std::size_t>(box.length_m / kBoxStep) + 2;
    bool any = false;
    for (std::size_t k = 0; k < count; ++k) {
        const double share = static_cast<double>(k) / static_cast<double>(count - 1) - 0.5;
        const driving::Point p = box.at + box.heading * (share * box.length_m);
        const double s = nearest_m(p, distance_of(near));
        const Sample& sample = samples_[index_at(s)];
        // Half the box's width, divided into its parts across the track and along it.
        const double turned = std::abs(driving::cross(sample.along, box.heading));
        const double straight = std::abs(driving::dot(sample.along, box.heading));
        const double half_across = box.width_m / 2 * straight;
        const double half_along = box.width_m / 2 * turned;
        const double t = driving::cross(sample.along, p - sample.at);
        if (std::abs(t) - half_across > reach_m) continue;
        if (s + half_along < from_m || s - half_along > to_m) continue;
        if (!any) {
            out = {s - half_along, s + half_along, t + half_across, t - half_across, sample.along};
            any = true;
            continue;
        }
        out.from_m = std::min(out.from_m, s - half_along);
        out.to_m = std::max(out.to_m, s + half_along);
        out.left_m = std::max(out.left_m, t + half_across);
        out.right_m = std::min(out.right_m, t - half_across);
    }
    return any;
}

}  // namespace synchrono::pcp::urban_driver

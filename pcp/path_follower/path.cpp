#include "pcp/path_follower/path.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace synchrono::pcp::path_follower {
namespace {

constexpr double kSpacing = 2;          // m between samples, at most
constexpr double kLengthMax = 400'000;  // m; bounds the memory of a path
constexpr double kCurvatureArc = 10;    // m to either side; smooths the corners of a drawn curve

}  // namespace

Path::Path(const std::vector<driving::Point>& points, bool closed) : closed_(closed) {
    std::vector<driving::Point> corners;
    for (const driving::Point p : points) {
        if (!std::isfinite(p.x) || !std::isfinite(p.y))
            throw std::runtime_error("path: expected finite coordinates");
        if (corners.empty() || driving::dot(p - corners.back(), p - corners.back()) > 1e-12)
            corners.push_back(p);
    }
    if (closed && corners.size() > 1 &&
        driving::dot(corners.front() - corners.back(), corners.front() - corners.back()) > 1e-12)
        corners.push_back(corners.front());
    if (corners.size() < (closed ? 4u : 2u))
        throw std::runtime_error(closed ? "path: expected at least three points, as it is closed"
                                        : "path: expected at least two points");

    std::vector<double> at{0};  // distance of each corner
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const driving::Point d = corners[i] - corners[i - 1];
        at.push_back(at.back() + std::sqrt(driving::dot(d, d)));
    }
    length_ = at.back();
    if (!(length_ >= 10)) throw std::runtime_error("path: expected a length of at least 10 m");
    if (!(length_ <= kLengthMax)) throw std::runtime_error("path: expected a length of at most 400 km");

    const auto steps = static_cast<std::size_t>(std::ceil(length_ / kSpacing));
    spacing_ = length_ / static_cast<double>(steps);
    const std::size_t count = closed ? steps : steps + 1;
    samples_.resize(count);
    std::size_t corner = 1;
    for (std::size_t i = 0; i < count; ++i) {
        const double s = spacing_ * static_cast<double>(i);
        while (corner + 1 < corners.size() && at[corner] < s) ++corner;
        const double share = (s - at[corner - 1]) / (at[corner] - at[corner - 1]);
        samples_[i].at = corners[corner - 1] + (corners[corner] - corners[corner - 1]) * std::min(share, 1.0);
    }

    const auto before = [&](std::size_t i, std::size_t n) {
        return closed_ ? (i + count - n % count) % count : (i > n ? i - n : 0);
    };
    for (std::size_t i = 0; i < count; ++i) {
        const driving::Point d = samples_[after(i, 1)].at - samples_[before(i, 1)].at;
        const double norm = std::sqrt(driving::dot(d, d));
        samples_[i].along =
            norm > 1e-9 ? d * (1 / norm) : (i > 0 ? samples_[i - 1].along : driving::Point{1, 0});
    }
    const auto reach =
        std::max<std::size_t>(1, std::min(static_cast<std::size_t>(kCurvatureArc / spacing_), count / 4));
    for (std::size_t i = 0; i < count; ++i) {
        // The curvature is that of the circle through three samples.
        const driving::Point a = samples_[before(i, reach)].at, b = samples_[i].at,
                             c = samples_[after(i, reach)].at;
        const double sides =
            std::sqrt(driving::dot(b - a, b - a) * driving::dot(c - b, c - b) * driving::dot(c - a, c - a));
        samples_[i].curvature = sides > 1e-9 ? 2 * driving::cross(b - a, c - b) / sides : 0;
    }
}

std::size_t Path::after(std::size_t index, std::size_t steps) const {
    const std::size_t next = index + steps;
    if (next < samples_.size()) return next;
    return closed_ ? next % samples_.size() : samples_.size() - 1;
}

std::size_t Path::nearest(driving::Point p, driving::Point heading) const {
    constexpr double kWrongWay = 100;  // m^2, added to the squared distance of samples that lead backwards
    std::size_t best = 0;
    double best_cost = 0;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        const driving::Point d = p - samples_[i].at;
        const double cost =
            driving::dot(d, d) + (driving::dot(samples_[i].along, heading) < 0 ? kWrongWay : 0);
        if (i == 0 || cost < best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    return best;
}

std::size_t Path::nearest_from(driving::Point p, std::size_t from) const {
    const auto distance = [&](std::size_t i) {
        const driving::Point d = p - samples_[i].at;
        return driving::dot(d, d);
    };
    std::size_t best = from;
    double best_distance = distance(from);
    for (const bool forward : {true, false}) {
        for (;;) {
            std::size_t next = after(best, 1);
            if (!forward) next = best > 0 ? best - 1 : closed_ ? samples_.size() - 1 : 0;
            const double d = distance(next);
            if (!(d < best_distance)) break;
            best = next;
            best_distance = d;
        }
    }
    return best;
}

driving::Point Path::ahead(std::size_t index, double s) const {
    const double steps = s / spacing_;
    if (steps <= 0) return samples_[index].at + samples_[index].along * s;
    const auto whole = static_cast<std::size_t>(steps);
    if (!closed_ && index + whole + 1 >= samples_.size()) {
        const double beyond = s - spacing_ * static_cast<double>(samples_.size() - 1 - index);
        return samples_.back().at + samples_.back().along * beyond;
    }
    const driving::Point a = samples_[after(index, whole)].at, b = samples_[after(index, whole + 1)].at;
    return a + (b - a) * (steps - static_cast<double>(whole));
}

}  // namespace synchrono::pcp::path_follower

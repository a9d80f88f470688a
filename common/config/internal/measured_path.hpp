/// A path that knows the distance of each point along the path, for placing agents.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "common/config/scenario.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::config {

inline constexpr double kCoordinateMax = 1e7;  // m; the wire's floats still resolve a metre there

/// Limits a coordinate to the range that a resolved scenario may contain; rounding and jitter may have moved
/// it out.
inline double bounded(double coordinate) { return std::clamp(coordinate, -kCoordinateMax, kCoordinateMax); }

/// A path with the distance of each point from its beginning. Borrows: the path.
class MeasuredPath {
  public:
    explicit MeasuredPath(const Path& path) : path_(path) {
        for (std::size_t i = 0; i < path.points.size() - (path.closed ? 0 : 1); ++i) {
            starts_.push_back(length_);
            length_ += std::hypot(end_of(i)[0] - path.points[i][0], end_of(i)[1] - path.points[i][1]);
        }
    }
    double length() const { return length_; }

    /// Places the agent at a distance in metres along the path. On a closed path the distance wraps round; on
    /// an open path it is limited to the ends.
    void place(double along, AgentSpec& agent) const {
        if (path_.closed) {
            along = std::fmod(along, length_);
            if (along < 0) along += length_;
        }
        along = std::clamp(along, 0.0, length_);
        const auto after = std::upper_bound(starts_.begin(), starts_.end(), along);
        const auto piece = static_cast<std::size_t>(after - starts_.begin()) - 1;
        const auto from = path_.points[piece], to = end_of(piece);
        const double dx = to[0] - from[0], dy = to[1] - from[1];
        const double share = (along - starts_[piece]) / std::hypot(dx, dy);
        agent.position = {bounded(from[0] + dx * share), bounded(from[1] + dy * share), 0};
        agent.yaw_deg = std::atan2(dy, dx) * geo::kDeg;
    }

  private:
    std::array<double, 2> end_of(std::size_t piece) const {
        return path_.points[piece + 1 < path_.points.size() ? piece + 1 : 0];
    }

    const Path& path_;
    std::vector<double> starts_;
    double length_ = 0;
};

}  // namespace synchrono::config

// Finds where ways through a junction meet each other, where ways meet crosswalks, and which way yields.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "common/roadmap/internal/outline.hpp"
#include "common/roadmap/internal/way_network.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kStep_m = 0.25;
constexpr int kStepsMax = 400;
// Half the width of bodies; half the lane's width counts instead if that is less.
constexpr double kHalfBody_m = 1.25, kHalfBicycle_m = 0.5;
constexpr double kStorey_m = 3;   // ways whose heights differ by more do not meet
constexpr double kAside = 0.35;   // sine of the least angle at which a vehicle comes from the side
constexpr double kWorkMax = 1e9;  // comparisons, which take some seconds

struct Range {
    double from_m, to_m;
};

struct Box {
    double left = 1e300, right = -1e300, bottom = 1e300, top = -1e300;

    void add(geo::Vec3 p) {
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        bottom = std::min(bottom, p.y);
        top = std::max(top, p.y);
    }
    bool touches(const Box& other, double margin_m) const {
        return left - margin_m <= other.right && other.left - margin_m <= right &&
               bottom - margin_m <= other.top && other.bottom - margin_m <= top;
    }
};

/// A way through a junction, with the values that each comparison with another way needs.
struct Path {
    std::uint32_t index;
    const Way* way;
    Box box;
    double half_m;
    std::vector<std::uint32_t> origins, destinations;  // outside the junction
    bool has_sign;  // on this way or before it, a sign orders vehicles to give way
};

double half_body_m(const Way& way) {
    double width = 0;
    for (const WayPoint& point : way.points) width = std::max(width, point.width_m);
    return std::min(width / 2, way.kind == WayKind::bike ? kHalfBicycle_m : kHalfBody_m);
}

/// Returns the ways outside the junction that lead to a way (`backwards`) or follow it. If a chain of ways
/// ends inside the junction, its last way is returned instead. Returns at most 64 ways.
std::vector<std::uint32_t> outside(const WayNetwork& network, std::uint32_t way, bool backwards) {
    constexpr std::size_t kMost = 64;
    std::vector<std::uint32_t> seen{way}, found;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const Way& at = network.ways[seen[i]];
        const auto& list = backwards ? at.previous : at.next;
        if (found.size() >= kMost) break;
        if (list.empty()) found.push_back(seen[i]);
        for (const std::uint32_t other : list) {
            if (network.ways[other].junction != at.junction) {
                if (found.size() < kMost) found.push_back(other);
            } else if (seen.size() < kMost && std::find(seen.begin(), seen.end(), other) == seen.end()) {
                seen.push_back(other);
            }
        }
    }
    return found;
}

bool share(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    return std::any_of(a.begin(), a.end(),
                       [&](std::uint32_t each) { return std::find(b.begin(), b.end(), each) != b.end(); });
}

double distance_m(const Way& way, geo::Vec3 place) {
    double least2 = 1e300;
    for (std::size_t i = 0; i + 1 < way.points.size(); ++i) {
        const geo::Vec3 a = way.points[i].position, d = way.points[i + 1].position - a, p = place - a;
        const double length2 = d.x * d.x + d.y * d.y;
        const double part = length2 > 0 ? std::clamp((p.x * d.x + p.y * d.y) / length2, 0.0, 1.0) : 0;
        const double x = p.x - part * d.x, y = p.y - part * d.y;
        const double above = std::max(std::abs(p.z - part * d.z) - kStorey_m, 0.0);
        least2 = std::min(least2, x * x + y * y + above * above);
    }
    return std::sqrt(least2);
}

geo::Vec3 place_at(const Way& way, double s_m, std::size_t& hint) {
    const auto& points = way.points;
    while (hint + 2 < points.size() && points[hint + 1].s_m < s_m) ++hint;
    const WayPoint &a = points[hint], &b = points[hint + 1];
    const double part = b.s_m > a.s_m ? std::clamp((s_m - a.s_m) / (b.s_m - a.s_m), 0.0, 1.0) : 0;
    return a.position + (b.position - a.position) * part;
}

class Finder {
  public:
    explicit Finder(WayNetwork& network) : network_(network) {}

    bool run() {
        std::vector<std::vector<std::uint32_t>> through(network_.map.junctions.size());
        for (std::uint32_t i = 0; i < network_.ways.size(); ++i) {
            const Way& way = network_.ways[i];
            if (way.junction != kNone && is_travelled(way.kind)) through[way.junction].push_back(i);
        }
        for (const auto& ways : through) meet_each_other(ways);
        for (std::uint32_t i = 0; i < network_.crosswalks.size() && work_ < kWorkMax; ++i) cross(i);
        for (Way& way : network_.ways) {
            std::stable_sort(way.conflicts.begin(), way.conflicts.end(),
                             [](const Conflict& a, const Conflict& b) { return a.from_m < b.from_m; });
        }
        return work_ < kWorkMax;
    }

  private:
    void meet_each_other(const std::vector<std::uint32_t>& ways) {
        std::vector<Path> paths;
        for (const std::uint32_t index : ways) {
            const Way& way = network_.ways[index];
            Path path{.index = index,
                      .way = &way,
                      .box = {},
                      .half_m = half_body_m(way),
                      .origins = outside(network_, index, true),
                      .destinations = outside(network_, index, false),
                      .has_sign = false};
            path.has_sign = has_sign(path);
            for (const WayPoint& point : way.points) path.box.add(point.position);
            paths.push_back(std::move(path));
        }
        for (std::size_t i = 0; i < paths.size(); ++i) {
            work_ += static_cast<double>(paths.size());
            for (std::size_t j = i + 1; j < paths.size() && work_ < kWorkMax; ++j) meet(paths[i], paths[j]);
        }
    }

    void meet(const Path& a, const Path& b) {
        const double reach = a.half_m + b.half_m;
        if (!a.box.touches(b.box, reach)) return;
        work_ += static_cast<double>(a.origins.size() * b.origins.size() +
                                     network_.map.junctions[a.way->junction].priorities.size());
        // Vehicles from one lane enter one behind the other, so they do not conflict.
        if (share(a.origins, b.origins)) return;
        const auto along_a = near(*a.way, *b.way, reach), along_b = near(*b.way, *a.way, reach);
        if (!along_a || !along_b) return;
        const auto kind =
            share(a.destinations, b.destinations) ? ConflictKind::merging : ConflictKind::crossing;
        const bool a_yields = yields(a, b);
        network_.ways[a.index].conflicts.push_back(
            {b.index, kind, along_a->from_m, along_a->to_m, along_b->from_m, along_b->to_m, a_yields});
        network_.ways[b.index].conflicts.push_back(
            {a.index, kind, along_b->from_m, along_b->to_m, along_a->from_m, along_a->to_m, !a_yields});
    }

    /// Returns the range of `way` from the first to the last place that is nearer to `other` than `reach_m`,
    /// widened by a step; nothing if there is no such place.
    std::optional<Range> near(const Way& way, const Way& other, double reach_m) {
        const double step = std::max(kStep_m, way.length_m / kStepsMax);
        const int steps = static_cast<int>(std::ceil(way.length_m / step));
        std::optional<Range> found;
        std::size_t hint = 0;
        for (int i = 0; i <= steps;) {
            const double s = std::min(i * step, way.length_m);
            const double away = distance_m(other, place_at(way, s, hint));
            work_ += static_cast<double>(other.points.size());
            if (away < reach_m) {
                if (!found) found = Range{std::max(s - step, 0.0), s};
                found->to_m = std::min(s + step, way.length_m);
                ++i;
            } else {
                // Moving along the way cannot shorten the distance by more than the length of the move.
                i += 1 + static_cast<int>(std::min((away - reach_m) / step, 1e6));
            }
        }
        return found;
    }

    bool has_sign(const Path& path) const {
        const auto is_sign = [](const Signal& s) {
            return !s.reference && !s.dynamic &&
                   (s.type == "205" || s.type == "206" || s.type == "R1-1" || s.type == "R1-2" ||
                    (s.type == "R1" && (s.subtype == "1" || s.subtype == "2")));
        };
        const auto stands = [&](const Way& way) {
            const auto& signals = network_.road_of(way).signals;
            return std::any_of(signals.begin(), signals.end(), [&](const Signal& s) {
                return is_sign(s) && is_for(s.side, way.is_along_s) && is_valid_for(s.validity, way.lane);
            });
        };
        return stands(*path.way) || std::any_of(path.origins.begin(), path.origins.end(),
                                                [&](auto origin) { return stands(network_.ways[origin]); });
    }

    /// Compares two ways by the file's priorities. Returns -1 if `a` goes first, 1 if `b` does, and 0 if the
    /// file does not say.
    int by_file(const Path& a, const Path& b) const {
        const auto is = [&](const Path& path, const std::string& road) {
            return network_.road_of(*path.way).id == road ||
                   std::any_of(path.origins.begin(), path.origins.end(), [&](auto origin) {
                       return network_.road_of(network_.ways[origin]).id == road;
                   });
        };
        for (const Priority& priority : network_.map.junctions[a.way->junction].priorities) {
            if (is(a, priority.high) && is(b, priority.low)) return -1;
            if (is(b, priority.high) && is(a, priority.low)) return 1;
        }
        return 0;
    }

    /// Returns whether `a` gives way when both may go. Exactly one of `a` and `b` does.
    bool yields(const Path& a, const Path& b) const {
        if (const int order = by_file(a, b); order != 0) return order > 0;
        const bool a_lit = a.way->signal_group != kNone, b_lit = b.way->signal_group != kNone;
        if (a_lit != b_lit) return b_lit;
        if (!a_lit) {
            if (a.has_sign != b.has_sign) return a.has_sign;
        }
        const bool left_hand = network_.road_of(*a.way).left_hand_traffic;
        const auto rank = [&](const Way& way) {
            switch (way.turn) {
                case Turn::straight:
                    return 0;
                case Turn::right:
                    return left_hand ? 2 : 1;
                case Turn::left:
                    return left_hand ? 1 : 2;
                case Turn::u_turn:
                    break;
            }
            return 3;
        };
        if (rank(*a.way) != rank(*b.way)) return rank(*a.way) > rank(*b.way);
        const WayPoint &p = a.way->points.front(), &q = b.way->points.front();
        const double aside = std::sin(q.yaw_rad - p.yaw_rad);
        if (std::abs(aside) > kAside) return aside > 0;  // b comes from the right
        if (std::cos(q.yaw_rad - p.yaw_rad) > 0) {
            // The ways begin side by side: the one on the side of the kerb gives way.
            const geo::Vec3 way = q.position - p.position;
            const double left = way.y * std::cos(p.yaw_rad) - way.x * std::sin(p.yaw_rad);
            if (std::abs(left) > 0.5) return (left > 0) != left_hand;
        }
        return a.index > b.index;
    }

    void cross(std::uint32_t index) {
        const Crosswalk& crosswalk = network_.crosswalks[index];
        Box box;
        for (const geo::Vec3& corner : crosswalk.corners) box.add(corner);
        const double radius = std::hypot(box.right - box.left, box.top - box.bottom) / 2 + kHalfBody_m;
        std::vector<std::uint32_t> ways;
        network_.grid.near((box.left + box.right) / 2, (box.bottom + box.top) / 2,
                           [&](const Grid::Piece& piece) {
                               work_ += 1;
                               if (is_travelled(network_.ways[piece.way].kind)) ways.push_back(piece.way);
                           },
                           [&] { return radius; });
        std::sort(ways.begin(), ways.end());
        ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
        for (const std::uint32_t way : ways) cross(index, box, way);
    }

    void cross(std::uint32_t index, const Box& box, std::uint32_t way_index) {
        const auto& corners = network_.crosswalks[index].corners;
        Way& way = network_.ways[way_index];
        const double half = half_body_m(way);
        // `across` is measured on the crosswalk, from its first corner along its first side.
        const geo::Vec3 first = corners[0], side = corners[1] - first;
        const double side_m = std::hypot(side.x, side.y);
        std::optional<Range> along, across;
        for (std::size_t i = 0; i + 1 < way.points.size(); ++i) {
            const WayPoint &a = way.points[i], &b = way.points[i + 1];
            Box piece;
            piece.add(a.position);
            piece.add(b.position);
            work_ += 1;
            if (!piece.touches(box, half) || work_ >= kWorkMax) continue;
            const double length = b.s_m - a.s_m;
            const int steps = std::max(1, static_cast<int>(std::ceil(length / kStep_m)));
            for (int step = 0; step <= steps; ++step) {
                const double part = static_cast<double>(step) / steps, s = a.s_m + length * part;
                const geo::Vec3 place = a.position + (b.position - a.position) * part;
                work_ += static_cast<double>(corners.size());
                if (std::abs(place.z - first.z) > kStorey_m) continue;
                if (!contains(corners, place) && distance_to(corners, place) > half) continue;
                const double at = ((place.x - first.x) * side.x + (place.y - first.y) * side.y) / side_m;
                if (!along) along = Range{s, s};
                if (!across) across = Range{at, at};
                along->to_m = s;
                across->from_m = std::min(across->from_m, at);
                across->to_m = std::max(across->to_m, at);
            }
        }
        if (!along) return;
        way.conflicts.push_back({index, ConflictKind::crosswalk, along->from_m, along->to_m,
                                 across->from_m - half, across->to_m + half, true});
    }

    WayNetwork& network_;
    double work_ = 0;
};

}  // namespace

Result<void> find_conflicts(WayNetwork& network) {
    if (Finder(network).run()) return {};
    return fail(
        fmt::format("{}: the map is too large: too many ways meet in its junctions", network.map.name));
}

}  // namespace synchrono::roadmap

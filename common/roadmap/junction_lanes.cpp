#include "common/roadmap/junction_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numbers>
#include <set>

#include "common/base/contract.hpp"
#include "common/roadmap/internal/outline.hpp"
#include "common/roadmap/internal/way_network.hpp"

namespace synchrono::roadmap {

namespace {

constexpr std::size_t kLanesMaxOfMap = 255, kPointsMax = 63, kConnectionsMax = 16, kApproachesMax = 15;
constexpr std::uint32_t kGroupsMax = 254;
constexpr double kOffLine_m = 0.1;        // how far a line may be off its lane's middle, at first
constexpr double kSideBySide_rad = 0.35;  // road ends within this angle form one arm
constexpr double kPavement_m = 2;         // length of the pavement at the end of a crosswalk
constexpr double kPiece_m_max = 300;      // J2735 cannot describe longer steps between points
constexpr double kReach_m_max = 5'000;

using Point = std::array<double, 2>;
using Line = std::vector<Point>;

double in_cm(double value_m) { return std::round(value_m * 100) / 100; }

double off(const Point& p, const Point& a, const Point& b) {
    const double dx = b[0] - a[0], dy = b[1] - a[1], length2 = dx * dx + dy * dy;
    const double part =
        length2 > 0 ? std::clamp(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2, 0.0, 1.0) : 0;
    return std::hypot(p[0] - a[0] - part * dx, p[1] - a[1] - part * dy);
}

/// Returns the line with fewer points. Leaves out points within `off_m` of the line through those that are
/// kept.
Line thinned(const Line& line, double off_m) {
    std::vector<bool> keep(line.size(), false);
    keep.front() = keep.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, line.size() - 1}};
    while (!open.empty()) {
        const auto [from, to] = open.back();
        open.pop_back();
        std::size_t worst = from;
        double most = off_m;
        for (std::size_t i = from + 1; i < to; ++i) {
            const double miss = off(line[i], line[from], line[to]);
            if (miss > most) {
                most = miss;
                worst = i;
            }
        }
        const bool too_long = std::max(std::abs(line[to][0] - line[from][0]),
                                       std::abs(line[to][1] - line[from][1])) > kPiece_m_max;
        if (worst == from && too_long && to - from > 1) worst = (from + to) / 2;
        if (worst == from) continue;
        keep[worst] = true;
        open.push_back({from, worst});
        open.push_back({worst, to});
    }
    Line kept;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (keep[i]) kept.push_back(line[i]);
    }
    return kept;
}

/// Returns a line as J2735 can describe it: in whole centimetres, without repeated places, and with few
/// points; empty if the line has no length.
Line as_j2735_line(const Line& exact) {
    Line line;
    for (const Point& point : exact) {
        const Point rounded{in_cm(point[0]), in_cm(point[1])};
        if (line.empty() || line.back() != rounded) line.push_back(rounded);
    }
    if (line.size() < 2) return {};
    double off_m = kOffLine_m;
    Line kept = thinned(line, off_m);
    for (int i = 0; i < 30 && kept.size() > kPointsMax; ++i) kept = thinned(line, off_m *= 2);
    if (kept.size() > kPointsMax) kept.resize(kPointsMax);
    return kept;
}

class Builder {
  public:
    Builder(const RoadMap& map, std::uint32_t junction, double reach_m)
        : map_(map), junction_(junction), reach_m_(std::min(reach_m, kReach_m_max)) {}

    Result<JunctionLanes> run() {
        find_ends();
        if (ends_.empty()) return refuse("no lanes lead to it or away from it");
        find_middle();
        number_approaches();
        for (const End& end : ends_) {
            add_lane(end);
            if (out_.lanes.back().points.empty()) return refuse("a lane has no length");
        }
        if (out_.lanes.size() > kLanesMaxOfMap) return refuse("more than 255 lanes");
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            out_.lanes[i].id = static_cast<std::uint8_t>(i + 1);
            (ends_[i].ingress ? ingress_ : egress_).emplace(ends_[i].way, out_.lanes[i].id);
        }
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            if (ends_[i].ingress && !connect(out_.lanes[i])) return refuse("more than 16 ways from one lane");
        }
        for (std::uint32_t i = 0; i < map_.crosswalks().size(); ++i) {
            if (map_.crosswalks()[i].junction != junction_) continue;
            if (out_.lanes.size() + 3 > kLanesMaxOfMap) return refuse("more than 255 lanes");
            add_crosswalk(i);
        }
        if (too_many_groups_) return refuse("more than 254 signal groups");
        out_.signal_groups.assign(groups_.begin(), groups_.end());
        return std::move(out_);
    }

  private:
    /// The end at which a way outside the junction touches it.
    struct End {
        std::uint32_t way;
        bool ingress;
        std::uint8_t approach = 0;
        double beside_m;  // from the middle of the junction, to the left of the lane's direction of travel
    };

    tl::unexpected<Error> refuse(const char* why) const {
        return fail(fmt::format("{}: junction '{}': {}", map_.open_drive().name,
                                map_.junctions()[junction_].id, why));
    }

    const Way& way(std::uint32_t index) const { return map_.ways()[index]; }
    bool inside(std::uint32_t index) const { return way(index).junction == junction_; }

    void find_ends() {
        for (std::uint32_t i = 0; i < map_.ways().size(); ++i) {
            const Way& each = way(i);
            if (!is_travelled(each.kind) || inside(i)) continue;
            const auto touches = [&](const std::vector<std::uint32_t>& list) {
                return std::any_of(list.begin(), list.end(), [&](auto other) { return inside(other); });
            };
            if (touches(each.next)) ends_.push_back({.way = i, .ingress = true, .beside_m = 0});
            if (touches(each.previous)) ends_.push_back({.way = i, .ingress = false, .beside_m = 0});
        }
    }

    geo::Vec3 place(const End& end) const {
        return (end.ingress ? way(end.way).points.back() : way(end.way).points.front()).position;
    }

    void find_middle() {
        geo::Vec3 sum;
        for (const End& end : ends_) sum = sum + place(end);
        const geo::Vec3 mean = sum * (1 / static_cast<double>(ends_.size()));
        out_.position = {in_cm(mean.x), in_cm(mean.y), in_cm(mean.z)};
    }

    /// Numbers the arms of the junction clockwise from the north. Road ends in nearly the same direction
    /// form one arm, such as the two carriageways of one street.
    void number_approaches() {
        // A road may touch the junction with both ends, so the key has the end as well.
        std::map<std::pair<std::uint32_t, bool>, std::vector<End*>> by_road;
        for (End& end : ends_) {
            const Way& each = way(end.way);
            by_road[{each.road, each.is_along_s == end.ingress}].push_back(&end);
        }
        std::vector<std::pair<double, std::vector<End*>*>> arms;
        for (auto& [road, ends] : by_road) {
            geo::Vec3 sum;
            for (const End* end : ends) sum = sum + (place(*end) - out_.position);
            double bearing = std::atan2(sum.x, sum.y);
            if (bearing < -kSideBySide_rad) bearing += 2 * std::numbers::pi;
            arms.push_back({bearing, &ends});
        }
        std::stable_sort(arms.begin(), arms.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::uint8_t number = 0;
        double last = 0;
        for (const auto& [bearing, ends] : arms) {
            if (number == 0 || bearing - last > kSideBySide_rad) ++number;
            last = bearing;
            for (End* end : *ends) {
                end->approach = number;
                end->beside_m = left_of_middle(*end);
            }
        }
        std::stable_sort(ends_.begin(), ends_.end(), [](const End& a, const End& b) {
            if (a.approach != b.approach) return a.approach < b.approach;
            if (a.ingress != b.ingress) return a.ingress;
            return a.beside_m > b.beside_m;
        });
    }

    /// Returns how far a lane lies to the left of the junction's middle, in the direction of travel.
    double left_of_middle(const End& end) const {
        const geo::Vec3 from_middle = place(end) - out_.position;
        const WayPoint& at = end.ingress ? way(end.way).points.back() : way(end.way).points.front();
        return from_middle.y * std::cos(at.yaw_rad) - from_middle.x * std::sin(at.yaw_rad);
    }

    void add_lane(const End& end) {
        const Way& first = way(end.way);
        JunctionLane lane;
        if (end.approach <= kApproachesMax) lane.approach = end.approach;
        lane.direction = end.ingress ? JunctionLaneDirection::ingress : JunctionLaneDirection::egress;
        lane.use = first.kind == WayKind::bus    ? JunctionLaneUse::bus
                   : first.kind == WayKind::bike ? JunctionLaneUse::bike
                                                 : JunctionLaneUse::vehicle;
        lane.speed_limit_m_s = first.speed_limit_m_s;
        lane.way = end.way;
        double stop = 0;
        if (end.ingress) {
            for (const std::uint32_t next : first.next) {
                if (inside(next)) stop = std::max(stop, way(next).stop_m);
            }
            stop = std::min(stop, first.length_m / 2);
        }
        lane.width_m = in_cm(map_.at(end.way, end.ingress ? first.length_m - stop : 0).width_m);
        lane.points = as_j2735_line(outwards(end, stop));
        out_.lanes.push_back(std::move(lane));
    }

    /// Returns the line from the junction outwards along a lane and the lanes that continue it, up to
    /// `reach_m_`.
    Line outwards(const End& end, double stop_m) const {
        Line line;
        std::vector<std::uint32_t> seen;
        double skip = stop_m, left = reach_m_;
        for (std::uint32_t index = end.way; index != kNone && left > 0;) {
            seen.push_back(index);
            const Way& each = way(index);
            // `out_m` is the distance from the end that is nearer to the junction.
            const auto at = [&](double out_m) {
                const geo::Vec3 p = map_.at(index, end.ingress ? each.length_m - out_m : out_m).position;
                return Point{p.x, p.y};
            };
            const double from = std::min(skip, each.length_m), to = std::min(each.length_m, from + left);
            line.push_back(at(from));
            for (std::size_t i = 0; i < each.points.size(); ++i) {
                const WayPoint& p = each.points[end.ingress ? each.points.size() - 1 - i : i];
                const double out_m = end.ingress ? each.length_m - p.s_m : p.s_m;
                if (out_m > from && out_m < to) line.push_back({p.position.x, p.position.y});
            }
            line.push_back(at(to));
            left -= to - from;
            skip = 0;
            index = onward(each, end.ingress ? each.previous : each.next, seen);
        }
        return line;
    }

    /// Returns the way that continues a lane outside junctions; kNone if there is none or more than one.
    std::uint32_t onward(const Way& from, const std::vector<std::uint32_t>& list,
                         const std::vector<std::uint32_t>& seen) const {
        std::uint32_t found = kNone;
        for (const std::uint32_t other : list) {
            if (way(other).junction != kNone || way(other).kind != from.kind) continue;
            if (std::find(seen.begin(), seen.end(), other) != seen.end()) continue;
            if (found != kNone) return kNone;
            found = other;
        }
        return found;
    }

    void note_group(std::uint32_t group) {
        if (group > kGroupsMax) {
            too_many_groups_ = true;
        } else {
            groups_.insert(static_cast<std::uint8_t>(group));
        }
    }

    bool connect(JunctionLane& lane) {
        for (const std::uint32_t next : way(lane.way).next) {
            if (!inside(next)) continue;
            for (const std::uint32_t exit : exits(next)) {
                const auto to = egress_.find(exit);
                if (to == egress_.end()) continue;
                const bool known = std::any_of(lane.connections.begin(), lane.connections.end(),
                                               [&](const auto& each) { return each.to == to->second; });
                if (known) continue;
                if (lane.connections.size() >= kConnectionsMax) return false;
                JunctionLaneConnection connection{
                    .to = to->second, .turn = way(next).turn, .signal_group = {}};
                if (const std::uint32_t group = way(next).signal_group; group != kNone) {
                    note_group(group);
                    connection.signal_group = static_cast<std::uint8_t>(std::min(group, kGroupsMax));
                }
                lane.connections.push_back(connection);
            }
        }
        return true;
    }

    /// Returns the ways outside the junction to which a way inside leads.
    std::vector<std::uint32_t> exits(std::uint32_t from) const {
        std::vector<std::uint32_t> seen{from}, found;
        for (std::size_t i = 0; i < seen.size(); ++i) {
            for (const std::uint32_t next : way(seen[i]).next) {
                auto& list = inside(next) ? seen : found;
                if (std::find(list.begin(), list.end(), next) == list.end()) list.push_back(next);
            }
        }
        return found;
    }

    void add_crosswalk(std::uint32_t index) {
        const Crosswalk& crosswalk = map_.crosswalks()[index];
        const geo::Vec3 first = crosswalk.corners[0], side = crosswalk.corners[1] - first;
        const double side_m = std::hypot(side.x, side.y);
        const double x = side.x / side_m, y = side.y / side_m;
        double low = 0, high = 0, width_low = 0, width_high = 0;
        for (const geo::Vec3& corner : crosswalk.corners) {
            const double dx = corner.x - first.x, dy = corner.y - first.y;
            low = std::min(low, dx * x + dy * y);
            high = std::max(high, dx * x + dy * y);
            width_low = std::min(width_low, dy * x - dx * y);
            width_high = std::max(width_high, dy * x - dx * y);
        }
        const double middle = (width_low + width_high) / 2;
        const auto at = [&](double along) {
            return Point{first.x + x * along - y * middle, first.y + y * along + x * middle};
        };
        const double length = high - low;
        JunctionLane lane{.id = next_id(),
                          .direction = JunctionLaneDirection::both,
                          .use = JunctionLaneUse::crosswalk,
                          .width_m = in_cm(std::abs(area_m2(crosswalk.corners)) / length),
                          .points = as_j2735_line({at(low), at(high)}),
                          .crosswalk = index};
        if (lane.points.empty()) return;
        std::optional<std::uint8_t> group;
        if (crosswalk.signal_group != kNone) {
            note_group(crosswalk.signal_group);
            group = static_cast<std::uint8_t>(std::min(crosswalk.signal_group, kGroupsMax));
        }
        for (int end = 1; end <= 2; ++end) {
            lane.connections.push_back(
                {.to = static_cast<std::uint8_t>(lane.id + end), .turn = {}, .signal_group = group});
        }
        const double width = lane.width_m;
        out_.lanes.push_back(std::move(lane));
        for (const double from : {low, high}) {
            const double to = from == low ? low - kPavement_m : high + kPavement_m;
            out_.lanes.push_back({.id = next_id(),
                                  .direction = JunctionLaneDirection::both,
                                  .use = JunctionLaneUse::sidewalk,
                                  .width_m = width,
                                  .points = as_j2735_line({at(from), at(to)}),
                                  .crosswalk = index});
        }
    }

    std::uint8_t next_id() const { return static_cast<std::uint8_t>(out_.lanes.size() + 1); }

    const RoadMap& map_;
    std::uint32_t junction_;
    double reach_m_;
    std::vector<End> ends_;
    std::map<std::uint32_t, std::uint8_t> ingress_, egress_;  // ids of lanes, by way
    std::set<std::uint8_t> groups_;
    bool too_many_groups_ = false;
    JunctionLanes out_;
};

}  // namespace

Result<JunctionLanes> junction_lanes(const RoadMap& map, std::uint32_t junction, double reach_m) {
    SYN_REQUIRE(junction < map.junctions().size() && reach_m > 0);
    return Builder(map, junction, reach_m).run();
}

}  // namespace synchrono::roadmap

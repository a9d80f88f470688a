// Makes ways from lanes: selects the lanes, and sets their points, speed limits and turns.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "common/roadmap/internal/way_network.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kSpacing_m_max = 10, kSpacing_m_min = 0.05;
// Between two points, the true middle is at most this far off the straight line, and turns at most this much
// in each half.
constexpr double kOffLine_m = 0.02, kTurn_rad = 0.1;
// A map with a coordinate beyond kFar_m, or a lane that jumps by more than kJump_m, is refused.
constexpr double kFar_m = 2e7, kJump_m = 20;
// A way leads straight on if it turns by less than kStraight_rad, and back if by more than kBack_rad.
constexpr double kStraight_rad = 0.5, kBack_rad = 2.9;

WayKind kind_of(LaneType type) {
    switch (type) {
        case LaneType::driving:
            return WayKind::driving;
        case LaneType::bus:
            return WayKind::bus;
        case LaneType::bike:
            return WayKind::bike;
        case LaneType::walk:
            return WayKind::walk;
        case LaneType::parking:
            return WayKind::parking;
        default:
            return WayKind::other;
    }
}

struct Sample {
    double s_m;
    LanePoint point;
};

/// Samples the middle of one lane of one section, in steps as long as the tolerances allow.
class Sampler {
  public:
    Sampler(const Road& road, const LaneSection& section, int lane, std::size_t room)
        : road_(road), section_(section), lane_(lane), room_(room) {
        begin_ = section.s_m;
        end_ = section.s_m + section.length_m;
        // A record that begins at the end of the section belongs to the next section.
        if (end_ < road.length_m) end_ = std::max(begin_, std::nextafter(end_, 0.0));
    }

    /// Returns false if the samples do not fit into the room.
    bool run() {
        std::vector<double> stops{begin_, end_};
        const auto add = [&](const auto& records, double from) {
            const auto first =
                std::upper_bound(records.begin(), records.end(), begin_ + kSpacing_m_min - from,
                                 [](double s, const auto& record) { return s < record.s_m; });
            for (auto record = first; record != records.end(); ++record) {
                const double s = from + record->s_m;
                if (s >= end_ - kSpacing_m_min) break;
                stops.push_back(s);
            }
        };
        add(road_.plan, 0);
        add(road_.elevation, 0);
        add(road_.superelevation, 0);
        add(road_.lane_offset, 0);
        const Lane& lane = *section_.lane(lane_);
        add(lane.widths, section_.s_m);
        add(lane.borders, section_.s_m);
        std::sort(stops.begin(), stops.end());
        samples.push_back(at(begin_));
        for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
            const double length = stops[i + 1] - stops[i];
            const int pieces = std::max(1, static_cast<int>(std::ceil(length / kSpacing_m_max)));
            for (int piece = 0; piece < pieces; ++piece) {
                const double from = stops[i] + length * piece / pieces;
                const double to =
                    piece + 1 < pieces ? stops[i] + length * (piece + 1) / pieces : stops[i + 1];
                refine(samples.back(), at(to), to - from);
                if (samples.size() > room_) return false;
            }
        }
        return true;
    }

    std::vector<Sample> samples{};

  private:
    Sample at(double s_m) const { return {s_m, lane_middle(road_, section_, lane_, s_m)}; }

    /// Appends the samples that are needed after `a`, up to and including `b`.
    void refine(const Sample& a, const Sample& b, double length_m) {
        if (samples.size() > room_) return;
        if (length_m > 2 * kSpacing_m_min && a.s_m < b.s_m) {
            const Sample middle = at((a.s_m + b.s_m) / 2);
            if (!is_straight(a.point, middle.point, b.point)) {
                const Sample from = a;  // a copy, because `a` lies in the list that grows
                refine(from, middle, length_m / 2);
                refine(middle, b, length_m / 2);
                return;
            }
        }
        samples.push_back(b);
    }

    static bool is_straight(const LanePoint& a, const LanePoint& middle, const LanePoint& b) {
        const geo::Vec3 off = middle.position - (a.position + b.position) * 0.5;
        const double width_off = middle.width_m - (a.width_m + b.width_m) / 2;
        const auto turn = [](const LanePoint& p, const LanePoint& q) {
            return std::abs(std::remainder(q.yaw_rad - p.yaw_rad, 2 * std::numbers::pi));
        };
        return geo::length(off) <= kOffLine_m && std::abs(width_off) <= kOffLine_m &&
               turn(a, middle) <= kTurn_rad && turn(middle, b) <= kTurn_rad;
    }

    const Road& road_;
    const LaneSection& section_;
    int lane_;
    std::size_t room_;
    double begin_ = 0, end_ = 0;
};

/// Returns why the samples cannot form a way; empty if they can.
std::string what_is_wrong(const std::vector<Sample>& samples) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const geo::Vec3 p = samples[i].point.position;
        if (!(std::max(std::abs(p.x), std::abs(p.y)) < kFar_m && std::abs(p.z) < kFar_m)) {
            return fmt::format("is out of bounds at {} m", samples[i].s_m);
        }
        if (i == 0) continue;
        const geo::Vec3 step = p - samples[i - 1].point.position;
        if (std::hypot(step.x, step.y) > kJump_m) {
            return fmt::format("jumps by {:.0f} m at {} m", std::hypot(step.x, step.y), samples[i].s_m);
        }
    }
    return {};
}

void set_points(Way& way, std::vector<Sample> samples) {
    if (!way.is_along_s) std::reverse(samples.begin(), samples.end());
    way.points.reserve(samples.size());
    way.road_s_m.reserve(samples.size());
    for (const Sample& sample : samples) {
        WayPoint point{sample.point.position, 0, sample.point.yaw_rad, sample.point.curvature_1_m,
                       sample.point.width_m};
        if (!way.points.empty()) {
            const WayPoint& last = way.points.back();
            point.s_m = last.s_m + geo::length(point.position - last.position);
        }
        way.points.push_back(point);
        way.road_s_m.push_back(sample.s_m);
    }
    way.length_m = way.points.back().s_m;
}

/// Returns the lowest limit along the way. A limit of the lane overrides that of the road's type.
std::optional<double> speed_limit(const Road& road, const LaneSection& section, const Lane& lane) {
    const double begin = section.s_m, end = section.s_m + section.length_m;
    const auto after = [](const std::vector<SpeedRecord>& records, double s) {
        return std::upper_bound(records.begin(), records.end(), s,
                                [](double at, const SpeedRecord& record) { return at < record.s_m; });
    };
    const auto limit_at = [&](double s) {
        const auto own = after(lane.speeds, s - begin), of_type = after(road.types, s);
        if (own != lane.speeds.begin()) return std::prev(own)->limit_m_s;
        return of_type != road.types.begin() ? std::prev(of_type)->limit_m_s : std::nullopt;
    };
    std::optional<double> least = limit_at(begin);
    const auto consider = [&](double s) {
        if (const auto limit = limit_at(s)) least = std::min(least.value_or(*limit), *limit);
    };
    for (auto i = after(lane.speeds, 0); i != lane.speeds.end() && begin + i->s_m < end; ++i)
        consider(begin + i->s_m);
    for (auto i = after(road.types, begin); i != road.types.end() && i->s_m < end; ++i) consider(i->s_m);
    return least;
}

/// Returns by how much the reference line of a road turns from its beginning to its end.
double turn_rad(const Road& road) {
    double turn = 0;
    for (std::size_t i = 0; i < road.plan.size(); ++i) {
        const Geometry& geometry = road.plan[i];
        if (const auto* arc = std::get_if<Arc>(&geometry.shape)) {
            turn += arc->curvature_1_m * geometry.length_m;
        } else if (const auto* spiral = std::get_if<Spiral>(&geometry.shape)) {
            turn += (spiral->curvature_start_1_m + spiral->curvature_end_1_m) / 2 * geometry.length_m;
        } else {
            turn += std::remainder(reference_line(geometry, geometry.length_m).heading_rad -
                                       reference_line(geometry, 0).heading_rad,
                                   2 * std::numbers::pi);
        }
        if (i + 1 < road.plan.size()) {
            turn += std::remainder(reference_line(road.plan[i + 1], 0).heading_rad -
                                       reference_line(geometry, geometry.length_m).heading_rad,
                                   2 * std::numbers::pi);
        }
    }
    return turn;
}

Turn turn_of(const Road& road, bool along) {
    const double turn = (along ? 1 : -1) * turn_rad(road);
    const auto& from = road.predecessor;
    const auto& to = road.successor;
    const bool back = from && to && !from->to_junction && !to->to_junction && from->id == to->id &&
                      from->contact == to->contact;
    if (back || std::abs(turn) > kBack_rad) return Turn::u_turn;
    return turn > kStraight_rad ? Turn::left : turn < -kStraight_rad ? Turn::right : Turn::straight;
}

}  // namespace

std::uint32_t WayNetwork::way_at(std::uint32_t road, std::size_t section, int lane) const {
    const auto& lanes = map.roads[road].sections[section].lanes;
    const std::int64_t index = std::int64_t{lanes.front().id} - lane;
    if (index < 0 || index >= static_cast<std::int64_t>(lanes.size())) return kNone;
    return lane_way[section_first[road][section] + static_cast<std::size_t>(index)];
}

void WayNetwork::remark(const std::string& what) {
    constexpr std::size_t kMost = 200;
    if (map.remarks.size() < kMost) map.remarks.push_back(map.name + ": " + what);
}

Result<void> make_ways(WayNetwork& network) {
    std::size_t room = kWayPointsMax;
    for (std::uint32_t i = 0; i < network.map.roads.size(); ++i) {
        const Road& road = network.map.roads[i];
        network.section_first.emplace_back();
        for (std::uint32_t j = 0; j < road.sections.size(); ++j) {
            const LaneSection& section = road.sections[j];
            network.section_first.back().push_back(static_cast<std::uint32_t>(network.lane_way.size()));
            for (const Lane& lane : section.lanes) {
                network.lane_way.push_back(kNone);
                if (lane.id == 0 || lane.type == LaneType::none) continue;
                Sampler sampler(road, section, lane.id, room);
                const bool fits = sampler.run();
                if (!fits || network.ways.size() >= kWaysMax) {
                    return fail(
                        fmt::format("{}:{}: the map is too large: more than {} lanes or {} points of them",
                                    network.map.name, lane.line, kWaysMax, kWayPointsMax));
                }
                if (const std::string wrong = what_is_wrong(sampler.samples); !wrong.empty()) {
                    return fail(fmt::format("{}:{}: lane {} of road '{}' {}", network.map.name, lane.line,
                                            lane.id, road.id, wrong));
                }
                const bool has_width = std::any_of(sampler.samples.begin(), sampler.samples.end(),
                                                   [](const Sample& s) { return s.point.width_m > 0.01; });
                if (!has_width) continue;
                room -= sampler.samples.size();
                Way way;
                way.kind = kind_of(lane.type);
                way.name = fmt::format("{}:{}:{}", road.id, j, lane.id);
                way.road = i;
                way.section = j;
                way.lane = lane.id;
                way.is_along_s = road.is_along_s(lane.id);
                way.speed_limit_m_s = speed_limit(road, section, lane);
                if (!road.junction.empty()) {
                    way.junction = network.junction_by_id.at(road.junction);
                    way.turn = turn_of(road, way.is_along_s);
                }
                set_points(way, std::move(sampler.samples));
                network.lane_way.back() = static_cast<std::uint32_t>(network.ways.size());
                network.ways.push_back(std::move(way));
            }
        }
    }
    return {};
}

double way_s(const Way& way, double road_s_m) {
    const auto& s = way.road_s_m;
    if (way.is_along_s ? road_s_m <= s.front() : road_s_m >= s.front()) return 0;
    for (std::size_t i = 1; i < s.size(); ++i) {
        if (way.is_along_s ? road_s_m > s[i] : road_s_m < s[i]) continue;
        const double whole = s[i] - s[i - 1], part = whole != 0 ? (road_s_m - s[i - 1]) / whole : 0;
        return way.points[i - 1].s_m + part * (way.points[i].s_m - way.points[i - 1].s_m);
    }
    return way.length_m;
}

}  // namespace synchrono::roadmap

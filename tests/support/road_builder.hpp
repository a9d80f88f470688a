/// Roads for tests of pilots: RoadBuilder makes a SynMap from lines; CrossingMap is the map of two streets
/// that cross.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"

namespace synchrono::testing {

using pcp::driving::Point;

struct NewWay {
    std::string road;
    std::vector<Point> line = {};
    int lane = 1;
    std::int32_t kind = SYN_WAY_DRIVING;
    double limit_m_s = 11.2;
    double width_m = 3.5;
    std::uint32_t junction = SYN_NONE;
    std::int32_t turn = SYN_TURN_STRAIGHT;
    std::uint32_t group = SYN_NONE;
    double stop_m = 0;
};

/// Returns a straight line.
inline std::vector<Point> straight(Point a, Point b) { return {a, b}; }
/// Returns a curve from `a`, where its direction is `along_a`, to `b`, where its direction is `along_b`.
inline std::vector<Point> curve(Point a, Point along_a, Point b, Point along_b) {
    const double reach = pcp::driving::length(b - a) * 0.39;
    const Point c = a + along_a * reach, d = b - along_b * reach;
    std::vector<Point> line = {};
    constexpr int kSteps = 24;
    for (int i = 0; i <= kSteps; ++i) {
        const double t = static_cast<double>(i) / kSteps, u = 1 - t;
        line.push_back(a * (u * u * u) + c * (3 * u * u * t) + d * (3 * u * t * t) + b * (t * t * t));
    }
    return line;
}

/// Builds a map. Add the ways first, then links, then conflicts and crosswalks, then take map(). The map
/// finds no routes.
class RoadBuilder {
  public:
    std::uint32_t way(NewWay w) {
        const auto index = static_cast<std::uint32_t>(ways_.size());
        Stored& s = ways_.emplace_back();
        s.given = std::move(w);
        s.name = s.given.road + ":0:" + std::to_string(s.given.lane);
        double at = 0;
        for (std::size_t i = 0; i < s.given.line.size(); ++i) {
            const Point p = s.given.line[i];
            if (i > 0) at += pcp::driving::length(p - s.given.line[i - 1]);
            const Point d = i + 1 < s.given.line.size() ? s.given.line[i + 1] - p : p - s.given.line[i - 1];
            s.points.push_back({{p.x, p.y, 0}, at, std::atan2(d.y, d.x), 0, s.given.width_m});
        }
        return index;
    }
    void link(std::uint32_t a, std::uint32_t b) {
        ways_[a].next.push_back(b);
        ways_[b].previous.push_back(a);
    }
    void beside(std::uint32_t left, std::uint32_t right) {
        ways_[left].right = right;
        ways_[right].left = left;
    }
    std::uint32_t junction(const std::string& name, std::int32_t intersection) {
        names_.push_back(name);
        const auto index = static_cast<std::uint32_t>(junctions_.size());
        junctions_.push_back({index, intersection, 0, 0, names_.back().c_str()});
        return index;
    }
    /// Adds a rectangular crosswalk with these corners, anticlockwise. The ways of the junction that cross
    /// the crosswalk get a conflict with it; add them first.
    std::uint32_t crosswalk(std::array<Point, 4> corners, std::uint32_t of_junction, std::uint32_t group) {
        const auto index = static_cast<std::uint32_t>(crosswalks_.size());
        auto& list = corners_.emplace_back();
        for (const Point c : corners) list.push_back({c.x, c.y, 0});
        crosswalks_.push_back({index, of_junction, group, 4, list.data()});
        for (Stored& s : ways_) {
            if (s.given.junction != of_junction) continue;
            double from = 1e9, to = -1e9;
            sample(s, [&](Point p, double at) {
                const Point a = corners[0], ab = corners[1] - a, ad = corners[3] - a;
                const double u = pcp::driving::dot(p - a, ab) / pcp::driving::dot(ab, ab),
                             v = pcp::driving::dot(p - a, ad) / pcp::driving::dot(ad, ad);
                if (u < 0 || u > 1 || v < 0 || v > 1) return;
                from = std::min(from, at);
                to = std::max(to, at);
            });
            if (from <= to) s.conflicts.push_back({index, SYN_CONFLICT_CROSSWALK, from, to, 0, 4, 1, 0});
        }
        return index;
    }
    void building(std::vector<Point> corners) {
        auto& list = corners_.emplace_back();
        for (const Point c : corners) list.push_back({c.x, c.y, 0});
        buildings_.push_back({list.data(), static_cast<std::uint32_t>(list.size()), 0, 20});
    }
    /// Adds to each way a conflict over the stretch on which a body could touch a body on the other way; adds
    /// nothing if there is no such stretch.
    void conflict(std::uint32_t a, std::uint32_t b, bool a_yields, bool b_yields) {
        constexpr double kTouch = 2.6;
        const bool merges = !ways_[a].next.empty() && ways_[a].next == ways_[b].next;
        double a_from = 1e9, a_to = -1e9, b_from = 1e9, b_to = -1e9;
        sample(ways_[a], [&](Point p, double at) {
            sample(ways_[b], [&](Point q, double other) {
                if (pcp::driving::length(p - q) > kTouch) return;
                a_from = std::min(a_from, at);
                a_to = std::max(a_to, at);
                b_from = std::min(b_from, other);
                b_to = std::max(b_to, other);
            });
        });
        if (a_from > a_to) return;
        const std::int32_t kind = merges ? SYN_CONFLICT_MERGING : SYN_CONFLICT_CROSSING;
        ways_[a].conflicts.push_back({b, kind, a_from, a_to, b_from, b_to, a_yields ? 1u : 0u, 0});
        ways_[b].conflicts.push_back({a, kind, b_from, b_to, a_from, a_to, b_yields ? 1u : 0u, 0});
    }
    const NewWay& given(std::uint32_t way) const { return ways_[way].given; }
    std::size_t size() const { return ways_.size(); }

    /// Returns the map. It is valid until the builder is changed or destroyed.
    const SynMap& map() {
        c_ways_.clear();
        for (std::uint32_t i = 0; i < ways_.size(); ++i) {
            Stored& s = ways_[i];
            std::ranges::stable_sort(s.conflicts, {}, &SynConflict::from_m);
            c_ways_.push_back({.way = i,
                               .kind = s.given.kind,
                               .name = s.name.c_str(),
                               .road = s.given.road.c_str(),
                               .length_m = s.points.back().s_m,
                               .speed_limit_m_s = s.given.limit_m_s,
                               .points = s.points.data(),
                               .next = s.next.data(),
                               .previous = s.previous.data(),
                               .conflicts = s.conflicts.data(),
                               .points_count = static_cast<std::uint32_t>(s.points.size()),
                               .next_count = static_cast<std::uint32_t>(s.next.size()),
                               .previous_count = static_cast<std::uint32_t>(s.previous.size()),
                               .conflicts_count = static_cast<std::uint32_t>(s.conflicts.size()),
                               .left = s.left,
                               .right = s.right,
                               .junction = s.given.junction,
                               .turn = s.given.turn,
                               .signal_group = s.given.group,
                               .reserved = 0,
                               .stop_m = s.given.stop_m});
        }
        map_ = {.struct_size = sizeof(SynMap),
                .ways_count = static_cast<std::uint32_t>(c_ways_.size()),
                .junctions_count = static_cast<std::uint32_t>(junctions_.size()),
                .crosswalks_count = static_cast<std::uint32_t>(crosswalks_.size()),
                .buildings_count = static_cast<std::uint32_t>(buildings_.size()),
                .reserved = 0,
                .name = "drawn",
                .ways = c_ways_.data(),
                .junctions = junctions_.data(),
                .crosswalks = crosswalks_.data(),
                .buildings = buildings_.data(),
                .context = this,
                .nearest = nearest,
                .route = no_route};
        return map_;
    }

  private:
    struct Stored {
        NewWay given;
        std::string name;
        std::vector<SynWayPoint> points;
        std::vector<std::uint32_t> next, previous;
        std::vector<SynConflict> conflicts;
        std::uint32_t left = SYN_NONE, right = SYN_NONE;
    };

    template <typename Visit>
    static void sample(const Stored& s, Visit visit) {
        for (std::size_t i = 0; i + 1 < s.points.size(); ++i) {
            const SynWayPoint &a = s.points[i], &b = s.points[i + 1];
            const double run = b.s_m - a.s_m;
            const Point from = pcp::driving::flat(a.position), to = pcp::driving::flat(b.position);
            for (double at = 0; at < run; at += 0.5) visit(from + (to - from) * (at / run), a.s_m + at);
        }
        visit(pcp::driving::flat(s.points.back().position), s.points.back().s_m);
    }
    static std::int32_t nearest(void* context, SynVec3 place, double yaw, double distance,
                                std::uint32_t kinds, SynOnWay* out) {
        const auto& self = *static_cast<const RoadBuilder*>(context);
        double best = distance;
        bool found = false;
        for (std::uint32_t w = 0; w < self.ways_.size(); ++w) {
            const Stored& s = self.ways_[w];
            if ((kinds >> s.given.kind & 1u) == 0) continue;
            for (std::size_t i = 0; i + 1 < s.points.size(); ++i) {
                const Point a = pcp::driving::flat(s.points[i].position),
                            b = pcp::driving::flat(s.points[i + 1].position);
                const Point ab = b - a, ap = pcp::driving::flat(place) - a;
                if (!std::isnan(yaw) && ab.x * std::cos(yaw) + ab.y * std::sin(yaw) <= 0) continue;
                const double share =
                    std::clamp(pcp::driving::dot(ap, ab) / pcp::driving::dot(ab, ab), 0.0, 1.0);
                const double off = pcp::driving::length(ap - ab * share);
                if (off > best) continue;
                best = off;
                found = true;
                const double run = s.points[i + 1].s_m - s.points[i].s_m;
                *out = {w, 0, s.points[i].s_m + share * run,
                        pcp::driving::cross(ab * (1 / pcp::driving::length(ab)), ap)};
            }
        }
        return found ? 1 : 0;
    }
    static std::uint32_t no_route(void*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t*,
                                  std::uint32_t) {
        return 0;
    }

    std::deque<Stored> ways_;
    std::deque<std::vector<SynVec3>> corners_;
    std::deque<std::string> names_;
    std::vector<SynJunction> junctions_;
    std::vector<SynCrosswalk> crosswalks_;
    std::vector<SynBuilding> buildings_;
    std::vector<SynWay> c_ways_;
    SynMap map_{};
};

/// Two streets that cross at the origin. Roads are named after the direction of travel: vehicles on "in_e"
/// drive east towards the crossing, and vehicles on "out_e" drive east away from it. The names with n, w and
/// s follow the same rule. "x_e_n" leads from "in_e" to "out_n". Lanes are numbered from the middle of the
/// street. Vehicles may turn left from the first lane, turn right from the last, and go straight on from
/// every lane.
struct CrossingSetup {
    int lanes = 1;
    bool signals = true;  // group 1: east and west, 2: north and south; false: east and west go first
    // Whether a crosswalk lies across each exit, 1 to 5 m inside the junction. Signal group 3 is for people
    // who walk east or west, beside the vehicles of group 1. Group 4 is for people who walk north or south,
    // beside the vehicles of group 2.
    bool crosswalks = false;
    double approach_m = 150, half_m = 12, lane_m = 3.5, limit_m_s = 11.2;
};
inline constexpr std::int32_t kIntersection = 77;

class CrossingMap : public RoadBuilder {
  public:
    explicit CrossingMap(const CrossingSetup& setup = {}) {
        static constexpr std::array<const char*, 4> kNames{"e", "n", "w", "s"};
        static constexpr std::array<Point, 4> kAlong{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
        const std::uint32_t box = junction("crossing", setup.signals ? kIntersection : -1);
        const auto beside_middle = [&](std::size_t d, int lane) {
            return pcp::driving::left_of(kAlong[d]) * (-(lane + 0.5) * setup.lane_m);
        };
        const double near = setup.half_m, far = setup.half_m + setup.approach_m;
        for (std::size_t d = 0; d < 4; ++d) {
            for (int lane = 0; lane < setup.lanes; ++lane) {
                const Point off = beside_middle(d, lane), h = kAlong[d];
                NewWay w{.road = std::string("in_") + kNames[d],
                         .line = straight(h * -far + off, h * -near + off)};
                w.lane = lane + 1;
                w.limit_m_s = setup.limit_m_s;
                w.width_m = setup.lane_m;
                in_[d].push_back(way(w));
                w.road = std::string("out_") + kNames[d];
                w.line = straight(h * near + off, h * far + off);
                out_[d].push_back(way(w));
                if (lane > 0) {
                    beside(in_[d][in_[d].size() - 2], in_[d].back());
                    beside(out_[d][out_[d].size() - 2], out_[d].back());
                }
            }
        }
        struct Passing {
            std::uint32_t way;
            std::size_t from, to;
        };
        std::vector<Passing> passings;
        for (std::size_t d = 0; d < 4; ++d) {
            const auto connect = [&](std::size_t to, int lane_in, int lane_out, std::int32_t turn) {
                NewWay w{.road = std::string("x_") + kNames[d] + "_" + kNames[to]};
                const Point a = kAlong[d] * -near + beside_middle(d, lane_in);
                const Point b = kAlong[to] * near + beside_middle(to, lane_out);
                w.line = turn == SYN_TURN_STRAIGHT ? straight(a, b) : curve(a, kAlong[d], b, kAlong[to]);
                w.lane = lane_in + 1;
                w.limit_m_s = setup.limit_m_s;
                w.width_m = setup.lane_m;
                w.junction = box;
                w.turn = turn;
                w.group = setup.signals ? static_cast<std::uint32_t>(1 + d % 2) : SYN_NONE;
                const std::uint32_t index = way(w);
                link(in_[d][static_cast<std::size_t>(lane_in)], index);
                link(index, out_[to][static_cast<std::size_t>(lane_out)]);
                passings.push_back({index, d, to});
            };
            for (int lane = 0; lane < setup.lanes; ++lane) connect(d, lane, lane, SYN_TURN_STRAIGHT);
            connect((d + 1) % 4, 0, 0, SYN_TURN_LEFT);
            connect((d + 3) % 4, setup.lanes - 1, setup.lanes - 1, SYN_TURN_RIGHT);
        }
        for (std::size_t i = 0; i < passings.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const Passing &a = passings[i], &b = passings[j];
                if (a.from == b.from) continue;
                const auto yields = [&](const Passing& us, const Passing& them) {
                    if (!setup.signals && us.from % 2 != them.from % 2) return us.from % 2 == 1;
                    return us.to == (us.from + 1) % 4 && them.to != (them.from + 1) % 4;
                };
                conflict(a.way, b.way, yields(a, b), yields(b, a));
            }
        }
        if (!setup.crosswalks) return;
        const double half = setup.lanes * setup.lane_m + 1;
        for (std::size_t d = 0; d < 4; ++d) {
            // Vehicles that come from this side enter beside the exit, so one crosswalk lies across both.
            const Point h = kAlong[d], side = pcp::driving::left_of(h) * half;
            const Point a = h * (near - 5), b = h * (near - 1);
            crosswalk({a - side, b - side, b + side, a + side}, box,
                      setup.signals ? static_cast<std::uint32_t>(d % 2 == 0 ? 4 : 3) : SYN_NONE);
        }
    }
    std::uint32_t in(std::size_t d, std::size_t lane = 0) const { return in_[d][lane]; }
    std::uint32_t out(std::size_t d, std::size_t lane = 0) const { return out_[d][lane]; }

  private:
    std::array<std::vector<std::uint32_t>, 4> in_, out_;
};

}  // namespace synchrono::testing

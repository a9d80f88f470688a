// Finds the quickest route through the network of ways.
#include <algorithm>
#include <cmath>
#include <queue>

#include "common/base/contract.hpp"
#include "common/roadmap/internal/way_network.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kUnlimited_m_s = 50 / 3.6;           // the limit if none is known
constexpr double kLateral_m_s2 = 2;                   // the lateral acceleration that is allowed in bends
constexpr double kChange_s = 4;                       // the time that a lane change counts as
constexpr double kShort_m = 60, kShortChange_s = 15;  // extra time on a short way, where a change may fail

double travel_time_s(const Way& way) {
    const double limit = way.speed_limit_m_s.value_or(kUnlimited_m_s);
    double time = 0;
    for (std::size_t i = 0; i + 1 < way.points.size(); ++i) {
        const WayPoint &a = way.points[i], &b = way.points[i + 1];
        const double bend = std::max({std::abs(a.curvature_1_m), std::abs(b.curvature_1_m), 1e-6});
        time += (b.s_m - a.s_m) / std::min(limit, std::sqrt(kLateral_m_s2 / bend));
    }
    return time;
}

}  // namespace

std::vector<std::uint32_t> RoadMap::route(std::uint32_t from, std::uint32_t to, Kinds kinds) const {
    const auto& ways = network_->ways;
    SYN_REQUIRE(from < ways.size() && to < ways.size());
    const auto welcome = [&](std::uint32_t way) { return (kinds & kind_bit(ways[way].kind)) != 0; };
    if (!welcome(from) || !welcome(to)) return {};
    // The cost of a way is the time at which the vehicle reaches its beginning. The time to drive along it is
    // added when the vehicle leaves at its end.
    struct Arrival {
        double time_s;
        std::uint32_t way;
        bool operator>(const Arrival& other) const {
            return time_s != other.time_s ? time_s > other.time_s : way > other.way;
        }
    };
    std::vector<double> best(ways.size(), std::numeric_limits<double>::infinity());
    std::vector<std::uint32_t> came_from(ways.size(), kNone);
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> open;
    best[from] = 0;
    open.push({0, from});
    while (!open.empty()) {
        const double time = open.top().time_s;
        const std::uint32_t index = open.top().way;
        open.pop();
        if (index == to) break;
        if (time > best[index]) continue;
        const Way& way = ways[index];
        const auto reach = [&](std::uint32_t other, double at_s) {
            if (!welcome(other) || at_s >= best[other]) return;
            best[other] = at_s;
            came_from[other] = index;
            open.push({at_s, other});
        };
        const double driven = time + travel_time_s(way);
        for (const std::uint32_t next : way.next) reach(next, driven);
        const double changed = time + kChange_s + (way.length_m < kShort_m ? kShortChange_s : 0);
        for (const std::uint32_t other : {way.left, way.right}) {
            if (other != kNone) reach(other, changed);
        }
    }
    if (came_from[to] == kNone && from != to) return {};
    std::vector<std::uint32_t> route{to};
    while (route.back() != from) route.push_back(came_from[route.back()]);
    std::reverse(route.begin(), route.end());
    return route;
}

}  // namespace synchrono::roadmap

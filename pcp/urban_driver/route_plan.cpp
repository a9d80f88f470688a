#include "pcp/urban_driver/route_plan.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <stdexcept>
#include <utility>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr double kLimitInTown = 11.2;     // m/s, 25 mph
constexpr double kLaneChangeCost = 4;     // s
constexpr double kHurriedChangeCost = 8;  // s more, where the way is shorter than kEasyChangeLength
constexpr double kEasyChangeLength = 50;  // m
constexpr double kNowhere = -1;

}  // namespace

double speed_limit_m_s(const SynWay& way) {
    return way.speed_limit_m_s > 0.5 ? way.speed_limit_m_s : kLimitInTown;
}

RoutePlan::RoutePlan(const Map& map, std::vector<std::string> roads, std::uint32_t kinds)
    : map_(map), roads_(std::move(roads)), kinds_(kinds), ways_(map.ways().size()) {
    std::map<std::string, std::uint32_t> numbers;
    for (const SynWay& way : map_.ways())
        road_of_.push_back(
            numbers.emplace(way.road, static_cast<std::uint32_t>(numbers.size())).first->second);
    for (const std::string& road : roads_) {
        const auto found = numbers.find(road);
        if (found == numbers.end()) throw std::runtime_error("route: the map has no road '" + road + "'");
        wanted_.push_back(found->second);
    }
    if (wanted_.empty()) throw std::runtime_error("route: expected at least one road");

    // A way of the last road ends the route if neither it nor a lane beside it goes on along that road.
    const auto goes_on = [&](const SynWay& way) {
        return std::ranges::any_of(next(way), [&](std::uint32_t n) {
            return road_of_[n] == wanted_.back() && allowed(n) && n != way.way;
        });
    };
    ends_.assign(ways_, 0);
    for (const SynWay& way : map_.ways()) {
        if (road_of_[way.way] != wanted_.back() || !allowed(way.way) || goes_on(way)) continue;
        bool beside = false;
        std::size_t steps = 0;
        for (std::uint32_t w = way.left; w != SYN_NONE && steps < ways_; w = map_.ways()[w].left, ++steps)
            beside = beside || (allowed(w) && goes_on(map_.ways()[w]));
        for (std::uint32_t w = way.right; w != SYN_NONE && steps < ways_; w = map_.ways()[w].right, ++steps)
            beside = beside || (allowed(w) && goes_on(map_.ways()[w]));
        ends_[way.way] = beside ? 0 : 1;
    }

    // Dijkstra's search backwards from the ends, with one layer for each number of roads reached.
    const std::size_t layers = wanted_.size() + 1;
    seconds_.assign(layers * ways_, kNowhere);
    std::vector<std::vector<std::uint32_t>> before(ways_), beside_of(ways_);
    for (const SynWay& way : map_.ways()) {
        for (const std::uint32_t n : next(way)) before[n].push_back(way.way);
        for (const std::uint32_t b : {way.left, way.right})
            if (b != SYN_NONE) beside_of[b].push_back(way.way);
    }
    using Entry = std::pair<double, std::size_t>;  // seconds, layer * ways_ + way
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    const auto drive_s = [&](std::uint32_t w) {
        return map_.ways()[w].length_m / speed_limit_m_s(map_.ways()[w]);
    };
    const auto offer = [&](std::size_t state, double seconds) {
        if (seconds_[state] >= 0 && seconds_[state] <= seconds) return;
        seconds_[state] = seconds;
        queue.emplace(seconds, state);
    };
    for (std::uint32_t w = 0; w < ways_; ++w)
        if (ends_[w] != 0) offer(wanted_.size() * ways_ + w, drive_s(w));
    while (!queue.empty()) {
        const auto [seconds, state] = queue.top();
        queue.pop();
        if (seconds > seconds_[state]) continue;
        const auto w = static_cast<std::uint32_t>(state % ways_);
        const std::size_t layer = state / ways_;
        for (const std::uint32_t p : before[w]) {
            if (!allowed(p)) continue;
            // `p` is in the same layer as `w`, or in the one before if `w` belongs to the next road.
            for (std::size_t k : {layer, layer - 1}) {
                if (k >= layers || reached(w, k) != layer) continue;
                offer(k * ways_ + p, drive_s(p) + seconds);
            }
        }
        for (const std::uint32_t b : beside_of[w]) {
            if (!allowed(b)) continue;
            const bool hurried = map_.ways()[b].length_m < kEasyChangeLength;
            offer(layer * ways_ + b, seconds + kLaneChangeCost + (hurried ? kHurriedChangeCost : 0));
        }
    }
    for (std::size_t i = 0; i + 1 < wanted_.size(); ++i) {
        bool leads = false;
        for (std::uint32_t w = 0; w < ways_; ++w)
            leads = leads || (road_of_[w] == wanted_[i] && seconds_from(w, i + 1) >= 0);
        if (!leads)
            throw std::runtime_error("route: no way leads from road '" + roads_[i] + "' to road '" +
                                     roads_[i + 1] + "'");
    }
}

std::size_t RoutePlan::reached(std::uint32_t way, std::size_t before) const {
    return before < wanted_.size() && road_of_[way] == wanted_[before] ? before + 1 : before;
}

std::uint32_t RoutePlan::best_next(std::uint32_t way, std::size_t reached_before) const {
    std::uint32_t best = SYN_NONE;
    double best_s = 0;
    for (const std::uint32_t n : next(map_.ways()[way])) {
        const double s = allowed(n) ? seconds_from(n, reached(n, reached_before)) : kNowhere;
        if (s < 0 || (best != SYN_NONE && s >= best_s)) continue;
        best = n;
        best_s = s;
    }
    return best;
}

bool RoutePlan::ends(std::uint32_t way, std::size_t reached_before) const {
    return ends_[way] != 0 && reached_before == wanted_.size();
}

bool RoutePlan::better_beside(std::uint32_t way, std::uint32_t beside, std::size_t reached_before) const {
    if (!allowed(beside)) return false;
    const double there = seconds_from(beside, reached_before), here = seconds_from(way, reached_before);
    return there >= 0 && (here < 0 || there + kLaneChangeCost / 2 < here);
}

}  // namespace synchrono::pcp::urban_driver

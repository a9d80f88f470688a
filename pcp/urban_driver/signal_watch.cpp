#include "pcp/urban_driver/signal_watch.hpp"

#include <algorithm>
#include <limits>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr std::int64_t kFresh = 1'000'000'000;  // ns, ten periods of SPaT messages; older ones do not count
constexpr std::uint32_t kHeardMin = 2;          // messages of an intersection before they count
constexpr std::size_t kIntersections = 16;      // remembered at most
constexpr std::size_t kLanes = 255;             // of an intersection, remembered at most
constexpr double kSameLane = 4;                 // m to the side, at most, between a way and its lane in a MAP
constexpr double kSameLine = 12;                // m along the way, at most, between their stop lines
constexpr double kAligned = 0.85;               // cosine of the angle between the two, at least
constexpr double kAdvicePastGreen = 0.7;        // s after green begins, when an advised vehicle arrives
constexpr double kAdviceMin = 4;                // m/s; slower advice would only annoy those behind

bool is(const SynJunction& junction, std::uint32_t region, std::uint32_t intersection) {
    return junction.intersection >= 0 && static_cast<std::uint32_t>(junction.intersection) == intersection &&
           (region == 0 || junction.region == 0 || static_cast<std::uint32_t>(junction.region) == region);
}

}  // namespace

Lamp lamp_of(std::int32_t state) {
    switch (state) {
        case SYN_SIGNAL_PROTECTED_GREEN:
            return Lamp::green;
        case SYN_SIGNAL_PERMISSIVE_GREEN:
            return Lamp::permissive_green;
        case SYN_SIGNAL_CAUTION:
            return Lamp::caution;
        case SYN_SIGNAL_PERMISSIVE_YELLOW:
        case SYN_SIGNAL_PROTECTED_YELLOW:
            return Lamp::yellow;
        case SYN_SIGNAL_STOP:
        case SYN_SIGNAL_PRE_MOVEMENT:
            return Lamp::red;
        default:
            return Lamp::stop_then_go;
    }
}

Lamp stricter(Lamp a, Lamp b) { return std::max(a, b); }

Lamp SignalView::lamp() const {
    if (by_eye && by_radio) return stricter(*by_eye, *by_radio);
    return by_eye ? *by_eye : by_radio ? *by_radio : Lamp::stop_then_go;
}

void SignalWatch::store(std::vector<Intersection>& list, const SynSignals& signals, std::int64_t now_ns) {
    auto found = std::ranges::find_if(list, [&](const Intersection& i) {
        return i.region == signals.region && i.intersection == signals.intersection;
    });
    if (found == list.end()) {
        if (list.size() == kIntersections) {
            found = std::ranges::min_element(list, {}, &Intersection::heard_ns);
        } else {
            found = list.emplace(list.end());
        }
        found->region = signals.region;
        found->intersection = signals.intersection;
        found->times_heard = 0;
    }
    if (now_ns - found->heard_ns > kFresh) found->times_heard = 0;
    found->heard_ns = now_ns;
    ++found->times_heard;
    found->groups.clear();
    for (const SynSignalGroup& g : groups(signals)) {
        const std::int64_t changes = g.likely_end_ns != SYN_TIME_UNKNOWN ? g.likely_end_ns : g.min_end_ns;
        found->groups.push_back({g.group, g.state, changes});
    }
    std::ranges::stable_sort(found->groups, {}, &Group::group);
}

void SignalWatch::see(std::span<const SynSignals> list) {
    if (!eyes_) return;
    by_eye_.resize(std::min(by_eye_.size(), list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i == by_eye_.size()) by_eye_.emplace_back();
        Intersection& s = by_eye_[i];
        s.region = list[i].region;
        s.intersection = list[i].intersection;
        s.groups.clear();
        for (const SynSignalGroup& g : groups(list[i]))
            s.groups.push_back({g.group, g.state, SYN_TIME_UNKNOWN});
        std::ranges::stable_sort(s.groups, {}, &Group::group);
    }
}

void SignalWatch::hear(const SynMessage& message, std::int64_t now_ns) {
    for (const SynSignals& s : signals(message)) store(by_radio_, s, now_ns);
    for (const SynIntersection& i : intersections(message)) add_map(i);
}

void SignalWatch::add_map(const SynIntersection& intersection) {
    auto found = std::ranges::find_if(intersection_maps_, [&](const IntersectionMap& c) {
        return c.region == intersection.region && c.intersection == intersection.intersection;
    });
    if (found != intersection_maps_.end() && found->revision == intersection.revision &&
        found->lanes.size() <= intersection.lanes_count && !found->lanes.empty())
        return;
    if (found == intersection_maps_.end()) {
        if (intersection_maps_.size() == kIntersections) return;
        found = intersection_maps_.emplace(intersection_maps_.end());
    }
    found->region = intersection.region;
    found->intersection = intersection.intersection;
    found->revision = intersection.revision;
    found->lanes.clear();
    for (const SynLane& lane : lanes(intersection)) {
        if (lane.nodes_count < 2 || found->lanes.size() == kLanes) continue;
        if (lane.kind != SYN_LANE_VEHICLE && lane.kind != SYN_LANE_BIKE) continue;
        const driving::Point line = driving::flat(lane.nodes[0]), out = driving::flat(lane.nodes[1]);
        found->lanes.push_back({lane.lane, lane.directions, line, driving::direction_of(line - out), {}});
        found->lanes.back().connections.assign(lane.connections, lane.connections + lane.connections_count);
    }
    matches_.clear();
}

const SignalWatch::Group* SignalWatch::find(const std::vector<Intersection>& list,
                                            const SynJunction& junction, std::uint32_t group,
                                            const Intersection** from) {
    for (const Intersection& i : list) {
        if (!is(junction, i.region, i.intersection)) continue;
        if (from != nullptr) *from = &i;
        const auto found = std::ranges::lower_bound(i.groups, group, {}, &Group::group);
        if (found != i.groups.end() && found->group == group) return &*found;
    }
    return nullptr;
}

const SignalWatch::Group* SignalWatch::group_by_radio(const SynJunction& junction, std::uint32_t group,
                                                      std::int64_t now_ns) const {
    const Intersection* from = nullptr;
    const Group* found = find(by_radio_, junction, group, &from);
    const bool counts =
        found != nullptr && now_ns - from->heard_ns <= kFresh && from->times_heard >= kHeardMin;
    return counts ? found : nullptr;
}

std::optional<Lamp> SignalWatch::lamp_of_group(std::uint32_t junction, std::uint32_t group,
                                               std::int64_t now_ns) const {
    if (junction >= map_.junctions().size() || group == SYN_NONE) return {};
    const SynJunction& there = map_.junctions()[junction];
    const Group* found = eyes_ ? find(by_eye_, there, group) : group_by_radio(there, group, now_ns);
    return found != nullptr ? std::optional(lamp_of(found->state)) : std::nullopt;
}

SignalView SignalWatch::view(std::uint32_t approach, std::uint32_t movement, std::int64_t now_ns) {
    SignalView view;
    const SynWay& way = map_.ways()[movement];
    if (way.junction == SYN_NONE) return view;
    const SynJunction& junction = map_.junctions()[way.junction];
    if (eyes_) view.by_eye = lamp_of_group(way.junction, way.signal_group, now_ns);
    const auto matched = match(map_.ways()[approach], way, junction);
    const std::uint32_t group = matched ? *matched : way.signal_group;
    if (const Group* announced = group != SYN_NONE ? group_by_radio(junction, group, now_ns) : nullptr) {
        view.by_radio = lamp_of(announced->state);
        view.changes_ns = announced->changes_ns;
    }
    return view;
}

std::optional<std::uint32_t> SignalWatch::match(const SynWay& approach, const SynWay& movement,
                                                const SynJunction& junction) {
    for (const Match& m : matches_)
        if (m.movement == movement.way) return m.group;
    std::optional<std::uint32_t> group;
    for (const IntersectionMap& chart : intersection_maps_)
        if (is(junction, chart.region, chart.intersection)) group = match_on(chart, approach, movement);
    matches_.push_back({movement.way, group});
    return group;
}

std::optional<std::uint32_t> SignalWatch::match_on(const IntersectionMap& chart, const SynWay& approach,
                                                   const SynWay& movement) const {
    // Finds the lane that leads in the direction `along` and whose stop line is nearest to `at`. It is called
    // for the end of the approach and for the end of the movement.
    const auto nearest = [&](std::uint32_t direction, driving::Point at, driving::Point along) {
        const Lane* best = nullptr;
        double best_m = std::numeric_limits<double>::max();
        for (const Lane& lane : chart.lanes) {
            if ((lane.directions & direction) == 0) continue;
            const driving::Point travel = direction == SYN_LANE_INGRESS ? lane.inwards : lane.inwards * -1.0;
            const driving::Point off = lane.line - at;
            const double side = std::abs(driving::cross(along, off)),
                         ahead = std::abs(driving::dot(along, off));
            if (driving::dot(travel, along) < kAligned || side > kSameLane || ahead > kSameLine) continue;
            if (side + 0.1 * ahead >= best_m) continue;
            best_m = side + 0.1 * ahead;
            best = &lane;
        }
        return best;
    };
    const auto last = points(approach).size() - 1, end = points(movement).size() - 1;
    if (last < 1 || end < 1) return {};
    const auto place = [](const SynWay& way, std::size_t i) { return driving::flat(way.points[i].position); };
    const Lane* in = nearest(SYN_LANE_INGRESS, place(approach, last),
                             driving::direction_of(place(approach, last) - place(approach, last - 1)));
    const Lane* out = nearest(SYN_LANE_EGRESS, place(movement, end),
                              driving::direction_of(place(movement, end) - place(movement, end - 1)));
    if (in == nullptr) return {};
    constexpr std::uint32_t kTurns[] = {SYN_MANOEUVRE_STRAIGHT, SYN_MANOEUVRE_LEFT, SYN_MANOEUVRE_RIGHT,
                                        SYN_MANOEUVRE_U_TURN};
    const std::uint32_t turn = kTurns[static_cast<std::size_t>(movement.turn) % 4];
    const SynConnection* by_turn = nullptr;
    for (const SynConnection& c : in->connections) {
        if (c.signal_group == SYN_UNKNOWN) continue;
        if (out != nullptr && c.lane == out->lane) return static_cast<std::uint32_t>(c.signal_group);
        if (by_turn == nullptr && (c.manoeuvres & turn) != 0) by_turn = &c;
    }
    if (by_turn == nullptr) return {};
    return static_cast<std::uint32_t>(by_turn->signal_group);
}

Reaction reaction_to(Lamp lamp, double to_line, double speed, double braking, bool going) {
    switch (lamp) {
        case Lamp::green:
        case Lamp::permissive_green:
        case Lamp::caution:
            return Reaction::go;
        case Lamp::stop_then_go:
            return Reaction::stop_then_go;
        case Lamp::red:
            return Reaction::stop;
        case Lamp::yellow:
            break;
    }
    if (going) return Reaction::go;
    return speed * speed > 2 * braking * std::max(to_line, 0.0) ? Reaction::go : Reaction::stop;
}

double advised_speed_m_s(const SignalView& view, std::int64_t now_ns, double to_line, double wanted) {
    if (view.lamp() != Lamp::red || !view.by_radio || *view.by_radio != Lamp::red) return wanted;
    if (view.changes_ns == SYN_TIME_UNKNOWN || view.changes_ns <= now_ns) return wanted;
    const double green_in_s = static_cast<double>(view.changes_ns - now_ns) * 1e-9 + kAdvicePastGreen;
    const double advised = to_line / green_in_s;
    return advised < kAdviceMin ? wanted : std::min(wanted, advised);
}

}  // namespace synchrono::pcp::urban_driver

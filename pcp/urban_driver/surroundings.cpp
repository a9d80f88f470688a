#include "pcp/urban_driver/surroundings.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr double kNearWay = 3.0;                // m from a way's middle; a body that is nearer is on the way
constexpr double kNearPassage = 2.6;            // m, the same for ways through a junction
constexpr double kAligned = 0.8;                // cosine between a body and its way
constexpr double kStands = 0.3;                 // m/s; a slower body stands
constexpr std::int64_t kTwitch = 500'000'000;   // ns; a shorter movement does not count
constexpr std::uint32_t kHeardMin = 3;          // messages before a sender is believed
constexpr std::int64_t kFresh = 1'000'000'000;  // ns; older messages do not count
constexpr double kAccuracyMax = 5;              // m; a place that is less exact is of no use
constexpr double kLengthMax = 41;               // m; a message cannot state more
constexpr double kWidthMax = 10.3;              // m, the same
constexpr double kSeesFor = 60;                 // m; up to here the eye sees everybody who is not hidden
constexpr double kSame = 4;                     // m, plus twice the accuracy; nearer ones are the same body

/// Returns whether the line from one place to the other meets the box.
bool hides(const Box& box, driving::Point from, driving::Point to) {
    double enter = 0, leave = 1;
    for (const auto& [axis, half] : {std::pair{box.heading, box.length_m / 2},
                                     std::pair{driving::left_of(box.heading), box.width_m / 2}}) {
        const double begin = driving::dot(axis, from - box.at), run = driving::dot(axis, to - from);
        if (std::abs(run) < 1e-9) {
            if (std::abs(begin) > half) return false;
            continue;
        }
        const double a = (-half - begin) / run, b = (half - begin) / run;
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter < leave;
}

}  // namespace

bool Surroundings::fill_from_sight(const SynOther& other, driving::Point ego, double reach_m,
                                   Body& body) const {
    const SynMotion& m = other.motion;
    if (driving::length(driving::flat(m.position) - ego) >
        reach_m + std::max(other.length_m, other.width_m) / 2)
        return false;
    body = {};
    body.id = other.agent;
    body.kind = other.kind;
    body.box = {driving::flat(m.position), driving::direction_of(driving::heading_of(m.orientation)),
                other.length_m, other.width_m};
    body.velocity = driving::flat(m.velocity);
    body.speed_m_s = driving::dot(body.velocity, body.box.heading);
    body.acceleration_m_s2 = driving::dot(driving::flat(m.acceleration), body.box.heading);
    return true;
}

bool Surroundings::fill_from_radio(const SynNeighbour& neighbour, std::int64_t now_ns, driving::Point ego,
                                   double reach_m, const SeenOthers& seen, Body& body) const {
    const SynBasicSafety* safety = neighbour.newest;
    if (safety == nullptr || neighbour.received < kHeardMin || now_ns - neighbour.last_ns > kFresh)
        return false;
    const std::int64_t stated_ns = safety->time_ns != SYN_TIME_UNKNOWN ? safety->time_ns : neighbour.last_ns;
    const double age_s = static_cast<double>(now_ns - stated_ns) * 1e-9;
    if (!(age_s > -0.2 && age_s < 2)) return false;
    // Every comparison with a value that the sender does not know (NaN) is false.
    if (!(safety->speed_m_s >= 0 && safety->speed_m_s < 70) || !std::isfinite(safety->yaw_rad) ||
        !std::isfinite(safety->position.x) || !std::isfinite(safety->position.y))
        return false;
    const double accuracy = std::isfinite(safety->accuracy_m) ? safety->accuracy_m : 2;
    if (accuracy > kAccuracyMax) return false;
    const driving::Point heading{std::cos(safety->yaw_rad), std::sin(safety->yaw_rad)};
    const double speed =
        safety->transmission == SYN_TRANSMISSION_REVERSE ? -safety->speed_m_s : safety->speed_m_s;
    const driving::Point at = driving::flat(safety->position) + heading * (speed * age_s);
    const driving::Point off = at - ego;
    const double distance = driving::length(off);
    if (distance > reach_m || in_view(seen, ego, at)) return false;
    for (const SynOther& other : seen.others) {
        const driving::Point apart = driving::flat(other.motion.position) - at;
        const double same = kSame + 2 * accuracy;
        if (driving::dot(apart, apart) < same * same) return false;
    }
    body = {};
    body.id = kByRadio + neighbour.temporary_id;
    body.by_radio = true;
    body.has_number = false;
    body.box = {at, heading, safety->length_m > 0.5 && safety->length_m < kLengthMax ? safety->length_m : 5,
                safety->width_m > 0.3 && safety->width_m < kWidthMax ? safety->width_m : 2};
    body.box.length_m += 2 * accuracy;
    body.velocity = heading * speed;
    body.speed_m_s = speed;
    if (std::abs(safety->acceleration_forward_m_s2) < 15)
        body.acceleration_m_s2 = safety->acceleration_forward_m_s2;
    return true;
}

/// Returns whether a body at `place` would be seen.
bool Surroundings::in_view(const SeenOthers& seen, driving::Point ego, driving::Point place) const {
    if (!seen.eyes || driving::length(place - ego) >= kSeesFor || !sight_.clear(ego, place)) return false;
    if (seen.sensors == nullptr) return true;
    return seen.sensors->looks_at(place) && std::ranges::none_of(bodies_, [&](const Body& body) {
               return !body.by_radio && hides(body.box, ego, place);
           });
}

void Surroundings::update(std::int64_t now_ns, driving::Point ego, double reach_m, const SeenOthers& seen,
                          std::span<const SynNeighbour> neighbours) {
    bodies_.clear();
    next_memory_.clear();
    Body body;
    for (const SynOther& other : seen.others) {
        if (!fill_from_sight(other, ego, reach_m, body)) continue;
        body.has_number = seen.sensors == nullptr;
        remember(now_ns, body);
        bodies_.push_back(body);
    }
    for (const SynNeighbour& neighbour : neighbours) {
        if (!fill_from_radio(neighbour, now_ns, ego, reach_m, seen, body)) continue;
        remember(now_ns, body);
        bodies_.push_back(body);
    }
    memory_.swap(next_memory_);
}

void Surroundings::remember(std::int64_t now_ns, Body& body) {
    const auto found = std::ranges::lower_bound(memory_, body.id, {}, &Memory::id);
    const Memory* before = found != memory_.end() && found->id == body.id ? &*found : nullptr;
    std::int64_t since = before != nullptr ? before->standing_since_ns : kMoves;
    std::int64_t stood = before != nullptr ? before->stood_ns : kMoves;
    if (std::abs(body.speed_m_s) < kStands) {
        if (since == kMoves) since = now_ns;
        stood = now_ns;
    } else if (since != kMoves && now_ns - stood > kTwitch) {
        since = kMoves;
    }
    if (since != kMoves) body.standing_s = static_cast<double>(now_ns - since) * 1e-9;
    if (body.kind == SYN_OTHER_VEHICLE) find_ways(before, body);
    next_memory_.push_back({body.id, body.places, body.places_count, since, stood});
}

void Surroundings::add_way_if_near(std::uint32_t way, Body& body) const {
    if (body.places_count == body.places.size()) return;
    for (const Place& place : body.on())
        if (place.way == way) return;
    const SynWay& w = map_.ways()[way];
    const OnWay at = project(w, body.box.at);
    const double near = w.junction != SYN_NONE ? kNearPassage : kNearWay;
    if (at.at_end != 0 || std::abs(at.t_m) > near || driving::dot(at.along, body.box.heading) < kAligned)
        return;
    body.places[body.places_count++] = {way, at.s_m};
}

void Surroundings::find_ways(const Memory* before, Body& body) const {
    if (before != nullptr) {
        // Tries the ways on which the body was, and near their ends the ways that follow.
        for (std::uint32_t i = 0; i < before->places_count; ++i) {
            const SynWay& way = map_.ways()[before->places[i].way];
            add_way_if_near(way.way, body);
            if (before->places[i].s_m > way.length_m - 10)
                for (const std::uint32_t n : next(way)) add_way_if_near(n, body);
        }
        // If there is a lane beside the body's lane, searches again, because that lane may be nearer by now.
        // In a junction only ways that continue the body's previous ways are possible.
        const bool beside = body.places_count == 1 && map_.ways()[body.places[0].way].junction == SYN_NONE &&
                            (map_.ways()[body.places[0].way].left != SYN_NONE ||
                             map_.ways()[body.places[0].way].right != SYN_NONE);
        if (body.places_count > 0 && !beside) return;
        body.places_count = 0;
    }
    const double yaw = std::atan2(body.box.heading.y, body.box.heading.x);
    constexpr std::uint32_t kinds = kDrivingWays | 1u << SYN_WAY_BUS | 1u << SYN_WAY_BIKE;
    const auto found = map_.nearest({body.box.at.x, body.box.at.y, 0}, kNearWay, kinds, yaw);
    if (!found) return;
    const SynWay& way = map_.ways()[found->way];
    body.places[body.places_count++] = {found->way, found->s_m};
    if (way.junction == SYN_NONE) return;
    for (const std::uint32_t p : previous(way))
        for (const std::uint32_t n : next(map_.ways()[p])) add_way_if_near(n, body);
}

}  // namespace synchrono::pcp::urban_driver

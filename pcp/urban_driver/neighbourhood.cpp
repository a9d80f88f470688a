#include "pcp/urban_driver/neighbourhood.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr double kReach = 6;           // m to each side of the track; includes the lanes beside it
constexpr double kBehind = 60;         // m behind us; bodies farther behind are not considered
constexpr double kAhead = 130;         // m ahead of us, the same
constexpr double kClearance = 0.35;    // m between bodies that pass each other
constexpr double kAligned = 0.7;       // cosine of the angle to the track, at least, of aligned bodies
constexpr double kCutIn = 1.2;         // s; a vehicle that will be in our strip by then is let in
constexpr double kDrift = 0.3;         // m/s sideways; slower drift is not taken for intent
constexpr double kCrossingTime = 0.7;  // s to spare behind a body that crosses our strip
constexpr double kCutInBraking = 3;    // m/s^2, at most, for a vehicle that only begins to come in
constexpr double kStepsOut = 1.6;      // s; a person who will be in our strip by then is let across
constexpr double kSlow = 4;            // m/s; a faster vehicle beside us does not wait to change to our lane
constexpr double kShown = 0.4;         // m; a vehicle this far off its lane's middle, towards ours, wants in
constexpr double kStrays = 1;          // m/s; slower bodies off the ways are not strays
constexpr double kStraightOn = 4;      // s for which the motion of strays is extrapolated
constexpr double kMeets = 1.5;         // s; if our times at one place differ by less, we would meet
constexpr double kCrawls = 1.5;        // m/s; a slower vehicle ahead belongs to a queue

/// Returns whether a body is slow in the lane beside ours and keeps to our side of it, which is how a
/// vehicle makes known that it wants to change to our lane.
bool wants_in(const NearBody& n, const Track& track) {
    const Track::Sample& there = track.samples()[track.index_at(n.beside.from_m)];
    const double middle = std::abs((n.beside.left_m + n.beside.right_m) / 2);
    return !there.junction && n.along_m_s < kSlow && middle > there.width_m / 2 &&
           middle < there.width_m - kShown;
}

}  // namespace

double Neighbourhood::half_width(const OnTrack& ego) { return ego.width_m / 2 + kClearance; }

bool Neighbourhood::in_the_way(const NearBody& n, double half_width_m) {
    return n.beside.right_m < half_width_m && n.beside.left_m > -half_width_m;
}

void Neighbourhood::update(const Track& track, const OnTrack& ego, std::span<const Body> bodies) {
    list_.clear();
    strays_.clear();
    Beside beside;
    for (const Body& body : bodies) {
        if (body.kind != SYN_OTHER_PEDESTRIAN && body.places_count == 0 &&
            driving::dot(body.velocity, body.velocity) > kStrays * kStrays)
            strays_.push_back(&body);
        if (!track.beside(body.box, ego.rear_m - kBehind, ego.front_m + kAhead, kReach, beside)) continue;
        list_.push_back({&body, beside, driving::dot(body.velocity, beside.along),
                         driving::cross(beside.along, body.velocity),
                         driving::dot(body.box.heading, beside.along) > kAligned});
    }
    std::ranges::stable_sort(list_, {}, [](const NearBody& n) { return n.beside.from_m; });
}

double Neighbourhood::acceleration_behind_others(const Manner& manner, const OnTrack& ego,
                                                 const Track& track) const {
    double least = manner.acceleration_m_s2;
    for (const Body* stray : strays_)
        least = std::min(least, acceleration_for_stray(manner, ego, track, *stray, least));
    const double half = half_width(ego);
    for (const NearBody& n : list_) {
        // Bodies whose middle is behind our front are beside or behind us.
        if ((n.beside.from_m + n.beside.to_m) / 2 < ego.front_m) continue;
        const double gap = n.beside.from_m - ego.front_m;
        const double speed = std::max(0.0, n.along_m_s);
        const bool walks = n.body->kind == SYN_OTHER_PEDESTRIAN;
        if (in_the_way(n, half)) {
            const bool crosses = !n.aligned && std::abs(n.left_m_s) > 0.7;
            if (crosses) {
                const double to_go = n.left_m_s > 0 ? half - n.beside.right_m : half + n.beside.left_m;
                const double clear_s = to_go / std::abs(n.left_m_s);
                if (gap > ego.speed_m_s * (clear_s + kCrossingTime) + 1) continue;
            }
            least = std::min(least, n.body->kind == SYN_OTHER_VEHICLE
                                        ? follow_acceleration(manner, ego.speed_m_s, gap, speed)
                                        : stop_acceleration(manner, ego.speed_m_s, gap - 1, least));
            continue;
        }
        if (walks) {
            const double later = n.left_m_s * kStepsOut;
            const bool comes = n.beside.right_m + std::min(0.0, later) < half &&
                               n.beside.left_m + std::max(0.0, later) > -half;
            if (comes && std::abs(n.left_m_s) > kDrift && gap < ego.speed_m_s * 4 + 5)
                least = std::min(least, stop_acceleration(manner, ego.speed_m_s, gap - 1.5, least));
            continue;
        }
        if (!n.aligned || gap < 0) continue;
        if (wants_in(n, track) &&
            follow_acceleration(manner, ego.speed_m_s, gap, speed) > -manner.braking_m_s2)
            least = std::min(least, follow_acceleration(manner, ego.speed_m_s, gap, speed));
        if (std::abs(n.left_m_s) < kDrift) continue;
        const double later = n.left_m_s * kCutIn;
        if (n.beside.right_m + later < half && n.beside.left_m + later > -half)
            least = std::min(
                least, std::max(-kCutInBraking, follow_acceleration(manner, ego.speed_m_s, gap, speed)));
    }
    return least;
}

/// Returns the acceleration that a stray permits. A stray follows no way, so it is assumed to go straight on.
double Neighbourhood::acceleration_for_stray(const Manner& manner, const OnTrack& ego, const Track& track,
                                             const Body& body, double go) const {
    Beside beside;
    for (double t = 0.5; t <= kStraightOn; t += 0.5) {
        Box later = body.box;
        later.at = later.at + body.velocity * t;
        if (!track.beside(later, ego.front_m, ego.front_m + kAhead, half_width(ego), beside)) continue;
        const double gap = beside.from_m - ego.front_m;
        const double there_s = gap / std::max(ego.speed_m_s, 1.0);
        if (driving::dot(later.heading, beside.along) > kAligned || std::abs(there_s - t) > kMeets) continue;
        return stop_acceleration(manner, ego.speed_m_s, gap - 2, go);
    }
    return go;
}

double Neighbourhood::queue_ends_m(const OnTrack& ego) const {
    const double half = half_width(ego);
    double end = kNobody;
    for (auto n = list_.rbegin(); n != list_.rend(); ++n) {
        if ((n->beside.from_m + n->beside.to_m) / 2 < ego.front_m || !in_the_way(*n, half)) continue;
        if (n->body->kind != SYN_OTHER_VEHICLE) continue;
        if (n->body->speed_m_s < kCrawls && n->body->acceleration_m_s2 < 0.5) {
            end = n->beside.from_m;
        } else if (end != kNobody && n->aligned) {
            end -= n->body->box.length_m + 3;
        }
    }
    return end;
}

}  // namespace synchrono::pcp::urban_driver

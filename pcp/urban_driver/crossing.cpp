#include "pcp/urban_driver/crossing.hpp"

#include <algorithm>
#include <cmath>

#include "pcp/urban_driver/crosswalk.hpp"
#include "pcp/urban_driver/route_plan.hpp"

namespace synchrono::pcp::urban_driver {
namespace {

constexpr double kConsiderFrom = 90;    // m; a junction is considered from this far before its line
constexpr double kPastLine = 0.4;       // m beyond the line; a front that is farther is inside
constexpr double kAtLine = 4;           // m before the line; a vehicle that stands nearer has stopped at it
constexpr double kStands = 0.3;         // m/s; a slower vehicle stands
constexpr double kBeforeZone = 1.0;     // m between the front and a conflict before which we wait
constexpr double kLateStop = 4.5;       // m/s^2; stops at the line for others only if less braking is enough
constexpr double kYellowBraking = 3.0;  // m/s^2; stops at yellow only if this braking is enough
constexpr double kRoom = 1.5;           // m between the junction and our rear once we are through
constexpr double kPatience = 5;         // s, see EgoAtConflict::patience_s
constexpr double kPatienceStep = 0.8;   // s from one agent's patience to the next one's
constexpr double kUnsure = 0.5;         // s of uncertainty in the times of others without a number
constexpr double kWaitingRoom = 4;      // m past the line; a place to wait inside must be farther
constexpr double kBlindMax = 60;        // m of a crossing way; it is enough to see that much
constexpr double kFeelingItsWay = 1.8;  // m/s where others may come unseen
constexpr double kBesidePerson = 0.8;   // m between our side and people on foot

}  // namespace

void Crossing::plan(const Track& track) {
    old_.swap(passages_);
    passages_.clear();
    const auto legs = track.legs();
    for (std::size_t i = 0; i < legs.size(); ++i) {
        const SynWay& way = map_.ways()[legs[i].way];
        if (way.junction == SYN_NONE && way.conflicts_count == 0) continue;
        if (way.junction != SYN_NONE && !passages_.empty() && i > 0 &&
            map_.ways()[legs[i - 1].way].junction == way.junction) {
            passages_.back().legs.push_back(legs[i]);
            passages_.back().leave_m = legs[i].to_m;
            continue;
        }
        Passage passage{};
        passage.movement = way.way;
        passage.approach = i > 0 ? legs[i - 1].way : way.previous_count > 0 ? way.previous[0] : way.way;
        passage.enter_m = legs[i].from_m;
        passage.line_m = legs[i].from_m - way.stop_m;
        passage.leave_m = legs[i].to_m;
        passage.legs.push_back(legs[i]);
        passage.inside = way.junction == SYN_NONE;  // a crosswalk outside a junction has no stop line
        // If the previous plan had a passage through the same junction, takes over the state of that passage.
        for (const Passage& old : old_) {
            if (way.junction == SYN_NONE || map_.ways()[old.movement].junction != way.junction) continue;
            passage.inside = old.inside;
            passage.going_at_yellow = old.going_at_yellow && old.movement == way.way;
            passage.has_stopped = old.has_stopped && old.movement == way.way;
            passage.dark = old.dark;
            passage.waits_s = old.waits_s;
            passage.updated_ns = old.updated_ns;
            break;
        }
        passages_.push_back(std::move(passage));
    }
}

double Crossing::next_line_m(double front_m) const {
    for (const Passage& p : passages_)
        if (!p.inside && p.line_m > front_m - 1) return p.line_m;
    return kNobody;
}

Window Crossing::window(const CrossingInput& in, const Track& track, double from_m, double to_m) {
    const double through =
        std::max(1.0, std::min(in.planned[track.index_at(from_m)], in.planned[track.index_at(to_m)]));
    const double speed = std::min(in.ego.speed_m_s, std::max(through, in.ego.speed_m_s * 0.8));
    const double a = in.manner.acceleration_m_s2;
    return {travel_s(from_m - in.ego.front_m, speed, a, through),
            travel_s(to_m - in.ego.rear_m, speed, a, through)};
}

Demand Crossing::demand(const Track& track, const CrossingInput& in) {
    Demand demand;
    for (Passage& passage : passages_) {
        if (passage.leave_m < in.ego.rear_m) continue;
        if (passage.line_m - in.ego.front_m > kConsiderFrom) break;
        add_demand_of(passage, track, in, demand);
    }
    return demand;
}

void Crossing::add_demand_of(Passage& passage, const Track& track, const CrossingInput& in, Demand& demand) {
    const double to_line = passage.line_m - in.ego.front_m;
    const double since_s =
        passage.updated_ns > 0 ? static_cast<double>(in.now_ns - passage.updated_ns) * 1e-9 : 0;
    passage.updated_ns = in.now_ns;
    if (to_line < -kPastLine) passage.inside = true;
    const bool stands = in.ego.speed_m_s < kStands;
    if (stands && (passage.inside || to_line < kAtLine)) {
        passage.has_stopped = true;
        passage.waits_s += since_s;
    } else if (in.ego.speed_m_s > 2) {
        passage.waits_s = 0;
    }
    const auto stop = [&](double at_m, const char* why) {
        if (at_m >= demand.stop_at_m) return;
        demand.stop_at_m = at_m;
        demand.why = why;
    };

    Lamp lamp = Lamp::permissive_green;
    const bool signals = map_.ways()[passage.movement].signal_group != SYN_NONE;
    if (!passage.inside) {
        const SignalView view = signals_.view(passage.approach, passage.movement, in.now_ns);
        if (signals || view.by_radio) {
            lamp = view.lamp();
            const Reaction reaction =
                reaction_to(lamp, to_line, in.ego.speed_m_s, kYellowBraking, passage.going_at_yellow);
            passage.going_at_yellow = lamp == Lamp::yellow && reaction == Reaction::go;
            if (reaction == Reaction::stop) stop(passage.line_m, "a signal");
            if (reaction == Reaction::stop_then_go && !passage.has_stopped)
                stop(passage.line_m, "a dark signal");
            demand.speed_m_s = std::min(
                demand.speed_m_s, advised_speed_m_s(view, in.now_ns, std::max(to_line, 0.1), in.wanted_m_s));
        }
    }
    if (passage.going_at_yellow) lamp = Lamp::permissive_green;
    if (!passage.inside) passage.dark = lamp == Lamp::stop_then_go;
    if (passage.dark) lamp = Lamp::stop_then_go;  // lamps that were dark at the line count as dark inside

    double last_zone_m = 0;
    for (const Track::Leg& leg : passage.legs) {
        for (const Zone& zone : conflicts_.zones_of(leg.way)) {
            const double from = leg.from_m + zone.from_m, to = leg.from_m + zone.to_m;
            if (zone.kind == SYN_CONFLICT_CROSSING) last_zone_m = std::max(last_zone_m, to);
            if (to < in.ego.rear_m || from < in.ego.front_m - 0.3) continue;  // we are past it or in it
            demand.speed_m_s =
                std::min(demand.speed_m_s, blind_speed(passage, zone, from, to, lamp, track, in));
            if (!must_wait_at(passage, zone, leg.from_m, lamp, track, in)) continue;
            const double before = from - kBeforeZone;
            const bool at_line = !passage.inside && braking_needed(in.ego.speed_m_s, to_line) < kLateStop &&
                                 !may_wait_inside(passage, zone, before, in);
            stop(at_line ? std::min(before, passage.line_m) : before,
                 zone.kind == SYN_CONFLICT_CROSSWALK ? "pedestrians" : "a road user that goes first");
        }
    }
    // Does not enter a junction that it could not leave.
    if (!passage.inside && last_zone_m > 0 && in.queue_ends_m < last_zone_m + in.ego.length_m + kRoom &&
        in.queue_ends_m > passage.line_m && braking_needed(in.ego.speed_m_s, to_line) < kLateStop)
        stop(passage.line_m, "no room behind the junction");
}

bool Crossing::must_wait_at(const Passage& passage, const Zone& zone, double offset_m, Lamp lamp,
                            const Track& track, const CrossingInput& in) const {
    const double from = offset_m + zone.from_m, to = offset_m + zone.to_m;
    const Window ours = window(in, track, from, to);
    if (zone.kind == SYN_CONFLICT_CROSSWALK) {
        const Track::Sample& middle = track.samples()[track.index_at((from + to) / 2)];
        const CrossingLine line{middle.at, middle.along, in.ego.width_m / 2 + kBesidePerson, ours.out_s};
        return std::ranges::any_of(in.bodies, [&](const Body& body) {
            return body.kind == SYN_OTHER_PEDESTRIAN &&
                   must_let_across(map_.crosswalks()[zone.other], line, body);
        });
    }
    const EgoAtConflict us{.window = ours,
                           .waits_s = passage.waits_s,
                           .patience_s = kPatience + kPatienceStep * static_cast<double>(in.id % 8),
                           .inside = passage.inside,
                           .yields = zone.yields,
                           .lamps_dark = lamp == Lamp::stop_then_go,
                           .merges = zone.kind == SYN_CONFLICT_MERGING};
    const std::uint32_t junction = map_.ways()[zone.other].junction;
    const auto group_lamp = signals_.lamp_of_group(junction, zone.other_group, in.now_ns);
    for (const Body& body : in.bodies) {
        if (body.kind != SYN_OTHER_VEHICLE) continue;
        for (const Place& place : body.on()) {
            const auto up = std::ranges::find(zone.upstream, place.way, &Upstream::way);
            if (up == zone.upstream.end()) continue;
            // Skips others that are on our own way, ahead or behind: they do not cross it.
            if (std::ranges::any_of(
                    body.on(),
                    [&](const Place& p) { return p.way == passage.approach || p.way == passage.movement; }) &&
                up->to_entry_m == 0)
                continue;
            if (place.way == passage.approach) continue;
            const double half = body.box.length_m / 2;
            const double to_zone = up->to_zone_m - place.s_m - half;
            const SynWay& way = map_.ways()[place.way];
            const OtherAtConflict other{
                .goes_second = body.has_number ? in.id < body.id : is_first_by_place(in.at, body.box.at),
                .unsure_s = body.has_number ? 0 : kUnsure,
                .to_zone_m = to_zone,
                .past_zone_m = to_zone + zone.other_length_m + 2 * half,
                .to_line_m = up->to_entry_m - place.s_m - half - zone.other_line_m,
                .speed_m_s = body.speed_m_s,
                .acceleration_m_s2 = body.acceleration_m_s2,
                .limit_m_s = way.speed_limit_m_s > 0.5 ? way.speed_limit_m_s : 11,
                .standing_s = body.standing_s,
                .yields = zone.other_yields,
                .lamp = group_lamp};
            if (must_wait(us, other)) return true;
        }
    }
    return false;
}

double Crossing::blind_speed(const Passage& passage, const Zone& zone, double from_m, double to_m, Lamp lamp,
                             const Track& track, const CrossingInput& in) const {
    if (zone.kind == SYN_CONFLICT_CROSSWALK || from_m < in.ego.front_m) return kNobody;
    if (lamp == Lamp::green || (!zone.yields && lamp != Lamp::stop_then_go)) return kNobody;
    if (zone.other_group != SYN_NONE) {
        const auto theirs =
            signals_.lamp_of_group(map_.ways()[zone.other].junction, zone.other_group, in.now_ns);
        if (theirs && *theirs == Lamp::red) return kNobody;
    }
    // The distance that another vehicle covers until one second after we are through.
    const double coming_m =
        speed_limit_m_s(map_.ways()[zone.other]) * (window(in, track, from_m, to_m).out_s + 1);
    const driving::Point eye = track.point_at(in.ego.front_m - in.ego.length_m / 2);
    if (conflicts_.in_view(zone, std::min(coming_m, kBlindMax), eye, sight_)) return kNobody;
    // The ego must be down to kFeelingItsWay at the line, and may go no faster from there on.
    const double until = passage.inside ? 0 : std::max(0.0, passage.line_m - in.ego.front_m);
    return std::sqrt(kFeelingItsWay * kFeelingItsWay + 2 * in.manner.braking_m_s2 * 0.8 * until);
}

bool Crossing::may_wait_inside(const Passage& passage, const Zone& zone, double at_m,
                               const CrossingInput& in) const {
    if (at_m - passage.line_m < kWaitingRoom) return false;
    if (zone.kind != SYN_CONFLICT_CROSSWALK && !zone.yields) return false;
    // Standing there, the ego may be in the way only of others that face red; before a crosswalk, also of
    // others that merge into its way.
    for (const Track::Leg& leg : passage.legs) {
        for (const Zone& other : conflicts_.zones_of(leg.way)) {
            if (leg.from_m + other.from_m > at_m || leg.from_m + other.to_m < at_m - in.ego.length_m)
                continue;
            if (other.kind == SYN_CONFLICT_CROSSWALK) {
                if (leg.from_m + other.to_m > at_m - in.ego.length_m - 1) return false;
                continue;
            }
            if (zone.kind == SYN_CONFLICT_CROSSWALK && other.kind == SYN_CONFLICT_MERGING) continue;
            const auto lamp =
                signals_.lamp_of_group(map_.ways()[other.other].junction, other.other_group, in.now_ns);
            if (!lamp || *lamp != Lamp::red) return false;
        }
    }
    return true;
}

}  // namespace synchrono::pcp::urban_driver

#include "pcp/urban_driver/urban_driver.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr std::int64_t kThinks = 50'000'000;  // ns between two calls of think()
constexpr std::int64_t kStagger = 5'000'000;  // ns between the calls of one agent and those of the next
constexpr double kOnRoad = 6;                 // m from the middle of a way, at the start
constexpr double kHorizon = 160;              // m of track ahead
constexpr double kKeep = 70;                  // m of track behind
constexpr double kReach = 130;                // m within which others are considered
constexpr double kArrived = 2;                // m before the end of the route; a front this near has arrived
constexpr double kSpeedDelay = 0.6;           // s by which the speed lags behind its plan
constexpr double kStandsSpeed = 0.3;          // m/s; a slower vehicle that is to stand is held
constexpr double kStandAcceleration = 0.05;   // m/s^2; a vehicle that may accelerate less is to stand
constexpr double kJoinLength = 12;            // m over which the vehicle joins the middle of its lane
constexpr double kLost = 8;                   // m from the track; a vehicle farther off plans a new one
constexpr double kUrgentDistance = 60;        // m over which a change of lanes becomes fully urgent
constexpr double kDetour = 20;                // s; a shorter detour is not worth waiting for a gap
constexpr double kWaitsForLane = 15;          // s, at most, of waiting for a gap if the present lane leads on
constexpr double kBeforeLineFree = 2;         // m before a line within which the vehicle keeps its lane
constexpr std::int64_t kUntilAllKnown = 1'000'000'000;  // ns until sensors or the radio know everybody near
constexpr double kInsists = 8;              // s of waiting, after which it drives to the lane's end
constexpr double kLeftFirst = 0.5;          // weight of a metre to the left against one ahead
constexpr double kReserve = 8;              // m kept free before the lane's end for up to kInsists
constexpr double kShownAside = 0.6;         // m from the lane's middle, to let others see its wish
constexpr double kBrakeWarningReach = 120;  // m ahead, within which warnings count
constexpr double kBrakeWarningFresh = 1.0;  // s; older warnings do not count
constexpr double kEmergency = 6;            // m/s^2, assumed of a vehicle that sends a warning
constexpr double kPassMargin = 0.5;         // m between us and an obstacle in the lane
constexpr double kPassFrom = 30;            // m before an obstacle, where passing it begins

/// Returns the acceleration in m/s^2 that the vehicle's drive permits in town.
double driven_by(const SynVehicle& v) {
    constexpr double kInTown = 6;  // m/s
    if (!(v.mass_kg > 0)) return 1;
    return 0.8 * std::min(v.drive_force_max_n, v.drive_power_max_w / kInTown) / v.mass_kg;
}

std::uint32_t kinds_of(const UrbanConfig& config) {
    return kDrivingWays | (config.bus_lanes ? 1u << SYN_WAY_BUS : 0u);
}

Map needed_map(const Setup& setup) {
    const Map map = map_of(setup);
    if (!map || map.ways().empty()) throw std::runtime_error("needs a map, and the scenario has none");
    return map;
}

}  // namespace

UrbanDriver::UrbanDriver(const Setup& setup)
    : setup_(setup),
      config_(read_urban_config(setup.config_json)),
      map_(needed_map(setup)),
      route_(map_, config_.route, kinds_of(config_)),
      sight_(map_),
      surroundings_(map_, sight_),
      conflicts_(map_),
      signals_(map_, config_.eyes),
      crossing_(map_, conflicts_, signals_, sight_),
      track_(map_),
      steering_(setup.vehicle),
      pedals_(setup.vehicle) {
    setup_.name = setup_.config_json = nullptr;  // both are valid during this call only
    Manner& m = config_.manner;
    m.acceleration_m_s2 = std::max(0.3, std::min(m.acceleration_m_s2, driven_by(setup.vehicle)));
}

void UrbanDriver::note(std::int32_t severity, const std::string& text) const {
    if (setup_.note != nullptr) setup_.note(setup_.note_context, severity, text.c_str());
}

DriverInputs UrbanDriver::step(const Input& input) {
    const double dt = static_cast<double>(input.period_ns) * 1e-9;
    const driving::Ego ego = driving::ego_of(input.ego);
    if (!config_.eyes && !input.radio)
        throw std::runtime_error(
            "config: key 'eyes': without eyes the driver needs a radio, and the agent has none");
    for (const SynMessage& message : input.radio.messages())
        if (message.type == SYN_MESSAGE_SPAT || message.type == SYN_MESSAGE_MAP)
            signals_.hear(message, input.time_ns);
    if (config_.eyes) tracking_.update(input.time_ns, input.ego, input.sensors);
    if (!started_) {
        if (!config_.eyes || tracking_.has_sensors()) knows_all_from_ns_ = input.time_ns + kUntilAllKnown;
        start(ego);
    }
    along_m_ = track_.nearest_m(ego.at, along_m_);
    if (input.time_ns >= thinks_next_ns_) {
        think(input, ego);
        thinks_next_ns_ = input.time_ns - input.time_ns % kThinks + kThinks +
                          kStagger * static_cast<std::int64_t>(setup_.agent % 10);
        if (thinks_next_ns_ > input.time_ns + kThinks) thinks_next_ns_ -= kThinks;
    }

    DriverInputs inputs;
    const driving::RearAxle rear = steering_.rear_axle(ego);
    const Track::Sample& here = track_.samples()[track_.index_at(along_m_)];
    const double rear_m =
        track_.distance_of(track_.index_at(along_m_)) + driving::dot(rear.at - here.at, here.along);
    const double target_m = rear_m + driving::Steering::look_ahead_m(ego.speed());
    // The middle of the vehicle is to follow the line, so in a turn the rear axle must run further inside.
    const double back_m = setup_.vehicle.wheelbase_m - setup_.vehicle.cg_to_front_axle_m;
    const Track::Sample& there = track_.samples()[track_.index_at(target_m)];
    const double inwards_m = std::clamp(there.curvature * back_m * back_m / 2, -1.0, 1.0);
    inputs.steering =
        steering_.steer(ego, rear, track_.point_at(target_m) + driving::left_of(there.along) * inwards_m, dt);
    const double speed = ego.speed();
    if (stand_ && speed < kStandsSpeed) {
        pedals_.stand(inputs);
    } else {
        pedals_.press(speed, acceleration_m_s2_, dt, inputs);
    }
    inputs.leave = leave_;
    return inputs;
}

SeenOthers UrbanDriver::seen_others(const Input& input) {
    if (!config_.eyes) return {.others = {}, .eyes = false};
    if (!tracking_.has_sensors()) return {.others = input.others};
    return {.others = tracking_.others(input.time_ns), .sensors = &tracking_};
}

void UrbanDriver::start(const driving::Ego& ego) {
    const double yaw = std::atan2(ego.heading.y, ego.heading.x);
    const auto on = map_.nearest({ego.at.x, ego.at.y, 0}, kOnRoad, kinds_of(config_), yaw);
    if (!on) throw std::runtime_error("is on no road: no lane within 6 m leads in its direction");
    reached_ = route_.reached(on->way, reached_);
    if (route_.seconds_from(on->way, reached_) < 0)
        throw std::runtime_error(std::string("the route cannot be reached from lane '") +
                                 map_.ways()[on->way].name + "'");
    track_.restart(on->way, 0, on->t_m);
    along_m_ = on->s_m;
    leg_way_ = on->way;
    reached_at_end_ = reached_;
    swing_ends_m_ = aside_until_m_ = -1;
    signals_lane_wish_ = false;
    track_.swing(along_m_, 0, kJoinLength);
    planned_.clear();
    extend_track();
    started_ = true;
    note(SYN_NOTE_INFO,
         "drives from road " + std::string(map_.ways()[on->way].road) + " to road " + config_.route.back());
}

void UrbanDriver::extend_track() {
    bool changed = false;
    track_arrives_ = track_breaks_off_ = false;
    for (;;) {
        const std::uint32_t last = track_.legs().back().way;
        track_arrives_ = route_.ends(last, reached_at_end_);
        if (track_arrives_ || track_.end_m() - along_m_ > kHorizon) break;
        const std::uint32_t next = route_.best_next(last, reached_at_end_);
        track_breaks_off_ = next == SYN_NONE;
        if (track_breaks_off_) break;
        reached_at_end_ = route_.reached(next, reached_at_end_);
        track_.extend(next);
        changed = true;
    }
    if (!changed && !planned_.empty()) return;
    crossing_.plan(track_);
    plan_speeds();
}

void UrbanDriver::plan_speeds() {
    const auto samples = track_.samples();
    planned_.resize(samples.size());
    const double double_braking = 2 * 0.8 * config_.manner.braking_m_s2 * Track::kStep;
    for (std::size_t i = samples.size(); i-- > 0;) {
        const double bend = std::abs(samples[i].curvature);
        double speed = samples[i].limit_m_s * config_.speed_factor;
        if (bend > 1e-4) speed = std::min(speed, std::sqrt(config_.lateral_m_s2 / bend));
        if (i + 1 < samples.size())
            speed = std::min(speed, std::sqrt(planned_[i + 1] * planned_[i + 1] + double_braking));
        planned_[i] = speed;
    }
}

void UrbanDriver::advance_on_track() {
    const Track::Leg& leg = track_.leg_at(along_m_);
    if (leg.way == leg_way_) return;
    // Legs may be so short that the vehicle has passed several since the last call.
    bool passed = false;
    for (const Track::Leg& l : track_.legs()) {
        if (passed) reached_ = route_.reached(l.way, reached_);
        if (l.way == leg_way_) passed = true;
        if (l.way == leg.way && passed) break;
    }
    leg_way_ = leg.way;
    if (along_m_ - track_.begin_m() > 2 * kKeep) {
        track_.forget(along_m_, kKeep);
        crossing_.plan(track_);
        plan_speeds();
    }
}

double UrbanDriver::brake_warning(const Input& input, const OnTrack& on_track) const {
    double least = config_.manner.acceleration_m_s2;
    for (const SynNeighbour& neighbour : input.radio.neighbours()) {
        const SynBasicSafety* safety = neighbour.newest;
        if (safety == nullptr || neighbour.received < 3) continue;
        if ((safety->events & SYN_EVENT_HARD_BRAKING) == 0) continue;
        const double age_s = static_cast<double>(input.time_ns - neighbour.last_ns) * 1e-9;
        if (!(age_s < kBrakeWarningFresh) || !(safety->speed_m_s >= 0) || !std::isfinite(safety->yaw_rad) ||
            !std::isfinite(safety->position.x) || !std::isfinite(safety->position.y))
            continue;
        const Box box{
            driving::flat(safety->position), {std::cos(safety->yaw_rad), std::sin(safety->yaw_rad)}, 4, 1.5};
        Beside beside;
        if (!track_.beside(box, on_track.front_m, on_track.front_m + kBrakeWarningReach, 1, beside) ||
            driving::dot(beside.along, box.heading) < 0.7)
            continue;
        const double stands_m = beside.from_m + safety->speed_m_s * safety->speed_m_s / (2 * kEmergency);
        // A warning makes the driver brake early, but no harder than is comfortable. The driver brakes harder
        // only for what it sees.
        least = std::min(least, std::max(-config_.manner.braking_m_s2,
                                         follow_acceleration(config_.manner, on_track.speed_m_s,
                                                             stands_m - on_track.front_m, 0)));
    }
    return least;
}

void UrbanDriver::think(const Input& input, const driving::Ego& ego) {
    const driving::Point off = ego.at - track_.point_at(along_m_);
    if (driving::dot(off, off) > kLost * kLost) {
        note(SYN_NOTE_WARNING, "left its track by more than 8 m: plans a new one from here");
        start(ego);
    }
    advance_on_track();
    extend_track();

    const double half = setup_.vehicle.length_m / 2;
    const OnTrack on_track{.front_m = along_m_ + half,
                           .rear_m = along_m_ - half,
                           .speed_m_s = std::max(0.0, ego.speed()),
                           .length_m = setup_.vehicle.length_m,
                           .width_m = setup_.vehicle.width_m};
    const Manner& manner = config_.manner;
    surroundings_.update(input.time_ns, ego.at, kReach, seen_others(input), input.radio.neighbours());
    neighbourhood_.update(track_, on_track, surroundings_.bodies());
    signals_.see(input.signals);

    const double wanted = std::min(planned_[track_.index_at(along_m_)],
                                   planned_[track_.index_at(along_m_ + on_track.speed_m_s * kSpeedDelay)]);
    const Demand demand = crossing_.demand(track_, {.now_ns = input.time_ns,
                                                    .id = setup_.agent,
                                                    .at = ego.at,
                                                    .ego = on_track,
                                                    .manner = manner,
                                                    .wanted_m_s = wanted,
                                                    .queue_ends_m = neighbourhood_.queue_ends_m(on_track),
                                                    .planned = planned_,
                                                    .bodies = surroundings_.bodies()});
    const double free = free_acceleration(manner, on_track.speed_m_s, std::min(wanted, demand.speed_m_s));
    double least = free;
    why_ = "";
    if (const double follow = neighbourhood_.acceleration_behind_others(manner, on_track, track_);
        follow < least) {
        least = follow;
        why_ = "a road user ahead";
    }
    if (const double warned = brake_warning(input, on_track); warned < least) {
        least = warned;
        why_ = "a warning of hard braking";
    }
    double stop_at = demand.stop_at_m;
    const char* stop_why = demand.why;
    const double line = crossing_.next_line_m(on_track.front_m);
    double lane_ends = consider_lane(on_track, line, input.time_ns);
    if (track_breaks_off_) lane_ends = std::min(lane_ends, track_.end_m() - 1);
    if (lane_ends < stop_at) {
        stop_at = lane_ends;
        stop_why = "waiting to change lanes";
    }
    if (stop_at != kNobody) {
        const double stop = stop_acceleration(manner, on_track.speed_m_s, stop_at - on_track.front_m, least);
        if (stop < least) {
            least = stop;
            why_ = stop_why;
        }
    }
    pass_obstacles(on_track);
    acceleration_m_s2_ = std::max(least, -manner.hard_braking_m_s2);
    stand_ = acceleration_m_s2_ < kStandAcceleration;
    if (track_arrives_ && track_.end_m() - on_track.front_m < kArrived) leave_ = true;
}

double UrbanDriver::consider_lane(const OnTrack& on_track, double line_m, std::int64_t now_ns) {
    if (along_m_ < swing_ends_m_ || now_ns < knows_all_from_ns_) return kNobody;
    const SynWay& way = map_.ways()[leg_way_];
    if (way.junction != SYN_NONE) return kNobody;
    // Both neighbouring lanes may be better than this one: takes the better of the two.
    std::uint32_t best = SYN_NONE;
    for (const std::uint32_t beside : {way.left, way.right}) {
        if (beside == SYN_NONE || !route_.better_beside(way.way, beside, reached_)) continue;
        if (best == SYN_NONE || route_.seconds_from(beside, reached_) < route_.seconds_from(best, reached_))
            best = beside;
    }
    if (best == SYN_NONE) {
        lane_wish_ns_ = -1;
        if (signals_lane_wish_) track_.swing(along_m_, 0, kJoinLength);
        signals_lane_wish_ = false;
        return kNobody;
    }
    if (lane_wish_ns_ < 0) lane_wish_ns_ = now_ns;
    const double ends_m = track_breaks_off_ ? std::min(line_m, track_.end_m()) : line_m;
    const double urgency = std::clamp(1 - (ends_m - on_track.front_m - 20) / kUrgentDistance, 0.0, 1.0);
    if (change_to(best, on_track, line_m, urgency)) {
        lane_wish_ns_ = -1;
        signals_lane_wish_ = false;
        return kNobody;
    }
    // Waits for a gap if this lane does not lead on, or only by a long detour. In the second case it does not
    // wait for ever.
    const double detour_s = route_.seconds_from(way.way, reached_) - route_.seconds_from(best, reached_);
    const bool leads_on = route_.best_next(way.way, reached_) != SYN_NONE;
    const bool patient = static_cast<double>(now_ns - lane_wish_ns_) * 1e-9 < kWaitsForLane;
    if (leads_on && (detour_s < kDetour || !patient)) return kNobody;
    double stop_m = ends_m - kBeforeLineFree - change_length_min_m({.length_m = on_track.length_m}) +
                    on_track.length_m / 2 - 1;
    // If two vehicles want to change places, one of them must go ahead after a while.
    const Body* rival = beside_us(best, on_track).beside_us;
    const bool insists = static_cast<double>(now_ns - lane_wish_ns_) * 1e-9 > kInsists &&
                         (rival == nullptr || goes_ahead_of(*rival));
    if (!insists && stop_m - kReserve > on_track.front_m - 3) stop_m -= kReserve;
    // Near the end of its lane the vehicle moves to one side, so that others see where it wants to go.
    if (!signals_lane_wish_ && on_track.speed_m_s < 4 && stop_m - on_track.front_m < 15) {
        track_.swing(along_m_, best == way.left ? kShownAside : -kShownAside, kJoinLength);
        signals_lane_wish_ = true;
    }
    return stop_m > on_track.front_m - 3 && ends_m != kNobody ? stop_m : kNobody;
}

/// Returns whether the ego goes ahead of a rival, by a rule that gives both vehicles the same answer. The
/// vehicle with the lower number goes ahead or, if they do not know each other's numbers, the vehicle that is
/// further ahead and to the left. These directions are those of the lane, since the vehicles may have turned
/// towards each other.
bool UrbanDriver::goes_ahead_of(const Body& rival) const {
    if (rival.has_number) return setup_.agent < rival.id;
    const driving::Point here = track_.point_at(along_m_), off = here - rival.box.at;
    const driving::Point along = project(map_.ways()[leg_way_], here).along;
    return driving::dot(along, off) + kLeftFirst * driving::cross(along, off) > 0;
}

LaneBeside UrbanDriver::beside_us(std::uint32_t beside, const OnTrack& on_track) const {
    const Track::Sample& sample = track_.samples()[track_.index_at(along_m_)];
    const OnWay on = project(map_.ways()[beside], sample.at);
    return lane_beside(neighbourhood_.list(), on_track, -on.t_m, sample.width_m);
}

bool UrbanDriver::change_to(std::uint32_t beside, const OnTrack& on_track, double line_m, double urgency) {
    const SynWay& there = map_.ways()[beside];
    const Track::Sample& sample = track_.samples()[track_.index_at(along_m_)];
    const OnWay on = project(there, sample.at);
    const double ends_m = track_breaks_off_ ? std::min(line_m, track_.end_m()) : line_m;
    const double room = ends_m - kBeforeLineFree - along_m_;
    const double within = std::min(change_length_m(on_track), room);
    if (within < change_length_min_m(on_track)) return false;
    if (!may_change(config_.manner, on_track, beside_us(beside, on_track), urgency)) return false;
    track_.restart(beside, 0, on.t_m);
    along_m_ = on.s_m;
    track_.swing(along_m_, 0, within);
    swing_ends_m_ = along_m_ + within;
    aside_until_m_ = -1;
    leg_way_ = beside;
    reached_at_end_ = reached_;
    planned_.clear();
    extend_track();
    return true;
}

void UrbanDriver::pass_obstacles(const OnTrack& on_track) {
    if (along_m_ < swing_ends_m_) return;
    const double half = on_track.width_m / 2;
    for (const NearBody& n : neighbourhood_.list()) {
        if (n.body->kind != SYN_OTHER_OBJECT || n.beside.to_m < on_track.rear_m) continue;
        if (!Neighbourhood::in_the_way(n, half + kPassMargin - 0.05)) continue;
        if (n.beside.from_m - on_track.front_m > kPassFrom) break;
        const Track::Sample& sample = track_.samples()[track_.index_at(n.beside.from_m)];
        // Passes on the side with more room, if the lane is wide enough.
        const double slack = sample.width_m / 2 - half;
        const double left = sample.aside_m + n.beside.left_m + half + kPassMargin;
        const double right = sample.aside_m + n.beside.right_m - half - kPassMargin;
        const double aim = std::abs(left) < std::abs(right) ? left : right;
        if (std::abs(aim) > slack + 0.3 || std::abs(aim - track_.aim_m()) < 0.1) break;
        const double within = std::max(8.0, n.beside.from_m - on_track.front_m);
        track_.swing(along_m_, aim, within);
        crossing_.plan(track_);
        plan_speeds();
        aside_until_m_ = n.beside.to_m + on_track.length_m + 2;
        swing_ends_m_ = along_m_ + within;
        return;
    }
    if (aside_until_m_ >= 0 && along_m_ > aside_until_m_) {
        track_.swing(along_m_, 0, kJoinLength);
        crossing_.plan(track_);
        plan_speeds();
        aside_until_m_ = -1;
    }
}

}  // namespace synchrono::pcp::urban_driver

#include "comm_server/road_side_unit.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "common/base/contract.hpp"
#include "common/j2735/codec.hpp"
#include "common/time/calendar.hpp"

namespace synchrono::comm_server {

namespace {

constexpr SimDuration kMapPeriod = SimDuration::seconds(1), kSpatPeriod = SimDuration::milliseconds(100);
constexpr SimDuration kTenth = SimDuration::milliseconds(100), kHour = SimDuration::seconds(3600);
constexpr std::uint16_t kUnknownTimeMark = 36'001;
constexpr std::size_t kNameMax = 63;  // characters of J2735's DescriptiveName

/// As % but never negative.
SimDuration modulo(SimTime time, SimDuration period) {
    const SimDuration rest = time.since_start() % period;
    return rest < SimDuration{} ? rest + period : rest;
}

/// The first moment not before `time` that is `offset` into a period.
SimTime next(SimTime time, SimDuration offset, SimDuration period) {
    const SimDuration past = modulo(time - offset, period);
    return past == SimDuration{} ? time : time + (period - past);
}

j2735::Position3D position_of(const geo::Geodetic& g) {
    j2735::Position3D position;
    const double longitude_deg = g.longitude_deg - 360 * std::floor((g.longitude_deg + 180) / 360);
    position.lat = static_cast<std::int32_t>(std::lround(g.latitude_deg * 1e7));
    position.lon = static_cast<std::int32_t>(std::max(std::lround(longitude_deg * 1e7), -1'799'999'999L));
    const long elevation_dm = std::lround(g.elevation_m * 10);
    if (elevation_dm >= -4'095 && elevation_dm <= 61'439) position.elevation = static_cast<int>(elevation_dm);
    return position;
}

j2735::RegulatorySpeedLimit limit_of(double speed_m_s) {
    return {j2735::SpeedLimitType::vehicle_max_speed,
            static_cast<std::uint16_t>(std::lround(speed_m_s / 0.02))};
}

/// The smallest form that has room for both.
j2735::NodeOffsetPointXy offset_of(std::int64_t x_cm, std::int64_t y_cm) {
    const auto fits = [&](std::int64_t limit) {
        return std::min(x_cm, y_cm) >= -limit && std::max(x_cm, y_cm) < limit;
    };
    const auto x = static_cast<std::int16_t>(x_cm), y = static_cast<std::int16_t>(y_cm);
    SYN_REQUIRE(fits(32'768));
    if (fits(512)) return j2735::NodeXy20b{x, y};
    if (fits(1'024)) return j2735::NodeXy22b{x, y};
    if (fits(2'048)) return j2735::NodeXy24b{x, y};
    if (fits(4'096)) return j2735::NodeXy26b{x, y};
    if (fits(8'192)) return j2735::NodeXy28b{x, y};
    return j2735::NodeXy32b{x, y};
}

std::vector<j2735::NodeXy> nodes_of(const config::Intersection& intersection, const config::Lane& lane) {
    std::vector<j2735::NodeXy> nodes;
    std::array<std::int64_t, 2> before{};
    // Each point is rounded by itself, so that the errors of offsets do not add up.
    for (const config::GroundPoint& point : lane.points) {
        const auto at = in_cm(intersection, point);
        nodes.emplace_back().delta = offset_of(at[0] - before[0], at[1] - before[1]);
        before = at;
    }
    // What holds from the first node on holds to the last.
    const long wider_cm = std::lround((lane.width_m - intersection.lane_width_m) * 100);
    j2735::NodeAttributeSetXy attributes;
    if (wider_cm != 0) attributes.d_width = static_cast<std::int16_t>(wider_cm);
    if (lane.speed_limit_m_s) attributes.data.push_back(std::vector{limit_of(*lane.speed_limit_m_s)});
    if (attributes != j2735::NodeAttributeSetXy{}) nodes.front().attributes = attributes;
    return nodes;
}

j2735::LaneTypeAttributes type_of(config::LaneUse use) {
    switch (use) {
        case config::LaneUse::vehicle:
            break;
        case config::LaneUse::crosswalk:
            return j2735::LaneAttributesCrosswalk{};
        case config::LaneUse::bike:
            return j2735::LaneAttributesBike{};
        case config::LaneUse::sidewalk:
            return j2735::LaneAttributesSidewalk{};
        case config::LaneUse::median: {
            j2735::LaneAttributesBarrier barrier;
            barrier.set(j2735::LaneAttributesBarrier::kMedian);
            return barrier;
        }
        case config::LaneUse::striping:
            return j2735::LaneAttributesStriping{};
        case config::LaneUse::tracked:
            return j2735::LaneAttributesTrackedVehicle{};
        case config::LaneUse::parking:
            return j2735::LaneAttributesParking{};
    }
    return j2735::LaneAttributesVehicle{};
}

unsigned bit_of(config::Manoeuvre manoeuvre) {
    switch (manoeuvre) {
        case config::Manoeuvre::straight:
            break;
        case config::Manoeuvre::left:
            return j2735::AllowedManeuvers::kManeuverLeftAllowed;
        case config::Manoeuvre::right:
            return j2735::AllowedManeuvers::kManeuverRightAllowed;
        case config::Manoeuvre::u_turn:
            return j2735::AllowedManeuvers::kManeuverUTurnAllowed;
    }
    return j2735::AllowedManeuvers::kManeuverStraightAllowed;
}

j2735::GenericLane lane_of(const config::Intersection& intersection, const config::Lane& lane) {
    j2735::GenericLane told;
    told.lane_id = lane.id;
    if (lane.direction != config::LaneDirection::egress) {
        told.ingress_approach = lane.approach;
        told.lane_attributes.directional_use.set(j2735::LaneDirection::kIngressPath);
    }
    if (lane.direction != config::LaneDirection::ingress) {
        told.egress_approach = lane.approach;
        told.lane_attributes.directional_use.set(j2735::LaneDirection::kEgressPath);
    }
    told.lane_attributes.lane_type = type_of(lane.use);
    told.node_list = nodes_of(intersection, lane);
    for (const config::LaneConnection& connection : lane.connections) {
        j2735::Connection& to = told.connects_to.emplace_back();
        to.connecting_lane.lane = connection.to;
        to.signal_group = connection.signal_group;
        if (!connection.manoeuvre) continue;
        const unsigned bit = bit_of(*connection.manoeuvre);
        to.connecting_lane.maneuver.emplace().set(bit);
        if (!told.maneuvers) told.maneuvers.emplace();
        told.maneuvers->set(bit);
    }
    return told;
}

j2735::IntersectionReferenceId id_of(const config::Intersection& intersection) {
    return {.region = intersection.region, .id = intersection.id};
}

/// What is further away than an hour, or before the run, cannot be told.
std::optional<std::uint16_t> mark_of(std::optional<SimTime> time, SimTime now) {
    if (!time || *time < SimTime{} || *time - now >= kHour || now - *time >= kHour) return std::nullopt;
    return calendar::tenth_of_hour(*time);
}

/// Rounded so that what is promised stays true: never earlier than said, never later.
j2735::TimeChangeDetails details_of(const signal::GroupSignal& signal, SimTime now) {
    j2735::TimeChangeDetails details;
    details.start_time = mark_of(signal.since, now);
    details.min_end_time = mark_of(signal.min_end, now).value_or(kUnknownTimeMark);
    if (signal.max_end) {
        details.max_end_time = mark_of(*signal.max_end + (kTenth - SimDuration::nanoseconds(1)), now);
    }
    details.likely_time = mark_of(signal.likely_end, now);
    details.next_time = mark_of(signal.next, now);
    return details;
}

j2735::Spat first_spat(const config::Intersection& intersection) {
    j2735::Spat spat;
    j2735::IntersectionState& state = spat.intersections.emplace_back();
    state.id = id_of(intersection);
    const bool fixed = std::holds_alternative<config::FixedProgramme>(intersection.signals->programme);
    state.status.set(fixed ? j2735::IntersectionStatusObject::kFixedTimeOperation
                           : j2735::IntersectionStatusObject::kTrafficDependentOperation);
    state.revision = 127;  // the first message finds something new and tells 0
    for (const config::SignalGroupId group : intersection.signals->groups) {
        j2735::MovementState& movement = state.states.emplace_back();
        movement.signal_group = group;
        movement.state_time_speed.emplace_back();
    }
    return spat;
}

}  // namespace

j2735::MapData map_of(const config::Intersection& intersection, const geo::WorldFrame& frame) {
    // Nothing in it changes during a run: neither do the revisions.
    j2735::MapData map;
    map.layer_type = j2735::LayerType::intersection_data;
    map.layer_id = 1;
    j2735::IntersectionGeometry& geometry = map.intersections.emplace_back();
    geometry.name = intersection.name.substr(0, kNameMax);
    geometry.id = id_of(intersection);
    geometry.ref_point = position_of(frame.to_earth(intersection.position));
    geometry.lane_width = static_cast<std::uint16_t>(std::lround(intersection.lane_width_m * 100));
    if (intersection.speed_limit_m_s) geometry.speed_limits = {limit_of(*intersection.speed_limit_m_s)};
    for (const config::Lane& lane : intersection.lanes) {
        geometry.lane_set.push_back(lane_of(intersection, lane));
    }
    return map;
}

Result<RoadSideUnit> RoadSideUnit::make(const config::RoadSideUnit& unit,
                                        const config::Intersection& intersection,
                                        const geo::WorldFrame& frame) {
    const auto problem = [&](std::string_view what) {
        return fail(
            fmt::format("road-side unit {}: intersection {}: {}", unit.name, intersection.name, what));
    };
    const double latitude_deg = frame.to_earth(intersection.position).latitude_deg;
    if (std::abs(latitude_deg) > 90) {
        return problem(fmt::format(
            "its latitude would be {:.1f} degrees: it is too far from the world's origin", latitude_deg));
    }
    RoadSideUnit made;
    made.id_ = unit.id;
    const j2735::MessageFrame map{.value = map_of(intersection, frame)};
    if (const auto encoded = j2735::encode(map, made.map_); !encoded) return problem(encoded.error().text);
    // 7 and 100 have no common factor: a hundred units in a row speak at a hundred different milliseconds.
    const auto slot = SimDuration::milliseconds(unit.id.value * 7L % 100);
    made.spat_offset_ = slot;
    made.map_offset_ = kTenth * (unit.id.value % 10) + (slot + SimDuration::milliseconds(50)) % kTenth;
    if (intersection.signals) {
        made.signals_ = signal::make_signal_controller(intersection);
        made.spat_.value = first_spat(intersection);
    }
    return made;
}

std::span<const DueMessage> RoadSideUnit::advance(SimTime from, SimTime until,
                                                  std::span<const geo::Vec3> vehicles) {
    SYN_REQUIRE(from >= until_ && until > from);
    until_ = until;
    due_count_ = 0;
    if (signals_) signals_->observe(from, vehicles);
    SimTime map = next(from, map_offset_, kMapPeriod);
    SimTime spat = signals_ ? next(from, spat_offset_, kSpatPeriod) : until;
    while (std::min(map, spat) < until) {
        if (spat < map) {
            signals_->advance(spat);
            tell_signals(spat);
            spat = spat + kSpatPeriod;
        } else {
            add(map).payload.assign(map_.begin(), map_.end());
            map = map + kMapPeriod;
        }
    }
    return {due_.data(), due_count_};
}

/// Messages are reused, with what they have allocated.
DueMessage& RoadSideUnit::add(SimTime time) {
    if (due_count_ == due_.size()) due_.emplace_back();
    DueMessage& message = due_[due_count_++];
    message.time = time;
    return message;
}

void RoadSideUnit::tell_signals(SimTime now) {
    auto& spat = std::get<j2735::Spat>(spat_.value);
    j2735::IntersectionState& state = spat.intersections.front();
    spat.time_stamp = state.moy = calendar::minute_of_year(now);
    state.time_stamp = calendar::millisecond_of_minute(now);
    bool changed = false;
    const auto groups = signals_->groups();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        j2735::MovementEvent& event = state.states[i].state_time_speed.front();
        const auto shows = static_cast<j2735::MovementPhaseState>(groups[i].state);
        const j2735::TimeChangeDetails details = details_of(groups[i], now);
        if (event.event_state == shows && event.timing == details) continue;
        event.event_state = shows;
        event.timing = details;
        changed = true;
    }
    // Anything but the time of the message itself.
    if (changed) state.revision = static_cast<std::uint8_t>((state.revision + 1) % 128);
    const auto encoded = j2735::encode(spat_, add(now).payload);
    SYN_ENSURE(encoded);
}

}  // namespace synchrono::comm_server

#include "common/signal/map_message.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono::signal {

namespace {

constexpr std::size_t kNameMax = 63;  // characters in J2735's DescriptiveName

j2735::Position3D position_of(const geo::Geodetic& g) {
    j2735::Position3D position;
    position.lat = 900'000'001;  // J2735: unavailable; so is the longitude below
    position.lon = 1'800'000'001;
    if (!std::isnan(g.latitude_deg)) {
        position.lat = static_cast<std::int32_t>(std::lround(g.latitude_deg * 1e7));
        position.lon =
            static_cast<std::int32_t>(std::max(std::lround(g.longitude_deg * 1e7), -1'799'999'999L));
    }
    const long elevation_dm = std::lround(g.elevation_m * 10);
    if (elevation_dm >= -4'095 && elevation_dm <= 61'439) position.elevation = static_cast<int>(elevation_dm);
    return position;
}

j2735::RegulatorySpeedLimit limit_of(double speed_m_s) {
    return {j2735::SpeedLimitType::vehicle_max_speed,
            static_cast<std::uint16_t>(std::lround(speed_m_s / 0.02))};
}

/// Returns the offset in the smallest of J2735's forms that has room for both numbers.
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
    // Each point is rounded by itself, so that the errors of the offsets do not add up.
    for (const config::GroundPoint& point : lane.points) {
        const auto at = in_cm(intersection, point);
        nodes.emplace_back().delta = offset_of(at[0] - before[0], at[1] - before[1]);
        before = at;
    }
    // Attributes of the first node hold for all nodes.
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
    j2735::GenericLane generic_lane;
    generic_lane.lane_id = lane.id;
    if (lane.direction != config::LaneDirection::egress) {
        generic_lane.ingress_approach = lane.approach;
        generic_lane.lane_attributes.directional_use.set(j2735::LaneDirection::kIngressPath);
    }
    if (lane.direction != config::LaneDirection::ingress) {
        generic_lane.egress_approach = lane.approach;
        generic_lane.lane_attributes.directional_use.set(j2735::LaneDirection::kEgressPath);
    }
    generic_lane.lane_attributes.lane_type = type_of(lane.use);
    generic_lane.node_list = nodes_of(intersection, lane);
    for (const config::LaneConnection& connection : lane.connections) {
        j2735::Connection& to = generic_lane.connects_to.emplace_back();
        to.connecting_lane.lane = connection.to;
        to.signal_group = connection.signal_group;
        if (!connection.manoeuvre) continue;
        const unsigned bit = bit_of(*connection.manoeuvre);
        to.connecting_lane.maneuver.emplace().set(bit);
        if (!generic_lane.maneuvers) generic_lane.maneuvers.emplace();
        generic_lane.maneuvers->set(bit);
    }
    return generic_lane;
}

}  // namespace

j2735::IntersectionReferenceId id_of(const config::Intersection& intersection) {
    return {.region = intersection.region, .id = intersection.id};
}

j2735::MapData map_of(const config::Intersection& intersection, const geo::WorldFrame& frame) {
    // Nothing in the message changes during a run, so the revisions stay 0.
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

}  // namespace synchrono::signal

// Takes an intersection's lanes from a junction of its map.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "common/config/internal/intersection_json.hpp"
#include "common/config/internal/scenario_map.hpp"
#include "common/roadmap/junction_lanes.hpp"

namespace synchrono::config {

namespace {

LaneUse use_of(roadmap::JunctionLaneUse use) {
    switch (use) {
        case roadmap::JunctionLaneUse::vehicle:
        case roadmap::JunctionLaneUse::bus:
            break;
        case roadmap::JunctionLaneUse::bike:
            return LaneUse::bike;
        case roadmap::JunctionLaneUse::crosswalk:
            return LaneUse::crosswalk;
        case roadmap::JunctionLaneUse::sidewalk:
            return LaneUse::sidewalk;
    }
    return LaneUse::vehicle;
}

LaneDirection direction_of(roadmap::JunctionLaneDirection direction) {
    switch (direction) {
        case roadmap::JunctionLaneDirection::ingress:
            break;
        case roadmap::JunctionLaneDirection::egress:
            return LaneDirection::egress;
        case roadmap::JunctionLaneDirection::both:
            return LaneDirection::both;
    }
    return LaneDirection::ingress;
}

Manoeuvre manoeuvre_of(roadmap::Turn turn) {
    switch (turn) {
        case roadmap::Turn::straight:
            break;
        case roadmap::Turn::left:
            return Manoeuvre::left;
        case roadmap::Turn::right:
            return Manoeuvre::right;
        case roadmap::Turn::u_turn:
            return Manoeuvre::u_turn;
    }
    return Manoeuvre::straight;
}

Lane lane_of(const roadmap::JunctionLane& from, const Intersection& intersection) {
    Lane lane{.id = from.id, .approach = from.approach, .direction = direction_of(from.direction)};
    lane.use = use_of(from.use);
    // Rounds to whole centimetres, within the greatest differences from the usual width that J2735 can
    // express.
    const double usual_m = intersection.lane_width_m;
    const double width_m = std::clamp(from.width_m, std::max(usual_m - 5.11, 0.01), usual_m + 5.1);
    lane.width_m = std::round(width_m * 100) / 100;
    // Limits in miles per hour are not round numbers in m/s, so a limit that differs by little from the
    // usual limit counts as the same.
    constexpr double kSameLimit_m_s = 0.1;
    if (from.speed_limit_m_s &&
        std::abs(*from.speed_limit_m_s - intersection.speed_limit_m_s.value_or(0)) > kSameLimit_m_s) {
        lane.speed_limit_m_s = std::round(*from.speed_limit_m_s * 100) / 100;
    }
    lane.points = from.points;
    for (const roadmap::JunctionLaneConnection& connection : from.connections) {
        LaneConnection& to = lane.connections.emplace_back();
        to.to = connection.to;
        if (connection.turn) to.manoeuvre = manoeuvre_of(*connection.turn);
        to.signal_group = connection.signal_group;
    }
    return lane;
}

}  // namespace

bool derive_lanes(const JsonNode& node, const roadmap::RoadMap* map, Intersection& intersection) {
    const JsonNode key = node.child("junction", node.value()["junction"]);
    if (map == nullptr) {
        return key.problem(kNoMapForLanes);
    }
    const std::uint32_t junction = map->junction(*intersection.junction);
    if (junction == roadmap::kNone) {
        return key.problem(fmt::format("no junction '{}' in the map", *intersection.junction));
    }
    const auto lanes = roadmap::junction_lanes(*map, junction);
    if (!lanes) return key.problem(lanes.error().text);
    if (!node.value().isMember("position")) intersection.position = lanes->position;
    for (const roadmap::JunctionLane& lane : lanes->lanes) {
        Lane& made = intersection.lanes.emplace_back(lane_of(lane, intersection));
        if (intersection.signals) continue;
        for (LaneConnection& connection : made.connections)
            connection.signal_group.reset();  // no signals control them
    }
    if (!intersection.signals) return true;
    const auto& groups = intersection.signals->groups;
    bool good = true;
    for (const std::uint8_t group : lanes->signal_groups) {
        if (std::find(groups.begin(), groups.end(), group) != groups.end()) continue;
        good = key.problem(fmt::format("its signal group {} is not among the groups of \"signals\"", group));
    }
    return good;
}

}  // namespace synchrono::config

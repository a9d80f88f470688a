/// The lanes of a junction as a MAP message of J2735 describes them. They are the lanes that lead to the
/// junction or away from it, and the crosswalks with the pavements at their ends. A lane's points run from
/// the stop line outwards. A lane has its connections, and each connection has its signal group.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/result.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::roadmap {

enum class JunctionLaneUse : std::uint8_t { vehicle, bus, bike, crosswalk, sidewalk };
enum class JunctionLaneDirection : std::uint8_t { ingress, egress, both };

struct JunctionLaneConnection {
    std::uint8_t to = 0;                         // id of a lane
    std::optional<Turn> turn{};                  // without a value the connection is for pedestrians
    std::optional<std::uint8_t> signal_group{};  // without a value no signal governs the connection
};

struct JunctionLane {
    std::uint8_t id = 0;                     // 1, 2, ... in the order of the list
    std::optional<std::uint8_t> approach{};  // the arm, 1 to 15, clockwise from the north, if any
    JunctionLaneDirection direction = JunctionLaneDirection::ingress;
    JunctionLaneUse use = JunctionLaneUse::vehicle;
    double width_m = 0;  // at the junction
    std::optional<double> speed_limit_m_s{};
    std::vector<std::array<double, 2>> points{};  // 2 to 63 points: x, y in metres, rounded to cm
    std::vector<JunctionLaneConnection> connections{};
    std::uint32_t way = kNone;        // the way that touches the junction
    std::uint32_t crosswalk = kNone;  // for a crosswalk and the pavements at its ends
};

struct JunctionLanes {
    geo::Vec3 position{};  // about the middle of the junction, rounded to centimetres
    /// Sorted by approach, then ingress before egress, then from left to right; crosswalks come last.
    std::vector<JunctionLane> lanes{};
    std::vector<std::uint8_t> signal_groups{};  // the groups that govern something here
};

/// Returns the lanes of a junction. Those that lead to it or away from it are at most `reach_m` long, and at
/// most 5 km. Fails if the junction has no lanes. Fails if J2735 cannot describe the junction: if there are
/// more than 255 lanes, a signal group above 254, more than 16 connections from one lane, or a lane without
/// length. Requires a junction of the map and a positive reach.
Result<JunctionLanes> junction_lanes(const RoadMap& map, std::uint32_t junction, double reach_m = 150);

}  // namespace synchrono::roadmap

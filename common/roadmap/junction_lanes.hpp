/// The lanes of a junction as a MAP message of J2735 tells them: those that lead to it and away from it, from
/// the stop line outwards, where one may go from each and who must be green, and the crosswalks with the
/// pavements at their ends.
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
    std::uint8_t to = 0;
    std::optional<Turn> turn{};                  // none: on foot
    std::optional<std::uint8_t> signal_group{};  // none: no signal forbids it
};

struct JunctionLane {
    std::uint8_t id = 0;                     // 1, 2, ... in the order of the list
    std::optional<std::uint8_t> approach{};  // 1 to 15: arms clockwise from the north
    JunctionLaneDirection direction = JunctionLaneDirection::ingress;
    JunctionLaneUse use = JunctionLaneUse::vehicle;
    double width_m = 0;  // at the junction
    std::optional<double> speed_limit_m_s{};
    std::vector<std::array<double, 2>> points{};  // 2 to 63, in whole centimetres
    std::vector<JunctionLaneConnection> connections{};
    std::uint32_t way = kNone;  // at the junction
    std::uint32_t crosswalk = kNone;
};

struct JunctionLanes {
    geo::Vec3 position{};               // about the middle, in whole centimetres
    std::vector<JunctionLane> lanes{};  // by approach; ingress before egress, each from left to right
    std::vector<std::uint8_t>
        signal_groups{};  // those of the junction's controllers that govern something here
};

/// Refuses what J2735 cannot tell: more than 255 lanes, 254 signal groups or 16 ways from one lane; and a
/// junction without lanes. Lanes reach `reach_m` back from the junction where they are so long. Requires a
/// junction of the map.
Result<JunctionLanes> junction_lanes(const RoadMap& map, std::uint32_t junction, double reach_m = 150);

}  // namespace synchrono::roadmap

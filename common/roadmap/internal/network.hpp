/// What a RoadMap is made of, and the steps that make it, in their order.
#pragma once

#include <map>

#include "common/roadmap/internal/grid.hpp"
#include "common/roadmap/internal/xml.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::roadmap {

struct Network {
    OpenDrive map{};
    std::vector<Way> ways{};
    std::vector<Crosswalk> crosswalks{};
    std::vector<Building> buildings{};
    /// The way of each lane: of a section all in a row from its first on, by falling id.
    std::vector<std::vector<std::uint32_t>> section_first{};  // by road and section
    std::vector<std::uint32_t> lane_way{};
    std::map<std::string, std::uint32_t> road_by_id{}, junction_by_id{};
    Grid grid{};

    std::uint32_t way_at(std::uint32_t road, std::size_t section, int lane) const;
    const Road& road_of(const Way& way) const { return map.roads[way.road]; }
    const LaneSection& section_of(const Way& way) const { return road_of(way).sections[way.section]; }
    void remark(const std::string& what);
};

inline constexpr std::size_t kWaysMax = 200'000, kWayPointsMax = 2'000'000;
inline constexpr std::size_t kCrosswalksMax = 5'000, kBuildingsMax = 100'000;

Result<void> make_ways(Network& network);
void link_ways(Network& network);
/// Who may change to the lane beside.
void find_neighbours(Network& network);
/// Crosswalks and buildings, from the objects of roads.
Result<void> make_furniture(Network& network);
/// Who must be green, and where to stop.
void find_signals(Network& network);
Result<void> find_conflicts(Network& network);

/// s along the way of a place on its road, between the way's ends.
double way_s(const Way& way, double road_s_m);
bool is_pedestrian(const Signal& signal);
bool is_valid_for(const std::vector<Validity>& validity, int lane);
inline bool is_for(Side side, bool along) { return side == Side::both || (side == Side::along) == along; }
/// For vehicles or bicycles.
inline bool is_travelled(WayKind kind) {
    return kind == WayKind::driving || kind == WayKind::bus || kind == WayKind::bike;
}

}  // namespace synchrono::roadmap

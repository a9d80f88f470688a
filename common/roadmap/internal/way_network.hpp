/// The content of a RoadMap, and the steps that make it, in their order.
#pragma once

#include <map>

#include "common/roadmap/internal/grid.hpp"
#include "common/roadmap/internal/xml.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::roadmap {

struct WayNetwork {
    OpenDrive map{};
    std::vector<Way> ways{};
    std::vector<Crosswalk> crosswalks{};
    std::vector<Building> buildings{};
    /// The ways of lanes. lane_way[section_first[road][section]] is the way of the section's first lane,
    /// and its other lanes follow by falling id; kNone stands for a lane that is no way.
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

Result<void> make_ways(WayNetwork& network);
void link_ways(WayNetwork& network);
/// Finds, for each way, the ways beside it that a vehicle may change to.
void find_neighbours(WayNetwork& network);
/// Makes crosswalks and buildings from the objects of roads.
Result<void> make_crosswalks_and_buildings(WayNetwork& network);
/// Finds the signal group that must be green for each way and crosswalk, and the stop lines of ways.
void find_signals(WayNetwork& network);
/// Finds where ways through junctions conflict with each other, where ways conflict with crosswalks, and
/// which ways yield. Fails if the search would take too long.
Result<void> find_conflicts(WayNetwork& network);

/// Returns s along the way for an s of its road, limited to the ends of the way.
double way_s(const Way& way, double road_s_m);
bool is_pedestrian(const Signal& signal);
bool is_valid_for(const std::vector<Validity>& validity, int lane);
inline bool is_for(Side side, bool along) { return side == Side::both || (side == Side::along) == along; }
/// Returns whether vehicles or bicycles use ways of this kind.
inline bool is_travelled(WayKind kind) {
    return kind == WayKind::driving || kind == WayKind::bus || kind == WayKind::bike;
}

}  // namespace synchrono::roadmap

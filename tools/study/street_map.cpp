#include "tools/study/street_map.hpp"

#include <utility>

namespace synchrono::tools::study {
namespace {

constexpr double kNear_m = 4;  // the largest distance from the middle of a way
constexpr roadmap::Kinds kDriven =
    roadmap::kind_bit(roadmap::WayKind::driving) | roadmap::kind_bit(roadmap::WayKind::bus);

template <typename Number>
std::optional<Number> unless_none(std::uint32_t number) {
    return number == roadmap::kNone ? std::nullopt : std::optional<Number>(number);
}

}  // namespace

Streets streets_of(std::shared_ptr<const roadmap::RoadMap> map, const std::vector<JunctionSignals>& signals) {
    Streets streets;
    for (const roadmap::Road& road : map->open_drive().roads) {
        if (!road.name.empty()) streets.road_names[road.id] = road.name;
    }
    for (const roadmap::Way& way : map->ways()) {
        streets.ways.push_back({.road = map->open_drive().roads[way.road].id,
                                .length_m = way.length_m,
                                .speed_limit_m_s = way.speed_limit_m_s,
                                .junction = unless_none<std::size_t>(way.junction),
                                .signal_group = unless_none<std::uint32_t>(way.signal_group),
                                .stop_m = way.stop_m,
                                .turn = static_cast<int>(way.turn),
                                .previous = {way.previous.begin(), way.previous.end()},
                                .next = {way.next.begin(), way.next.end()}});
    }
    for (const roadmap::Junction& junction : map->junctions())
        streets.junctions.push_back({.name = junction.name.empty() ? junction.id : junction.name});
    for (const JunctionSignals& of : signals) {
        const std::uint32_t junction = map->junction(of.junction);
        if (junction == roadmap::kNone) continue;
        streets.junctions[junction].intersection = of.intersection;
        streets.junctions[junction].region = of.region;
    }
    streets.nearest = [map = std::move(map)](geo::Vec2 place, double z_m,
                                             double yaw_rad) -> std::optional<Streets::OnWay> {
        const auto on = map->nearest({place.x, place.y, z_m}, kNear_m, kDriven, yaw_rad);
        if (!on) return std::nullopt;
        return Streets::OnWay{on->way, on->s_m};
    };
    return streets;
}

}  // namespace synchrono::tools::study

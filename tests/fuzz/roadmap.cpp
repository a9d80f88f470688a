// Reads any text as a map, without a crash, a hang or undefined behaviour. Refusals are lines that name the
// text. On an accepted map, places and routes are found, and the lanes of junctions are listed.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "common/roadmap/junction_lanes.hpp"
#include "common/roadmap/map_surface.hpp"
#include "common/roadmap/road_map.hpp"

namespace {

using namespace synchrono::roadmap;

void require(bool holds) {
    if (!holds) std::abort();
}

void check_way(const RoadMap& map, const Way& way) {
    require(way.points.size() >= 2 && way.points.size() == way.road_s_m.size());
    for (const WayPoint& point : way.points) {
        require(std::isfinite(point.position.x) && std::isfinite(point.position.y));
        require(std::isfinite(point.yaw_rad) && std::isfinite(point.curvature_1_m) && point.width_m >= 0);
    }
    for (const auto* list : {&way.next, &way.previous}) {
        for (const std::uint32_t other : *list) require(other < map.ways().size());
    }
    for (const Conflict& conflict : way.conflicts) {
        require(conflict.from_m <= conflict.to_m && conflict.to_m <= way.length_m);
    }
}

void check_surface(const RoadMap& map) {
    const MapSurface surface(map.open_drive());
    require(surface.bytes() < 300e6);
    for (const Way& way : map.ways()) {
        for (const WayPoint& point : way.points) {
            const auto rise = surface.below(point.position);
            require(std::isfinite(rise.height_m) && std::isfinite(rise.slope_x) &&
                    std::isfinite(rise.slope_y));
        }
    }
}

void check_map(const RoadMap& map) {
    check_surface(map);
    for (const Way& way : map.ways()) check_way(map, way);
    for (std::uint32_t i = 0; i < map.ways().size() && i < 20; ++i) {
        const WayPoint point = map.at(i, map.ways()[i].length_m / 3);
        const auto found = map.nearest(point.position, 1, kAllWays);
        require(found.has_value());
        map.project(i, point.position);
        const auto route = map.route(0, i, kAllWays);
        require(route.empty() || (route.front() == 0 && route.back() == i));
        map.conditions_ahead(route, 0, 100);
    }
    map.nearest({1e6, -1e6, 0}, 1e7, kAllWays, 1.0);
    for (std::uint32_t j = 0; j < map.junctions().size(); ++j) {
        const auto lanes = junction_lanes(map, j);
        if (!lanes) continue;
        for (const JunctionLane& lane : lanes->lanes)
            require(lane.points.size() >= 2 && lane.points.size() <= 63);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    auto read = read_open_drive(text, "m.xodr");
    if (!read) {
        require(read.error().text.starts_with("m.xodr:"));
        return 0;
    }
    double lanes_m = 0;
    for (const Road& road : read->roads) {
        for (const LaneSection& section : road.sections) {
            lanes_m += section.length_m * static_cast<double>(section.lanes.size());
        }
    }
    if (lanes_m > 5'000) return 0;  // long lanes are slow and test nothing new
    const auto map = RoadMap::make(std::move(*read));
    if (map) {
        check_map(*map);
    } else {
        require(map.error().text.starts_with("m.xodr:"));
    }
    return 0;
}

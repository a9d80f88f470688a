#include "client/pilot/map_view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace synchrono::client::pilot {

namespace {

using roadmap::kNone;
using roadmap::RoadMap;

static_assert(kNone == SYN_NONE);
static_assert(static_cast<int>(roadmap::WayKind::driving) == SYN_WAY_DRIVING);
static_assert(static_cast<int>(roadmap::WayKind::other) == SYN_WAY_OTHER);
static_assert(static_cast<int>(roadmap::Turn::u_turn) == SYN_TURN_U);
static_assert(static_cast<int>(roadmap::ConflictKind::crosswalk) == SYN_CONFLICT_CROSSWALK);

SynVec3 to_c(geo::Vec3 v) { return {v.x, v.y, v.z}; }

template <typename T>
std::uint32_t count(const std::vector<T>& list) {
    return static_cast<std::uint32_t>(list.size());
}

SynConflict to_c(const roadmap::Conflict& c) {
    return {.other = c.other,
            .kind = static_cast<std::int32_t>(c.kind),
            .from_m = c.from_m,
            .to_m = c.to_m,
            .other_from_m = c.other_from_m,
            .other_to_m = c.other_to_m,
            .yields = c.yields ? 1u : 0u,
            .reserved = 0};
}

std::int32_t nearest(void* context, SynVec3 place, double yaw_rad, double distance_m, std::uint32_t kinds,
                     SynOnWay* out) {
    const auto yaw = std::isnan(yaw_rad) ? std::nullopt : std::optional(yaw_rad);
    const auto found =
        static_cast<const RoadMap*>(context)->nearest({place.x, place.y, place.z}, distance_m, kinds, yaw);
    if (!found || out == nullptr) return found ? 1 : 0;
    *out = {.way = found->way, .reserved = 0, .s_m = found->s_m, .t_m = found->t_m};
    return 1;
}

std::uint32_t route(void* context, std::uint32_t from, std::uint32_t to, std::uint32_t kinds,
                    std::uint32_t* out, std::uint32_t room) {
    const auto& map = *static_cast<const RoadMap*>(context);
    // The numbers come from a pilot, so they may be out of range.
    if (from >= map.ways().size() || to >= map.ways().size()) return 0;
    const std::vector<std::uint32_t> ways = map.route(from, to, kinds);
    if (out != nullptr) std::copy_n(ways.begin(), std::min<std::size_t>(ways.size(), room), out);
    return count(ways);
}

}  // namespace

struct MapView::Lists {
    std::shared_ptr<const RoadMap> map;
    std::vector<SynWayPoint> points;
    std::vector<SynConflict> conflicts;
    std::vector<SynVec3> corners;
    std::vector<SynWay> ways;
    std::vector<SynJunction> junctions;
    std::vector<SynCrosswalk> crosswalks;
    std::vector<SynBuilding> buildings;
    SynMap c{};

    explicit Lists(std::shared_ptr<const RoadMap> road_map) : map(std::move(road_map)) {
        // The room is reserved first, since the structures point into these lists, which must not move.
        std::size_t points_count = 0, conflicts_count = 0, corners_count = 0;
        for (const auto& way : map->ways()) {
            points_count += way.points.size();
            conflicts_count += way.conflicts.size();
        }
        for (const auto& crosswalk : map->crosswalks()) corners_count += crosswalk.corners.size();
        for (const auto& building : map->buildings()) corners_count += building.corners.size();
        points.reserve(points_count);
        conflicts.reserve(conflicts_count);
        corners.reserve(corners_count);
    }

    void add_ways() {
        for (const roadmap::Way& way : map->ways()) {
            SynWay c_way{};
            c_way.way = count(ways);
            c_way.kind = static_cast<std::int32_t>(way.kind);
            c_way.name = way.name.c_str();
            c_way.road = map->open_drive().roads[way.road].id.c_str();
            c_way.length_m = way.length_m;
            c_way.speed_limit_m_s = way.speed_limit_m_s.value_or(std::numeric_limits<double>::quiet_NaN());
            c_way.points = points.data() + points.size();
            for (const roadmap::WayPoint& p : way.points) {
                points.push_back({to_c(p.position), p.s_m, p.yaw_rad, p.curvature_1_m, p.width_m});
            }
            c_way.conflicts = conflicts.data() + conflicts.size();
            for (const roadmap::Conflict& conflict : way.conflicts) conflicts.push_back(to_c(conflict));
            c_way.next = way.next.data();
            c_way.previous = way.previous.data();
            c_way.points_count = count(way.points);
            c_way.next_count = count(way.next);
            c_way.previous_count = count(way.previous);
            c_way.conflicts_count = count(way.conflicts);
            c_way.left = way.left;
            c_way.right = way.right;
            c_way.junction = way.junction;
            c_way.turn = static_cast<std::int32_t>(way.turn);
            c_way.signal_group = way.signal_group;
            c_way.stop_m = way.stop_m;
            ways.push_back(c_way);
        }
    }

    void add_junctions(const std::vector<JunctionNumber>& numbers) {
        for (const roadmap::Junction& junction : map->junctions()) {
            junctions.push_back({.junction = count(junctions),
                                 .intersection = -1,
                                 .region = 0,
                                 .reserved = 0,
                                 .name = (junction.name.empty() ? junction.id : junction.name).c_str()});
        }
        for (const JunctionNumber& number : numbers) {
            const std::uint32_t index = map->junction(number.junction);
            if (index == kNone) continue;
            junctions[index].intersection = number.intersection;
            junctions[index].region = number.region.value_or(0);
        }
    }

    const SynVec3* add_corners(const std::vector<geo::Vec3>& list) {
        const SynVec3* first = corners.data() + corners.size();
        for (const geo::Vec3& corner : list) corners.push_back(to_c(corner));
        return first;
    }

    void add_furniture() {
        for (const roadmap::Crosswalk& crosswalk : map->crosswalks()) {
            crosswalks.push_back({.crosswalk = count(crosswalks),
                                  .junction = crosswalk.junction,
                                  .signal_group = crosswalk.signal_group,
                                  .corners_count = count(crosswalk.corners),
                                  .corners = add_corners(crosswalk.corners)});
        }
        for (const roadmap::Building& building : map->buildings()) {
            buildings.push_back({.corners = add_corners(building.corners),
                                 .corners_count = count(building.corners),
                                 .reserved = 0,
                                 .height_m = building.height_m});
        }
    }

    void finish() {
        c.struct_size = sizeof c;
        c.ways_count = count(ways);
        c.junctions_count = count(junctions);
        c.crosswalks_count = count(crosswalks);
        c.buildings_count = count(buildings);
        c.name = map->open_drive().name.c_str();
        c.ways = ways.data();
        c.junctions = junctions.data();
        c.crosswalks = crosswalks.data();
        c.buildings = buildings.data();
        c.context = const_cast<RoadMap*>(map.get());  // C interface without const; nothing writes through it
        c.nearest = nearest;
        c.route = route;
    }
};

MapView::MapView(std::shared_ptr<const RoadMap> map, const std::vector<JunctionNumber>& numbers)
    : lists_(std::make_unique<Lists>(std::move(map))) {
    lists_->add_ways();
    lists_->add_junctions(numbers);
    lists_->add_furniture();
    lists_->finish();
}

MapView::~MapView() = default;

const SynMap* MapView::map() const { return &lists_->c; }

const RoadMap& MapView::roads() const { return *lists_->map; }

}  // namespace synchrono::client::pilot

#include "common/roadmap/road_map.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "common/base/contract.hpp"
#include "common/roadmap/internal/way_network.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kStorey_m = 3;  // a place further above or below is on another road

/// A place in relation to a piece of a way.
struct Beside {
    double part = 0;        // of the piece, 0 to 1
    double distance_m = 0;  // from the middle of the way
    double t_m = 0;
};

Beside beside(const WayPoint& a, const WayPoint& b, geo::Vec3 place) {
    const double dx = b.position.x - a.position.x, dy = b.position.y - a.position.y;
    const double px = place.x - a.position.x, py = place.y - a.position.y;
    const double length2 = dx * dx + dy * dy;
    Beside found;
    if (length2 > 0) {
        found.part = std::clamp((px * dx + py * dy) / length2, 0.0, 1.0);
        found.t_m = (dx * py - dy * px) / std::sqrt(length2);
    }
    const double ox = px - found.part * dx, oy = py - found.part * dy;
    found.distance_m = std::sqrt(ox * ox + oy * oy);
    return found;
}

double between(double a, double b, double part) { return a + (b - a) * part; }

/// How well a place lies on a piece of a way; less is better.
struct Closeness {
    double outside_m = 0, distance_m = 0;  // outside the lane's edge; from the lane's middle
    std::uint32_t way = kNone, point = 0;

    bool operator<(const Closeness& other) const {
        if (outside_m != other.outside_m) return outside_m < other.outside_m;
        if (distance_m != other.distance_m) return distance_m < other.distance_m;
        return way != other.way ? way < other.way : point < other.point;
    }
};

}  // namespace

Result<RoadMap> RoadMap::make(OpenDrive map) {
    auto network = std::make_unique<WayNetwork>();
    network->map = std::move(map);
    for (std::uint32_t i = 0; i < network->map.roads.size(); ++i) {
        network->road_by_id.try_emplace(network->map.roads[i].id, i);
    }
    for (std::uint32_t i = 0; i < network->map.junctions.size(); ++i) {
        network->junction_by_id.try_emplace(network->map.junctions[i].id, i);
    }
    if (auto made = make_ways(*network); !made) return tl::unexpected(made.error());
    link_ways(*network);
    find_neighbours(*network);
    if (auto made = make_crosswalks_and_buildings(*network); !made) return tl::unexpected(made.error());
    find_signals(*network);
    network->grid.build(network->ways);
    if (auto found = find_conflicts(*network); !found) return tl::unexpected(found.error());
    return RoadMap(std::move(network));
}

RoadMap::RoadMap(std::unique_ptr<const WayNetwork> network) : network_(std::move(network)) {}
RoadMap::RoadMap(RoadMap&&) noexcept = default;
RoadMap& RoadMap::operator=(RoadMap&&) noexcept = default;
RoadMap::~RoadMap() = default;

const OpenDrive& RoadMap::open_drive() const { return network_->map; }
const std::vector<Way>& RoadMap::ways() const { return network_->ways; }
const std::vector<Junction>& RoadMap::junctions() const { return network_->map.junctions; }
const std::vector<Crosswalk>& RoadMap::crosswalks() const { return network_->crosswalks; }
const std::vector<Building>& RoadMap::buildings() const { return network_->buildings; }
const std::vector<std::string>& RoadMap::remarks() const { return network_->map.remarks; }

std::optional<OnWay> RoadMap::nearest(geo::Vec3 place, double distance_m, Kinds kinds,
                                      std::optional<double> yaw_rad) const {
    if (!std::isfinite(place.x) || !std::isfinite(place.y) || !std::isfinite(place.z)) return std::nullopt;
    if (!(distance_m >= 0) || (yaw_rad && !std::isfinite(*yaw_rad))) return std::nullopt;
    const double towards_x = yaw_rad ? std::cos(*yaw_rad) : 0, towards_y = yaw_rad ? std::sin(*yaw_rad) : 0;
    Closeness best;
    const auto compare = [&](const Grid::Piece& piece) {
        if ((kinds & piece.kind) == 0) return;
        if (yaw_rad && piece.dx_m * towards_x + piece.dy_m * towards_y <= 0) return;
        const double px = place.x - piece.x_m, py = place.y - piece.y_m;
        const double length2 = piece.dx_m * piece.dx_m + piece.dy_m * piece.dy_m;
        const double part =
            length2 > 0 ? std::clamp((px * piece.dx_m + py * piece.dy_m) / length2, 0.0, 1.0) : 0;
        const double x = px - part * piece.dx_m, y = py - part * piece.dy_m;
        const double distance = std::sqrt(x * x + y * y);
        if (distance > distance_m) return;
        const double half_width = piece.half_width_m + part * piece.half_width_more_m;
        const double height = std::abs(place.z - piece.z_m - part * piece.dz_m);
        const Closeness here{std::max(distance - half_width, 0.0) + std::max(height - kStorey_m, 0.0),
                             distance, piece.way, piece.point};
        if (best.way == kNone || here < best) best = here;
    };
    network_->grid.near(place.x, place.y, compare, [&] {
        if (best.way == kNone) return distance_m;
        // If the place is in a lane, only a nearer middle can be better. Otherwise a wide lane that is
        // further away may contain the place.
        if (best.outside_m == 0) return best.distance_m;
        return std::min(std::max(best.distance_m, best.outside_m + kHalfWidth_m_max), distance_m);
    });
    if (best.way == kNone) return std::nullopt;
    const auto& points = network_->ways[best.way].points;
    const WayPoint &a = points[best.point], &b = points[best.point + 1];
    const Beside at = beside(a, b, place);
    return OnWay{best.way, between(a.s_m, b.s_m, at.part), at.t_m};
}

OnWay RoadMap::project(std::uint32_t way_index, geo::Vec3 place) const {
    SYN_REQUIRE(way_index < network_->ways.size());
    const auto& points = network_->ways[way_index].points;
    OnWay best{way_index, 0, 0};
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Beside at = beside(points[i], points[i + 1], place);
        if (at.distance_m >= distance) continue;
        distance = at.distance_m;
        best.s_m = between(points[i].s_m, points[i + 1].s_m, at.part);
        best.t_m = at.t_m;
    }
    return best;
}

WayPoint RoadMap::at(std::uint32_t way_index, double s_m) const {
    SYN_REQUIRE(way_index < network_->ways.size());
    const auto& points = network_->ways[way_index].points;
    const auto after = std::upper_bound(points.begin(), points.end(), s_m,
                                        [](double s, const WayPoint& point) { return s < point.s_m; });
    if (after == points.begin()) return points.front();
    if (after == points.end()) return points.back();
    const WayPoint &a = *std::prev(after), &b = *after;
    const double part = (s_m - a.s_m) / (b.s_m - a.s_m);
    const double turn = std::remainder(b.yaw_rad - a.yaw_rad, 2 * std::numbers::pi);
    return {a.position + (b.position - a.position) * part, s_m,
            std::remainder(a.yaw_rad + turn * part, 2 * std::numbers::pi),
            between(a.curvature_1_m, b.curvature_1_m, part), between(a.width_m, b.width_m, part)};
}

RoadAhead RoadMap::conditions_ahead(std::span<const std::uint32_t> route, double s_m,
                                    double distance_m) const {
    RoadAhead ahead;
    double from = s_m;
    for (std::size_t i = 0; i < route.size() && ahead.covered_m < distance_m; ++i) {
        SYN_REQUIRE(route[i] < network_->ways.size());
        const Way& way = network_->ways[route[i]];
        // If the next way lies beside this one, the vehicle changes lanes. Then the conditions of the next
        // way count.
        const Way* beside = i + 1 < route.size() ? &network_->ways[route[i + 1]] : nullptr;
        if (beside != nullptr && beside->road == way.road && beside->section == way.section) {
            from = way.length_m > 0 ? from / way.length_m * beside->length_m : 0;
            continue;
        }
        const double to = std::min(way.length_m, from + distance_m - ahead.covered_m);
        const auto meet = [&](const WayPoint& point) {
            ahead.curvature_max_1_m = std::max(ahead.curvature_max_1_m, std::abs(point.curvature_1_m));
        };
        meet(at(route[i], from));
        meet(at(route[i], to));
        for (const WayPoint& point : way.points) {
            if (point.s_m >= from && point.s_m <= to) meet(point);
        }
        if (way.speed_limit_m_s) {
            ahead.speed_limit_m_s =
                std::min(ahead.speed_limit_m_s.value_or(*way.speed_limit_m_s), *way.speed_limit_m_s);
        }
        ahead.covered_m += std::max(to - from, 0.0);
        from = 0;
    }
    return ahead;
}

const Road* RoadMap::road(const std::string& id) const {
    const auto found = network_->road_by_id.find(id);
    return found == network_->road_by_id.end() ? nullptr : &network_->map.roads[found->second];
}

std::uint32_t RoadMap::junction(const std::string& id_or_name) const {
    const auto found = network_->junction_by_id.find(id_or_name);
    if (found != network_->junction_by_id.end()) return found->second;
    for (std::uint32_t i = 0; i < network_->map.junctions.size(); ++i) {
        if (network_->map.junctions[i].name == id_or_name && !id_or_name.empty()) return i;
    }
    return kNone;
}

std::uint32_t RoadMap::way_at(std::uint32_t road, std::uint32_t section, int lane) const {
    SYN_REQUIRE(road < network_->map.roads.size() && section < network_->map.roads[road].sections.size());
    return network_->way_at(road, section, lane);
}

Result<std::uint32_t> RoadMap::way_of(const std::string& road_id, int lane, double s_m) const {
    const auto found = network_->road_by_id.find(road_id);
    if (found == network_->road_by_id.end()) {
        return fail(fmt::format("map {} has no road '{}'", network_->map.name, road_id));
    }
    const Road& road = network_->map.roads[found->second];
    if (!(s_m >= 0 && s_m <= road.length_m)) {
        return fail(
            fmt::format("road '{}' goes from 0 to {} m; {} is not on it", road_id, road.length_m, s_m));
    }
    const std::size_t section = road.section_at(s_m);
    const std::uint32_t way = lane == 0 ? kNone : network_->way_at(found->second, section, lane);
    if (way != kNone) return way;
    std::string there;
    for (const Lane& each : road.sections[section].lanes) {
        if (network_->way_at(found->second, section, each.id) == kNone) continue;
        there += fmt::format("{}{}", there.empty() ? "" : ", ", each.id);
    }
    return fail(fmt::format("road '{}' has no lane {} at {} m; its lanes there: {}", road_id, lane, s_m,
                            there.empty() ? "none" : there));
}

Result<LanePoint> RoadMap::lane_middle(const std::string& road_id, int lane, double s_m) const {
    const auto way = way_of(road_id, lane, s_m);
    if (!way) return tl::unexpected(way.error());
    const Way& found = network_->ways[*way];
    return roadmap::lane_middle(network_->road_of(found), network_->section_of(found), lane, s_m);
}

}  // namespace synchrono::roadmap

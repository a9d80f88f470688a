#include "client/scenery/scenery.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "client/scenery/palette.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::client::scenery {
namespace {

using geo::Vec3;

constexpr double kLandReach_m = 1500, kLandCell_m = 5, kLandMargin_m = 100, kLandBelow_m = 0.05,
                 kPaint_m = 0.012;
constexpr double kPathWidth_m = 7, kStorey_m = 3.4, kWindow_m = 2.6, kUnknownHeight_m = 10;
constexpr int kLandCellsMax = 400;

std::vector<Vec3> beside(std::span<const Vec3> line, double left_m, bool closed, const Canvas& canvas,
                         double above_m) {
    std::vector<Vec3> points;
    const std::size_t count = line.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 &before = line[i > 0    ? i - 1
                                  : closed ? count - 1
                                           : 0],
                   &after = line[i + 1 < count ? i + 1
                                 : closed      ? 0
                                               : i];
        const Vec3 along = after - before;
        const double length_m = std::max(std::hypot(along.x, along.y), 1e-9);
        points.push_back(canvas.on_ground(line[i].x - along.y / length_m * left_m,
                                          line[i].y + along.x / length_m * left_m, above_m));
    }
    if (closed) points.push_back(points.front());
    return points;
}

void band(Mesh& mesh, std::span<const Vec3> line, double left_m, double right_m, bool closed,
          const Canvas& canvas, Coat coat) {
    if (line.size() < 2) return;
    const double above_m = coat.material == Material::paint ? kPaint_m : 0;
    mesh.strip(beside(line, left_m, closed, canvas, above_m), beside(line, right_m, closed, canvas, above_m),
               coat);
}

/// Returns the line through these points. Between points that are far apart it has further points, about
/// `step_m` from one another.
std::vector<Vec3> refined(const std::vector<std::array<double, 2>>& points, bool closed, double step_m) {
    std::vector<Vec3> line;
    const std::size_t sides = closed ? points.size() : points.size() - 1;
    for (std::size_t i = 0; i < sides; ++i) {
        const auto &a = points[i], &b = points[(i + 1) % points.size()];
        const int pieces =
            std::clamp(static_cast<int>(std::hypot(b[0] - a[0], b[1] - a[1]) / step_m), 1, 10000);
        for (int k = 0; k < pieces; ++k)
            line.push_back({a[0] + (b[0] - a[0]) * k / pieces, a[1] + (b[1] - a[1]) * k / pieces, 0});
    }
    if (!closed) line.push_back({points.back()[0], points.back()[1], 0});
    return line;
}

/// Draws a road along a path of a scenario that has no map.
void draw_path(const Canvas& canvas, const config::Path& path, bool paved) {
    if (path.points.size() < 2) return;
    const std::vector<Vec3> line = refined(path.points, path.closed, 3);
    for (const Vec3& p : line) canvas.reach(p);
    band(canvas.scenery.roads, line, kPathWidth_m / 2, -kPathWidth_m / 2, path.closed, canvas,
         paved ? palette::kAsphalt : palette::kTrack);
    if (!paved) return;
    for (const double side : {-1.0, 1.0}) {
        const double at = side * (kPathWidth_m / 2 - 0.25);
        band(canvas.scenery.paint, line, at + 0.06, at - 0.06, path.closed, canvas, palette::kWhite);
    }
}

/// Draws the lanes of an intersection that is not a junction of the map.
void draw_lanes(const Canvas& canvas, const config::Intersection& intersection) {
    std::vector<Vec3> stops;
    for (const config::Lane& lane : intersection.lanes) {
        if (lane.points.size() < 2) continue;
        const bool walked = lane.use == config::LaneUse::crosswalk || lane.use == config::LaneUse::sidewalk;
        const double half_m = (lane.width_m > 0 ? lane.width_m : intersection.lane_width_m) / 2;
        const std::vector<Vec3> line = refined(lane.points, false, 3);
        for (const Vec3& p : line) canvas.reach(p);
        if (walked) {
            band(canvas.scenery.paint, line, half_m, half_m - 0.25, false, canvas, palette::kWhite);
            band(canvas.scenery.paint, line, -half_m + 0.25, -half_m, false, canvas, palette::kWhite);
            continue;
        }
        band(canvas.scenery.roads, line, half_m, -half_m, false, canvas, palette::kAsphalt);
        band(canvas.scenery.paint, line, half_m + 0.05, half_m - 0.05, false, canvas, palette::kWhite);
        band(canvas.scenery.paint, line, -half_m + 0.05, -half_m - 0.05, false, canvas, palette::kWhite);
        const Vec3 out = line[1] - line[0];
        const double length_m = std::max(std::hypot(out.x, out.y), 1e-9);
        const Vec3 along = out * (1 / length_m), left{-along.y, along.x, 0};
        for (const double side : {-1.0, 1.0}) stops.push_back(line[0] + left * (side * half_m));
        if (lane.direction == config::LaneDirection::egress) continue;
        const std::vector<Vec3> stop{line[0], line[0] + along * 0.45};
        band(canvas.scenery.paint, stop, half_m, -half_m, false, canvas, palette::kWhite);
    }
    // Pave the area that the ends of the lanes enclose.
    Vec3 middle;
    for (const Vec3& p : stops) middle = middle + p * (1.0 / static_cast<double>(stops.size()));
    std::sort(stops.begin(), stops.end(), [&](const Vec3& a, const Vec3& b) {
        return std::atan2(a.y - middle.y, a.x - middle.x) < std::atan2(b.y - middle.y, b.x - middle.x);
    });
    for (Vec3& p : stops) p = canvas.on_ground(p.x, p.y);
    canvas.scenery.roads.polygon(stops, palette::kAsphalt);
}

/// Draws the land, to kLandReach_m beyond the margin of the box around the scenery. Within the box and the
/// margin the land follows the height of the ground.
void draw_land(const Canvas& canvas, bool level, Coat coat) {
    Scenery& scenery = canvas.scenery;
    Vec3 low = scenery.low - Vec3{kLandMargin_m, kLandMargin_m, 0},
         high = scenery.high + Vec3{kLandMargin_m, kLandMargin_m, 0};
    const auto at = [&](double x, double y) { return canvas.on_ground(x, y, -kLandBelow_m); };
    if (!level) {
        const auto cells = [](double length_m) {
            return std::clamp(static_cast<int>(length_m / kLandCell_m), 1, kLandCellsMax);
        };
        const int columns = cells(high.x - low.x), rows = cells(high.y - low.y);
        for (int row = 0; row < rows; ++row) {
            std::vector<Vec3> left, right;
            for (int column = 0; column <= columns; ++column) {
                const double x = low.x + (high.x - low.x) * column / columns;
                right.push_back(at(x, low.y + (high.y - low.y) * row / rows));
                left.push_back(at(x, low.y + (high.y - low.y) * (row + 1) / rows));
            }
            scenery.land.strip(left, right, coat);
        }
    }
    const std::array<double, 4> xs{low.x - kLandReach_m, low.x, high.x, high.x + kLandReach_m},
        ys{low.y - kLandReach_m, low.y, high.y, high.y + kLandReach_m};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (!level && i == 1 && k == 1) continue;
            scenery.land.quad(at(xs[i], ys[k]), at(xs[i + 1], ys[k]), at(xs[i + 1], ys[k + 1]),
                              at(xs[i], ys[k + 1]), coat);
        }
    }
}

}  // namespace

HeightAt height_on(const ground::Ground& ground) {
    return [&ground](double x_m, double y_m) {
        const ground::GroundPlane plane = ground.below({x_m, y_m, 0});
        return (plane.offset - plane.normal.x * x_m - plane.normal.y * y_m) / std::max(plane.normal.z, 1e-3);
    };
}

void Canvas::begin(Thing thing, std::uint32_t number) const {
    auto& parts = scenery.parts;
    if (!parts.empty() && parts.back().thing == thing && parts.back().number == number) return;
    parts.push_back({thing, number, static_cast<std::uint32_t>(scenery.solids.indices().size() / 3)});
}

void Canvas::reach(Vec3 place) const {
    Vec3 &low = scenery.low, &high = scenery.high;
    low = {std::min(low.x, place.x), std::min(low.y, place.y), std::min(low.z, place.z)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y), std::max(high.z, place.z)};
}

void draw_building(const Canvas& canvas, std::span<const Vec3> footprint, double height_m) {
    if (footprint.size() < 3) return;
    const std::uint32_t number = canvas.scenery.buildings++;
    canvas.begin(Thing::building, number);
    std::vector<Point2> flat;
    double ground_m = canvas.height(footprint[0].x, footprint[0].y), area = 0;
    for (std::size_t i = 0; i < footprint.size(); ++i) {
        const Vec3 &p = footprint[i], &q = footprint[(i + 1) % footprint.size()];
        flat.push_back({p.x, p.y});
        ground_m = std::min(ground_m, canvas.height(p.x, p.y));
        area += p.x * q.y - p.y * q.x;
        canvas.reach(p);
    }
    if (area < 0) std::reverse(flat.begin(), flat.end());
    Mesh& mesh = canvas.scenery.solids;
    const Coat wall = palette::kWalls[number % palette::kWalls.size()];
    const double roof_m = ground_m + height_m;
    const auto corner = [&](std::size_t i, double z) {
        return Vec3{flat[i % flat.size()][0], flat[i % flat.size()][1], z};
    };
    std::vector<Vec3> roof;
    for (std::size_t i = 0; i < flat.size(); ++i) {
        const Vec3 a = corner(i, ground_m), b = corner(i + 1, ground_m), up{0, 0, height_m};
        const Coat foot = shaded(wall, 0.72);
        mesh.quad({a, b, b + up, a + up}, {foot, foot, wall, wall});
        roof.push_back(a + up);
        // Windows: one row for each storey.
        const double length_m = geo::length(b - a);
        const Vec3 along = (b - a) * (1 / std::max(length_m, 1e-9)), out = Vec3{along.y, -along.x, 0} * 0.04;
        const int storeys = static_cast<int>(height_m / kStorey_m),
                  windows = static_cast<int>((length_m - 1.2) / kWindow_m);
        for (int storey = 0; storey < storeys && windows > 0; ++storey) {
            for (int window = 0; window < windows; ++window) {
                const double from_m = (length_m - windows * kWindow_m) / 2 + window * kWindow_m + 0.55;
                const Vec3 low = a + out + along * from_m + Vec3{0, 0, storey * kStorey_m + 1.1};
                const Vec3 wide = along * (kWindow_m - 1.1), tall{0, 0, kStorey_m - 1.7};
                const Coat glass =
                    shaded(palette::kWindow, 0.85 + 0.3 * ((storey * 7 + window * 13) % 5) / 4.0);
                mesh.quad(low, low + wide, low + wide + tall, low + tall, glass);
            }
        }
    }
    mesh.polygon(roof, shaded(wall, 0.92));
    canvas.reach({footprint[0].x, footprint[0].y, roof_m});
}

Scenery make_scenery(const config::Scenario& scenario, const roadmap::RoadMap* roads,
                     const ground::Ground& ground) {
    Scenery scenery;
    const HeightAt height = height_on(ground);
    const Canvas canvas{scenery, height};
    const bool soft = scenario.ground.kind == config::Ground::Kind::soil;
    const auto walls = [&](const config::Building& building, double height_m) {
        std::vector<Vec3> corners;
        for (const auto& p : building.footprint) corners.push_back({p[0], p[1], 0});
        draw_building(canvas, corners, height_m);
    };
    if (roads != nullptr) draw_map(canvas, *roads, ground.is_plane());
    if (roads == nullptr) {
        for (const auto& [name, path] : scenario.paths) draw_path(canvas, path, !soft);
    }
    for (const auto& [name, intersection] : scenario.intersections) {
        if (!intersection.junction) draw_lanes(canvas, intersection);
    }
    if (scenario.radio) {
        for (const config::Building& building : scenario.radio->buildings) walls(building, kUnknownHeight_m);
    }
    for (const config::StaticElement& element : scenario.statics) {
        if (const config::BuildingElement* const building = element.building())
            walls(building->walls, building->height_m);
        if (const config::BoxElement* const box = element.box()) {
            canvas.begin(Thing::box);
            Mesh mesh;
            mesh.box({-box->size.x / 2, -box->size.y / 2, 0}, {box->size.x / 2, box->size.y / 2, box->size.z},
                     palette::kBox);
            scenery.solids.add(mesh, {box->position, geo::Quaternion::from_yaw(box->yaw_deg * geo::kRad)});
            canvas.reach(box->position);
        }
    }
    for (const config::AgentSpec& agent : scenario.agents)
        canvas.reach({agent.position.x, agent.position.y, 0});
    draw_land(canvas, ground.is_plane(), soft ? palette::kSoil : palette::kLand);
    return scenery;
}

}  // namespace synchrono::client::scenery

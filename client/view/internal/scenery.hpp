/// What stands still in a world: land, roads, what is painted on them, buildings and boxes, as triangles in
/// layers that are drawn one over the other.
#pragma once

#include <functional>
#include <vector>

#include "client/engine/ground.hpp"
#include "client/view/internal/mesh.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::view {

struct Scenery {
    Mesh land, roads, paint;  // flat, each over the one before
    Mesh solids;
    geo::Vec3 low{-50, -50, 0}, high{50, 50, 0};  // of what there is to see, land apart
};

/// Where the ground is below or above a place.
using HeightAt = std::function<double(double x_m, double y_m)>;
HeightAt height_on(const client::Ground& ground);

/// `roads` may be null. Borrows nothing.
Scenery make_scenery(const config::Scenario& scenario, const roadmap::RoadMap* roads,
                     const client::Ground& ground);

/// Parts of it.
struct Canvas {
    Scenery& scenery;
    const HeightAt& height;

    void reach(geo::Vec3 place) const;
    geo::Vec3 on_ground(double x_m, double y_m, double above_m = 0) const {
        return {x_m, y_m, height(x_m, y_m) + above_m};
    }
};
void draw_map(const Canvas& canvas, const roadmap::RoadMap& map, bool level);
void draw_building(const Canvas& canvas, std::span<const geo::Vec3> footprint, double height_m,
                   std::size_t number);

}  // namespace synchrono::view

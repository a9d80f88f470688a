/// What stands still in a world: land, roads, what is painted on them, buildings, boxes and masts, as
/// triangles in layers of which each lies a little over the one before.
#pragma once

#include <functional>
#include <vector>

#include "client/ground/ground.hpp"
#include "client/scenery/mesh.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::scenery {

/// What a triangle of it belongs to.
enum class Thing : std::uint8_t { land, road, marking, pavement, building, box, signal };

struct Scenery {
    Mesh land, roads, paint;  // flat, each over the one before
    Mesh solids;
    /// Of the solids: from triangle number `first` on, to where the next part begins.
    struct Part {
        Thing thing = Thing::land;
        std::uint32_t number = 0;  // which building, or which agent's signal
        std::uint32_t first = 0;
    };
    std::vector<Part> parts{};
    std::uint32_t buildings = 0;
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
    /// What is drawn into the solids from here on.
    void begin(Thing thing, std::uint32_t number = 0) const;
    geo::Vec3 on_ground(double x_m, double y_m, double above_m = 0) const {
        return {x_m, y_m, height(x_m, y_m) + above_m};
    }
};
void draw_map(const Canvas& canvas, const roadmap::RoadMap& map, bool level);
void draw_building(const Canvas& canvas, std::span<const geo::Vec3> footprint, double height_m);

}  // namespace synchrono::scenery

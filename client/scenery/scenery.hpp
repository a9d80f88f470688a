/// Everything in a world that stands still, as triangles: land, roads, the paint on them, buildings, boxes
/// and masts. Flat things are in layers, each a little above the one before.
#pragma once

#include <functional>
#include <vector>

#include "client/ground/ground.hpp"
#include "client/scenery/mesh.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::scenery {

/// The kind of thing that a triangle of the scenery belongs to.
enum class Thing : std::uint8_t { land, road, marking, pavement, building, box, signal };

struct Scenery {
    Mesh land, roads, paint;  // flat layers, each above the one before
    Mesh solids;
    /// A part of the solids, from triangle number `first` on, to where the next part begins.
    struct Part {
        Thing thing = Thing::land;
        std::uint32_t number = 0;  // of a building; of the agent whose signal it is
        std::uint32_t first = 0;
    };
    std::vector<Part> parts{};
    std::uint32_t buildings = 0;                  // how many there are; numbers their parts
    geo::Vec3 low{-50, -50, 0}, high{50, 50, 0};  // corners of a box around everything but the land
};

/// A function that returns the height of the ground at a place.
using HeightAt = std::function<double(double x_m, double y_m)>;
/// Borrows the ground.
HeightAt height_on(const client::Ground& ground);

/// Makes the scenery of a scenario. `roads` may be null. The result borrows nothing.
Scenery make_scenery(const config::Scenario& scenario, const roadmap::RoadMap* roads,
                     const client::Ground& ground);

/// The scenery while it is being drawn.
struct Canvas {
    Scenery& scenery;
    const HeightAt& height;

    /// Extends the box around everything to this place.
    void reach(geo::Vec3 place) const;
    /// Begins a part: solids that are drawn from now on belong to this thing.
    void begin(Thing thing, std::uint32_t number = 0) const;
    geo::Vec3 on_ground(double x_m, double y_m, double above_m = 0) const {
        return {x_m, y_m, height(x_m, y_m) + above_m};
    }
};
/// Draws roads, their paint and the buildings of a map. `level` says that the ground is a plane.
void draw_map(const Canvas& canvas, const roadmap::RoadMap& map, bool level);
/// Draws a building that begins at the lowest ground under its footprint.
void draw_building(const Canvas& canvas, std::span<const geo::Vec3> footprint, double height_m);

}  // namespace synchrono::scenery

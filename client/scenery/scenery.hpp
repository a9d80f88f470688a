/// Everything in a world that stands still, as triangles: land, roads, the paint on roads, buildings, boxes
/// and masts. Flat things are in layers, each a little above the layer before.
#pragma once

#include <functional>
#include <vector>

#include "client/ground/ground.hpp"
#include "client/scenery/mesh.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::client::scenery {

/// The kind of thing that a triangle of the scenery belongs to.
enum class Thing : std::uint8_t { land, road, marking, pavement, building, box, signal };

struct Scenery {
    Mesh land, roads, paint;  // flat layers, from the lowest to the highest
    Mesh solids;
    /// A part of the solids: the triangles from number `first` up to the beginning of the next part.
    struct Part {
        Thing thing = Thing::land;
        std::uint32_t number = 0;  // a building's own number; a signal's agent; otherwise 0
        std::uint32_t first = 0;
    };
    std::vector<Part> parts{};
    std::uint32_t buildings = 0;                  // number of buildings; they are numbered from 0
    geo::Vec3 low{-50, -50, 0}, high{50, 50, 0};  // corners of a box around everything but the land
};

/// A function that returns the height of the ground at a place.
using HeightAt = std::function<double(double x_m, double y_m)>;
/// Returns the height of this ground as a function, which borrows the ground.
HeightAt height_on(const ground::Ground& ground);

/// Makes the scenery of a scenario. `roads` may be null. The result borrows nothing.
Scenery make_scenery(const config::Scenario& scenario, const roadmap::RoadMap* roads,
                     const ground::Ground& ground);

/// The scenery while it is being drawn.
struct Canvas {
    Scenery& scenery;
    const HeightAt& height;

    /// Extends the box around everything to this place.
    void reach(geo::Vec3 place) const;
    /// Begins a part, unless the last part has the same thing and number. Solids that are drawn from now on
    /// belong to the part.
    void begin(Thing thing, std::uint32_t number = 0) const;
    geo::Vec3 on_ground(double x_m, double y_m, double above_m = 0) const {
        return {x_m, y_m, height(x_m, y_m) + above_m};
    }
};
/// Draws roads, their paint and the buildings of a map. `level` says whether the ground is a plane.
void draw_map(const Canvas& canvas, const roadmap::RoadMap& map, bool level);
/// Draws a building whose walls begin at the height of the lowest ground at its corners.
void draw_building(const Canvas& canvas, std::span<const geo::Vec3> footprint, double height_m);

}  // namespace synchrono::client::scenery

/// The shape of an agent, as it is drawn and as rays meet it. The shapes themselves are made by the kinds of
/// bodies (client/kind) and of elements (client/element).
#pragma once

#include <vector>

#include "client/scenery/mesh.hpp"
#include "common/geo/pose.hpp"

namespace synchrono::scenery {

/// Meshes around the agent's reference point, whose position its motion gives; x is forward.
struct Shape {
    Mesh body{};
    Mesh brake_lights{};                   // drawn only while the body brakes
    std::vector<Mesh> wheels{};            // each around its middle, in the order of Machinery::wheels
    std::vector<geo::Pose> wheel_poses{};  // of the wheels while the vehicle stands and steers straight ahead
    geo::Vec3 size{};                      // length, width, height of the whole shape
    double below_m = 0;                    // from the reference point down to the ground
};

}  // namespace synchrono::scenery

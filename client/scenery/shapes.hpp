/// The shape of an agent, as it is drawn and as rays of sensors meet it. The kinds of bodies (client/kind)
/// and of elements (client/element) make the shapes.
#pragma once

#include <vector>

#include "client/scenery/mesh.hpp"
#include "common/geo/pose.hpp"

namespace synchrono::client::scenery {

/// Meshes around the agent's reference point (the point whose position the motion gives); x is forward.
struct Shape {
    Mesh body{};
    Mesh brake_lights{};                   // drawn only while the body brakes
    std::vector<Mesh> wheels{};            // each around its own middle, in the order of Machinery::wheels
    std::vector<geo::Pose> wheel_poses{};  // of the wheels while the vehicle stands, steering straight ahead
    geo::Vec3 size{};                      // length, width, height of the whole shape
    double above_ground_m = 0;             // from the reference point down to the ground
};

}  // namespace synchrono::client::scenery

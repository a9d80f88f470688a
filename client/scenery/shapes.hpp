/// How the picture of an agent is made up. The pictures stand with the kinds of bodies (client/kind) and of
/// elements (client/element).
#pragma once

#include <vector>

#include "client/scenery/mesh.hpp"
#include "common/geo/pose.hpp"

namespace synchrono::scenery {

/// About the point that the agent's motion tells of; x forward.
struct Shape {
    Mesh body{};
    Mesh brake_lights{};                   // lit while it brakes, and not drawn else
    std::vector<Mesh> wheels{};            // about their middles, in the order of Machinery::wheels
    std::vector<geo::Pose> wheel_poses{};  // of the wheels while it stands, steering straight on
    geo::Vec3 size{};                      // length, width, height of all of it
    double below_m = 0;                    // from the agent's point down to the ground
};

}  // namespace synchrono::scenery

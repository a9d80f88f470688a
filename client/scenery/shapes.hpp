/// The pictures of agents: how a shape is made up, and the shapes of the world's elements. Those of other
/// bodies stand with their kinds (client/kind).
#pragma once

#include <vector>

#include "client/scenery/mesh.hpp"
#include "common/base/ids.hpp"
#include "common/config/element.hpp"

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

/// Requires an element with a body: no signals.
Shape element_shape(const config::Element& element, Coat paint);
/// The coat of most of the element.
Coat element_paint(AgentId agent, const config::Element& element);

}  // namespace synchrono::scenery

/// What agents look like that nobody has a better picture of: by their kind and size, built from a few
/// solids.
#pragma once

#include <string_view>
#include <vector>

#include "client/scenery/mesh.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::scenery {

/// About the point that the agent's motion tells of; x forward.
struct Shape {
    Mesh body{};
    Mesh brake_lights{};         // lit while it brakes, and not drawn else
    std::vector<Mesh> wheels{};  // about their middles, in the order of Machinery::wheels
    geo::Vec3 size{};            // length, width, height of all of it
    double below_m = 0;          // from the agent's point down to the ground
};

/// Requires an agent with a body: no signals.
Shape shape_of(const config::Scenario& scenario, const config::AgentSpec& agent);
/// What most of it is coated with.
Coat paint_of(const config::AgentSpec& agent);

}  // namespace synchrono::scenery

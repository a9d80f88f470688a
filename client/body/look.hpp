/// What an agent looks like to who draws it, where its engine knows better than its kind and size: shapes
/// fixed to parts.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "common/geo/pose.hpp"

namespace synchrono::client {

struct LookShape {
    enum class Kind : std::uint8_t { mesh, box, cylinder, sphere };
    Kind kind = Kind::box;
    std::filesystem::path file;  // of a mesh: Wavefront OBJ
    geo::Vec3 size{1, 1, 1};     // edges; of a cylinder: diameters x and y, length z; scale of a mesh
    geo::Pose pose{};            // in its part
    std::array<float, 3> colour{1, 1, 1};  // of what has no material of its own
};

using LookPart = std::vector<LookShape>;

}  // namespace synchrono::client

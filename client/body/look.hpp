/// The outward appearance of an agent, from an engine that knows more of it than its kind and size: parts
/// that move, with shapes fixed to them.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "common/geo/pose.hpp"

namespace synchrono::client {

/// One shape of a part.
struct LookShape {
    enum class Kind : std::uint8_t { mesh, box, cylinder, sphere };
    Kind kind = Kind::box;
    std::filesystem::path file;  // of a mesh: a Wavefront OBJ file
    geo::Vec3 size{1, 1, 1};     // box: edges; sphere: diameters; cylinder: diameters, length z; mesh: scale
    geo::Pose pose{};            // relative to the part
    std::array<float, 3> colour{1, 1, 1};  // of surfaces without a material of their own
};

using LookPart = std::vector<LookShape>;

}  // namespace synchrono::client

/// The outward appearance (look) of an agent. It consists of parts that move, and each part has shapes that
/// are fixed to it. An engine provides a look only if it knows more of the body than its category and size.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "common/geo/pose.hpp"

namespace synchrono::client::body {

/// One shape of a part.
struct LookShape {
    enum class Kind : std::uint8_t { mesh, box, cylinder, sphere };
    Kind kind = Kind::box;
    std::filesystem::path file;  // of a mesh: a Wavefront OBJ file
    /// For a box, the lengths of its edges; for a sphere, its diameters; for a cylinder, its diameters along
    /// x and y and its length along z (all in metres). For a mesh, the factors by which it is scaled.
    geo::Vec3 size{1, 1, 1};
    geo::Pose pose{};                      // relative to the part
    std::array<float, 3> colour{1, 1, 1};  // of surfaces without a material of their own
};

/// The shapes of one part. The engine gives the poses of the parts separately.
using LookPart = std::vector<LookShape>;

}  // namespace synchrono::client::body

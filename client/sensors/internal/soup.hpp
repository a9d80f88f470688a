/// Triangles for the ray caster (Embree), each with the properties that a ray finds where it meets the
/// triangle.
#pragma once

#include <array>
#include <cstdint>
#include <embree3/rtcore.h>
#include <memory>
#include <type_traits>
#include <vector>

#include "client/scenery/mesh.hpp"
#include "client/scenery/scenery.hpp"
#include "common/config/scenario.hpp"
#include "pcp/synchrono_sensors.h"

namespace synchrono::client::sensors::internal {

/// Releases an object of Embree.
struct Release {
    void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
    void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
    void operator()(RTCGeometry geometry) const { rtcReleaseGeometry(geometry); }
};
using Device = std::unique_ptr<std::remove_pointer_t<RTCDevice>, Release>;
using Scene = std::unique_ptr<std::remove_pointer_t<RTCScene>, Release>;
using Geometry = std::unique_ptr<std::remove_pointer_t<RTCGeometry>, Release>;

/// The properties of a triangle.
struct Face {
    scenery::Colour colour;
    scenery::Material material = scenery::Material::none;
    std::uint8_t kind = SYN_CLASS_SKY;
    bool brakes = false;       // part of a brake light, which is lit while the body brakes
    std::uint32_t number = 0;  // as in RayWorld::Surface
};

/// Triangles without any order: their corners and their properties.
struct Soup {
    std::vector<std::array<float, 3>> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<Face> faces;

    /// Adds the triangles of a mesh that stands at `pose`. For each triangle of the mesh it calls
    /// `describe(index, face)`, which may change the properties in `face`.
    template <typename Describe>
    void add(const scenery::Mesh& mesh, const geo::Pose& pose, Describe describe) {
        const auto first = static_cast<std::uint32_t>(vertices.size());
        for (const scenery::Vertex& v : mesh.vertices()) {
            const geo::Vec3 p = pose.position + pose.orientation.rotate({v.at[0], v.at[1], v.at[2]});
            vertices.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
        }
        for (const std::uint32_t i : mesh.indices()) indices.push_back(first + i);
        for (std::size_t i = 0; i < mesh.indices().size(); i += 3) {
            const scenery::Vertex& v = mesh.vertices()[mesh.indices()[i]];
            Face face{v.colour, v.material};
            describe(static_cast<std::uint32_t>(i / 3), face);
            faces.push_back(face);
        }
    }
};

/// Returns a scene of these triangles, ready for rays.
Scene make_scene(RTCDevice device, const Soup& soup);

/// Returns the SYN_CLASS_... of triangles of `material` in `mesh`, which is part of the scenery.
std::uint8_t class_of(const scenery::Mesh& mesh, const scenery::Scenery& scenery, scenery::Material material);
/// Returns the SYN_CLASS_... of a part of the scenery's solids.
std::uint8_t class_of(scenery::Thing thing);
/// Returns the SYN_CLASS_... of an agent's body.
std::uint8_t class_of(const config::AgentSpec& agent);

}  // namespace synchrono::client::sensors::internal

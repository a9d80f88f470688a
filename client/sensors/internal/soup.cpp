#include "client/sensors/internal/soup.hpp"

#include <algorithm>

#include "client/kind/appearance.hpp"
#include "client/sensors/sensor.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client::sensors::internal {

Scene make_scene(RTCDevice device, const Soup& soup) {
    Geometry geometry(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE));
    auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_VERTEX, 0,
                                                                 RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                                 soup.vertices.size()));
    auto* indices = static_cast<std::uint32_t*>(
        rtcSetNewGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(std::uint32_t), soup.indices.size() / 3));
    SYN_ENSURE(vertices != nullptr && indices != nullptr);
    for (std::size_t i = 0; i < soup.vertices.size(); ++i)
        std::copy(soup.vertices[i].begin(), soup.vertices[i].end(), vertices + 3 * i);
    std::copy(soup.indices.begin(), soup.indices.end(), indices);
    rtcSetGeometryMask(geometry.get(), ~0U);
    rtcCommitGeometry(geometry.get());
    Scene scene(rtcNewScene(device));
    rtcSetSceneBuildQuality(scene.get(), RTC_BUILD_QUALITY_HIGH);
    rtcAttachGeometry(scene.get(), geometry.get());
    rtcCommitScene(scene.get());
    return scene;
}

std::uint8_t class_of(const scenery::Mesh& mesh, const scenery::Scenery& scenery,
                      scenery::Material material) {
    if (&mesh == &scenery.paint) return SYN_CLASS_MARKING;
    if (&mesh == &scenery.land || material == scenery::Material::land) return SYN_CLASS_GROUND;
    return material == scenery::Material::pavement ? SYN_CLASS_SIDEWALK : SYN_CLASS_ROAD;
}

std::uint8_t class_of(scenery::Thing thing) {
    switch (thing) {
        case scenery::Thing::land:
            return SYN_CLASS_GROUND;
        case scenery::Thing::road:
            return SYN_CLASS_ROAD;
        case scenery::Thing::marking:
            return SYN_CLASS_MARKING;
        case scenery::Thing::pavement:
            return SYN_CLASS_SIDEWALK;
        case scenery::Thing::building:
            return SYN_CLASS_BUILDING;
        case scenery::Thing::box:
            return SYN_CLASS_OBJECT;
        case scenery::Thing::signal:
            break;
    }
    return SYN_CLASS_SIGNAL;
}

std::uint8_t class_of(const config::AgentSpec& agent) {
    switch (kind::seen_as(agent)) {
        case body::SeenAs::vehicle:
            return SYN_CLASS_VEHICLE;
        case body::SeenAs::pedestrian:
            return SYN_CLASS_PEDESTRIAN;
        case body::SeenAs::object:
            break;
    }
    return SYN_CLASS_OBJECT;
}

}  // namespace synchrono::client::sensors::internal

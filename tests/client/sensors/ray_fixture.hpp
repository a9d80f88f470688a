/// Worlds of a few known things for tests of sensors with rays.
#pragma once

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

#include "client/ground/ground.hpp"
#include "client/sensors/ray_world.hpp"
#include "common/config/scenario.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::client::sensors::testing {

using geo::kRad;

/// Returns a scenario with level ground, `statics` (elements of a scenario, each followed by a comma), trucks
/// and one walker, who is the last agent.
inline config::Scenario scenario_with(const std::string& statics, int trucks = 3) {
    std::string agents;
    for (int i = 0; i < trucks; ++i)
        agents += std::string(i == 0 ? "" : ",") + R"({ "name": "truck)" + std::to_string(i) +
                  R"(", "vehicle": "truck", "place": { "position": [0, )" + std::to_string(300 + 20 * i) +
                  ", 0] } }";
    const std::string text = R"({ "name": "rays", "duration_s": 1, "elements": [)" + statics + R"(
            { "name": "walker", "kind": "pedestrian", "points": [[40, 200], [40, 220]] } ],
        "agents": [)" + agents +
                             "] }";
    auto scenario = config::read_scenario(text, SYN_SOURCE_DIR "/scenarios/rays.json");
    if (!scenario) ADD_FAILURE() << scenario.error().text;
    return std::move(scenario).value();
}

/// Returns the motion of a truck that stands with its wheels on level ground.
inline geo::Motion truck_at(const config::Scenario& scenario, double x, double y, double yaw_deg = 0) {
    geo::Motion motion;
    motion.position = {x, y, config::figures(scenario.vehicles.at("truck")).cg_height_m};
    motion.orientation = geo::Quaternion::from_yaw(yaw_deg * kRad);
    return motion;
}

/// Returns the motion of a body that stands still or goes straight on.
inline geo::Motion motion_of(geo::Vec3 position, const geo::Quaternion& orientation = {},
                             geo::Vec3 velocity = {}) {
    geo::Motion motion;
    motion.position = position;
    motion.orientation = orientation;
    motion.velocity = velocity;
    return motion;
}

inline geo::Vec3 towards(double azimuth_deg, double elevation_deg) {
    const double a = azimuth_deg * kRad, e = elevation_deg * kRad;
    return {std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)};
}

/// Returns the distance along a ray to a box that stands on the ground; negative if the ray misses the box.
inline double to_box(geo::Vec3 from, geo::Vec3 direction, geo::Vec3 foot, geo::Vec3 size, double yaw_deg) {
    const geo::Quaternion back = geo::Quaternion::from_yaw(-yaw_deg * kRad);
    const geo::Vec3 o = back.rotate(from - foot), d = back.rotate(direction);
    const double low[3]{-size.x / 2, -size.y / 2, 0}, high[3]{size.x / 2, size.y / 2, size.z};
    const double at[3]{o.x, o.y, o.z}, along[3]{d.x, d.y, d.z};
    double enter = 0, leave = 1e9;
    for (int i = 0; i < 3; ++i) {
        const double a = (low[i] - at[i]) / along[i], b = (high[i] - at[i]) / along[i];
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter < leave ? enter : -1;
}

/// The results of one ray.
struct Ray {
    bool met = false;
    double far_m = 0;
    geo::Vec3 normal;
    RayWorld::Surface surface;
    geo::Vec3 velocity;
};
inline Ray cast_one(const RayWorld& world, geo::Vec3 from, geo::Vec3 direction, double share = 1,
                    double range_m = 500) {
    RayPacket packet{};
    packet.aim(0, from - world.origin(), direction, 0, range_m, share);
    world.cast(packet, 1);
    Ray ray;
    ray.met = packet.met(0);
    if (!ray.met) return ray;
    ray.far_m = packet.far_m[0];
    ray.normal = {packet.nx[0], packet.ny[0], packet.nz[0]};
    ray.surface = world.surface(packet, 0);
    ray.velocity = world.velocity(packet, 0);
    return ray;
}

inline SimTime at_ms(std::int64_t ms) { return SimTime{} + SimDuration::milliseconds(ms); }

}  // namespace synchrono::client::sensors::testing

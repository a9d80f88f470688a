/// Vehicles for the tests of Chrono's engine.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "client/engine/chrono/chrono_engine.hpp"

namespace synchrono::client::engine {

inline config::VehicleSpec vehicle_named(const std::string& name) {
    return config::load_vehicle(std::filesystem::path(SYN_SOURCE_DIR) / "vehicles" / (name + ".json"))
        .value();
}

inline geo::Motion moving(geo::Vec3 position, double yaw_rad, double speed_m_s) {
    geo::Motion motion;
    motion.position = position;
    motion.orientation = geo::Quaternion::from_yaw(yaw_rad);
    motion.velocity = motion.orientation.rotate({speed_m_s, 0, 0});
    return motion;
}

inline constexpr SimDuration kHeartbeat = SimDuration::milliseconds(10);

/// Advances an engine by whole heartbeats, without other bodies.
inline void advance(Engine& engine, double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 100 + 0.5); ++i) engine.advance(kHeartbeat);
}

}  // namespace synchrono::client::engine

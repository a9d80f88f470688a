/// The ground for Chrono's vehicles. Firm ground gives tyres its height, and keeps slabs below each vehicle
/// for the vehicle's bodies to touch. Vehicles sink into soil.
#pragma once

#include <chrono/physics/ChBody.h>
#include <chrono/physics/ChSystem.h>
#include <chrono_vehicle/ChTerrain.h>
#include <memory>
#include <vector>

#include "client/ground/ground.hpp"
#include "common/base/ids.hpp"
#include "common/config/ground.hpp"

namespace synchrono::client::engine::internal {

namespace ch = ::chrono;

/// The bodies with which a vehicle may touch the ground by collision. Most tyres do not collide: they ask the
/// terrain for its height.
struct Footing {
    std::shared_ptr<ch::ChBody> chassis;
    double length_m = 0, width_m = 0;
    bool tracked = false;
    struct Wheel {
        std::shared_ptr<ch::ChBody> spindle;  // turns about its y axis
        double radius_m = 0, width_m = 0;
    };
    std::vector<Wheel> wheels{};  // only those with rigid tyres
};

/// A terrain of Chrono that knows the vehicles on it.
/// Threading: one thread.  Owns: its bodies, together with the system; borrows the system.
class Terrain : public ch::vehicle::ChTerrain {
  public:
    /// Adds a vehicle. From now on Synchronize() keeps ground below the vehicle for its bodies to touch.
    /// Requires a vehicle that is not on the terrain yet.
    virtual void add(AgentId agent, const Footing& footing) = 0;
    /// Removes a vehicle. Requires a vehicle that is on the terrain.
    virtual void remove(AgentId agent) = 0;
};

/// Makes soil if `kind` says so, and firm ground otherwise. Soil does not use `ground`.
std::unique_ptr<Terrain> make_terrain(ch::ChSystem& system, const config::Ground& kind,
                                      std::shared_ptr<const ground::Ground> ground);

}  // namespace synchrono::client::engine::internal

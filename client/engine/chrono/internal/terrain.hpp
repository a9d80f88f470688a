/// The ground for Chrono's vehicles. Firm ground answers the questions of tyres, and has bodies around each
/// vehicle that other bodies can touch; vehicles sink into soil.
#pragma once

#include <chrono/physics/ChBody.h>
#include <chrono/physics/ChSystem.h>
#include <chrono_vehicle/ChTerrain.h>
#include <memory>
#include <vector>

#include "client/ground/ground.hpp"
#include "common/base/ids.hpp"
#include "common/config/ground.hpp"

namespace synchrono::client::internal {

namespace ch = ::chrono;

/// The bodies with which a vehicle may touch the ground by collision. Most tyres do not collide: they ask
/// the terrain for its height.
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
/// Threading: one thread.  Owns: its bodies, with the system; borrows the system.
class Terrain : public ch::vehicle::ChTerrain {
  public:
    /// Adds a vehicle. From now on Synchronize() keeps something below it that it can touch. Requires a
    /// vehicle that is not there yet.
    virtual void add(AgentId agent, const Footing& footing) = 0;
    /// Requires a vehicle that is there.
    virtual void remove(AgentId agent) = 0;
};

std::unique_ptr<Terrain> make_terrain(ch::ChSystem& system, const config::Ground& kind,
                                      std::shared_ptr<const Ground> ground);

}  // namespace synchrono::client::internal

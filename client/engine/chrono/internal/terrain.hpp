/// What Chrono's vehicles roll on: the scenario's ground as its tyres ask for it, something for bodies to
/// touch around each vehicle, or soil that they sink into.
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

/// Where a vehicle touches the ground with bodies that collide: not where tyres ask how high it is.
struct Footing {
    std::shared_ptr<ch::ChBody> chassis;
    double length_m = 0, width_m = 0;
    bool tracked = false;
    struct Wheel {
        std::shared_ptr<ch::ChBody> spindle;  // turns about its y axis
        double radius_m = 0, width_m = 0;
    };
    std::vector<Wheel> wheels{};  // with rigid tyres
};

/// Threading: one thread.  Owns: its bodies, with the system; borrows the system.
class Terrain : public ch::vehicle::ChTerrain {
  public:
    /// The vehicle is there; Synchronize keeps what it touches below it. Requires that it is not there yet.
    virtual void add(AgentId agent, const Footing& footing) = 0;
    /// Requires that it is there.
    virtual void remove(AgentId agent) = 0;
};

std::unique_ptr<Terrain> make_terrain(ch::ChSystem& system, const config::Ground& kind,
                                      std::shared_ptr<const Ground> ground);

}  // namespace synchrono::client::internal

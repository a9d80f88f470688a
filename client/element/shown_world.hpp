/// What the elements of a client are shown of the world, and as what they run into it: boxes, and circles, as
/// seen from above.
#pragma once

#include <vector>

#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "common/base/ids.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

/// A box that moves on as it does, whatever it meets. It may be as thin as a wall.
struct Box {
    geo::Vec2 middle;
    double yaw_rad = 0;
    double half_length = 0, half_width = 0;
    geo::Vec2 velocity;
    double yaw_rate = 0;       // rad/s
    double low = 0, high = 0;  // z of its bottom and its top

    double reach() const;  // from its middle to a corner
    Box after(double seconds) const;
    /// How fast the point of the box that is at `place` moves.
    geo::Vec2 velocity_at(geo::Vec2 place) const;
};

/// The body as a box. What rolls on the ground crosses lower edges, so boxes reach down to it.
Box box_of(const Obstacle& body);

/// A loose body, which gives way.
struct OtherBody {
    AgentId agent;
    geo::Vec2 middle, velocity;
    double radius = 0, mass_kg = 0, restitution = 0;
    double low = 0, high = 0;
};

/// The world at the start of a heartbeat.
struct ShownWorld {
    SimTime now;
    std::vector<geo::Vec3> vehicles;  // where they are
    std::vector<Box> boxes;           // what stands, then what moves
    std::vector<OtherBody> loose;
    std::vector<SignalsInSight> signals;
};

}  // namespace synchrono::client

/// The world as the elements of a client know it: vehicles, signals, and the obstacles that they may run
/// into, which are boxes and circles in the plan seen from above.
#pragma once

#include <vector>

#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "common/base/ids.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

/// An obstacle that keeps its motion whatever it runs into. It may be as thin as a wall.
struct Box {
    geo::Vec2 middle;
    double yaw_rad = 0;
    double half_length = 0, half_width = 0;
    geo::Vec2 velocity;
    double yaw_rate = 0;       // rad/s
    double low = 0, high = 0;  // z of its bottom and its top

    double reach() const;  // distance from its middle to a corner
    /// Returns the box as it will be after so many seconds.
    Box after(double seconds) const;
    /// Returns the velocity of the point of the box that is at `place`.
    geo::Vec2 velocity_at(geo::Vec2 place) const;
};

/// Returns the body as a box. The box reaches half a metre deeper than the body, so that it also meets what
/// lies on the ground under the body's lower edge.
Box box_of(const Obstacle& body);

/// A loose body: a circular obstacle that gives way.
struct OtherBody {
    AgentId agent;
    geo::Vec2 middle, velocity;
    double radius = 0, mass_kg = 0, restitution = 0;
    double low = 0, high = 0;
};

/// The world at the start of a heartbeat.
struct ShownWorld {
    SimTime now;
    std::vector<geo::Vec3> vehicles;  // their places
    std::vector<Box> boxes;           // those that stand, then those that move
    std::vector<OtherBody> loose;
    std::vector<SignalsInSight> signals;
};

}  // namespace synchrono::client

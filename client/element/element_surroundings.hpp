/// The world as the elements of a client know it: vehicles, signals, and obstacles. Obstacles are boxes and
/// circles in the plan seen from above. Lengths are in metres, velocities in m/s.
#pragma once

#include <vector>

#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "common/base/ids.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::element {

/// An obstacle that keeps its motion whatever it collides with. It may be as thin as a wall.
struct Box {
    geo::Vec2 middle;
    double yaw_rad = 0;
    double half_length = 0, half_width = 0;
    geo::Vec2 velocity;
    double yaw_rate = 0;       // rad/s
    double low = 0, high = 0;  // z of bottom and top

    /// Returns the distance from the middle to a corner.
    double reach() const;
    /// Returns the box as it will be after `seconds`, if it keeps its velocity and yaw rate.
    Box after(double seconds) const;
    /// Returns the velocity of the point of the box that is at `place`.
    geo::Vec2 velocity_at(geo::Vec2 place) const;
};

/// Returns the body as a box. The box reaches half a metre deeper than the body, so that it also touches low
/// things on the ground that the body would otherwise pass above.
Box box_of(const body::Obstacle& body);

/// A loose body: a circular obstacle that is moved when it is hit.
struct OtherBody {
    AgentId agent;
    geo::Vec2 middle, velocity;
    double radius = 0, mass_kg = 0, restitution = 0;
    double low = 0, high = 0;  // z of bottom and top
};

/// The world at the start of a heartbeat.
struct ElementSurroundings {
    SimTime now;
    std::vector<geo::Vec3> vehicles;  // their positions
    std::vector<Box> boxes;           // static boxes first, then those of bodies
    std::vector<OtherBody> loose;
    std::vector<body::SignalsInSight> signals;
};

}  // namespace synchrono::client::element

/// The world's other bodies, as boxes that a client's Chrono vehicles can run into. The boxes follow the
/// published states, and nothing pushes them away. Only bodies near a vehicle have a box, so that a crowd
/// far away costs nothing.
#pragma once

#include <chrono/physics/ChBody.h>
#include <chrono/physics/ChSystem.h>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "client/body/obstacle.hpp"
#include "client/ground/ground.hpp"

namespace synchrono::client::engine::internal {

/// The boxes in one Chrono system.
/// Threading: one thread.  Owns: its bodies, together with the system; borrows the system and the ground.
class MovingBoxes {
  public:
    MovingBoxes(::chrono::ChSystem& system, const ground::Ground& ground);
    ~MovingBoxes();
    MovingBoxes(const MovingBoxes&) = delete;
    MovingBoxes& operator=(const MovingBoxes&) = delete;

    /// One of the client's vehicles. Bodies within its reach, or not far beyond, get a box.
    struct Near {
        geo::Vec3 position;
        double reach_m = 0;
    };
    /// Adds, updates and removes boxes at the start of a heartbeat: bodies in `others` that are near one of
    /// `ours` get a box. Requires that `others` ascend by agent.
    void update(std::span<const body::Obstacle> others, std::span<const Near> ours);
    /// Moves all boxes to their places `ahead_s` seconds after update(). To be called before each step.
    void move(double ahead_s);

  private:
    struct Box {
        std::shared_ptr<::chrono::ChBody> body;
        body::Obstacle given;  // as the last update() got it
        double centre_m = 0;   // height of the box's middle above the ground
    };

    ::chrono::ChSystem& system_;
    const ground::Ground& ground_;
    bool fixed_;
    std::map<AgentId, Box> boxes_;
};

}  // namespace synchrono::client::engine::internal

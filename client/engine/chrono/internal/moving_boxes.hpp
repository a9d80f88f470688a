/// The world's other bodies as a client's Chrono vehicles run into them: boxes that move as they are told and
/// that nothing pushes away. Only those near a vehicle are there, so that a crowd far away costs nothing.
#pragma once

#include <chrono/physics/ChBody.h>
#include <chrono/physics/ChSystem.h>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "client/body/obstacle.hpp"
#include "client/ground/ground.hpp"

namespace synchrono::client::internal {

/// Threading: one thread.  Owns: its bodies, with the system; borrows the system and the ground.
class MovingBoxes {
  public:
    MovingBoxes(::chrono::ChSystem& system, const Ground& ground);
    ~MovingBoxes();
    MovingBoxes(const MovingBoxes&) = delete;
    MovingBoxes& operator=(const MovingBoxes&) = delete;

    /// A vehicle of ours: what is within its reach is there.
    struct Near {
        geo::Vec3 position;
        double reach_m = 0;
    };
    /// The others at the start of a heartbeat, ascending by agent; each body's box where it is near one of
    /// ours.
    void show(std::span<const Obstacle> others, std::span<const Near> ours);
    /// Before each step: where they are now, `ahead_s` after they were shown.
    void move(double ahead_s);

  private:
    struct Box {
        std::shared_ptr<::chrono::ChBody> body;
        Obstacle shown;
        double centre_m = 0;  // above the ground
    };

    ::chrono::ChSystem& system_;
    const Ground& ground_;
    bool fixed_;
    std::map<AgentId, Box> boxes_;
};

}  // namespace synchrono::client::internal

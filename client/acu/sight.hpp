/// Holds what a client sees of the others, and chooses what each of its agents may know of it.
#pragma once

#include <span>

#include "client/acu/line_of_sight.hpp"
#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// An agent or a static box as a client sees it: where it is now, and where its newest message placed it.
struct Sight {
    Obstacle obstacle;
    Silhouette silhouette;
    float said_x_m = 0, said_y_m = 0;
    bool brakes = false;  // it shows brake lights
};

/// Decides what is of interest to one agent. The server sends a client what is of interest to any of its
/// agents, so the server's rule is applied again for each agent, to the same numbers.
/// Threading: one thread.  Borrows: the interest, and the sights.
class OfInterest {
  public:
    /// `all` is everything that the client sees, the agent itself included.
    OfInterest(const config::Interest& interest, AgentId agent, std::span<const Sight> all);

    /// Returns whether the other agent is of interest; the second function does so for signals.
    bool holds(const Sight& other) const {
        return holds(other.obstacle.agent, other.said_x_m, other.said_y_m);
    }
    bool holds(const SignalsInSight& signals) const {
        return holds(signals.agent, static_cast<float>(signals.position.x),
                     static_cast<float>(signals.position.y));
    }

  private:
    bool holds(AgentId other, float x_m, float y_m) const;

    const config::Interest& interest_;
    const Sight* self_ = nullptr;
};

}  // namespace synchrono::client

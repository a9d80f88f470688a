/// What a client sees of others, and which of it is for which of its agents.
#pragma once

#include <span>

#include "client/acu/line_of_sight.hpp"
#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Another agent as a client sees it: where it is now, and where its newest message said that it was.
struct Sight {
    Obstacle obstacle;
    Silhouette silhouette;
    float said_x_m = 0, said_y_m = 0;
    bool brakes = false;  // it shows so
};

/// Tells what is of interest to one agent. Whoever shares its client widens what the client is sent; so the
/// server's rule is applied again, to the same numbers.
/// Threading: one thread.  Borrows: the interest, and the sights.
class OfInterest {
  public:
    /// `all` are those of the client, the agent among them.
    OfInterest(const config::Interest& interest, AgentId agent, std::span<const Sight> all);

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

/// A body as a client sees it (Sight), and the filter that decides which bodies and signals a single agent of
/// the client may know of.
#pragma once

#include <span>

#include "client/acu/line_of_sight.hpp"
#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::acu {

/// An agent or a static box as a client sees it: its place now, and the place that its newest message gave.
struct Sight {
    body::Obstacle obstacle;
    Silhouette silhouette;
    float published_x_m = 0, published_y_m = 0;
    bool brakes = false;  // its brake lights are on
};

/// Decides what is of interest to one agent. The server sends a client what is of interest to at least one of
/// the client's agents. So the filter applies the server's rule again to each agent alone, with the published
/// coordinates that the server used.
/// Threading: one thread.  Borrows: the interest, and the sights.
class InterestFilter {
  public:
    /// `all` is everything that the client sees, the agent itself included.
    InterestFilter(const config::Interest& interest, AgentId agent, std::span<const Sight> all);

    /// Returns whether the other agent is of interest.
    bool includes(const Sight& other) const {
        return includes(other.obstacle.agent, other.published_x_m, other.published_y_m);
    }
    /// Returns whether the signals are of interest.
    bool includes(const body::SignalsInSight& signals) const {
        return includes(signals.agent, static_cast<float>(signals.position.x),
                        static_cast<float>(signals.position.y));
    }

  private:
    bool includes(AgentId other, float x_m, float y_m) const;

    const config::Interest& interest_;
    const Sight* self_ = nullptr;  // the agent itself; null if it is not among the sights
};

}  // namespace synchrono::client::acu

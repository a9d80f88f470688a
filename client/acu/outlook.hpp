/// The outlook of a client at the beginning of a heartbeat: all bodies that the client knows of,
/// dead-reckoned to that time, the signals and what they show, and the static boxes. The boxes come from the
/// scenario, the rest from the peers in the state cache.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "client/acu/sight.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/cache/state_cache.hpp"
#include "client/kind/body_kind.hpp"
#include "common/config/scenario.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::acu {

/// Threading: one thread.  Owns: the results of the last update(), and their memory; borrows: the scenario.
class Outlook {
  public:
    explicit Outlook(const config::Scenario& scenario);

    /// Reads the states of all peers and dead-reckons them to `now`. Requires peers that ascend by id.
    void update(std::span<const cache::Peer> peers, SimTime now);

    /// Returns the bodies of the last update(), ascending by agent, and after them the static boxes. The
    /// results of this function and of those below are valid until the next update().
    std::span<const Sight> sights() const { return sights_; }
    /// Returns the same bodies and boxes as plain obstacles.
    std::span<const body::Obstacle> bodies();
    /// Returns what the signals showed in the last update().
    std::span<const body::SignalsInSight> signals() const {
        return std::span(signals_).first(signals_count_);
    }

  private:
    /// The kind and size of an agent, which do not change.
    struct Known {
        const kind::BodyKind* kind = nullptr;
        body::Obstacle body{};  // complete except for its motion
    };
    /// Returns an entry for each agent of the scenario.
    static std::vector<Known> known_in(const config::Scenario& scenario);
    Known stranger(const cache::Peer& peer) const;
    /// Returns what is seen at `now` of a peer that published `motion`.
    Sight sight_of(const cache::Peer& peer, const Known& known, const body::BodyMotion& motion,
                   SimTime now) const;

    const config::Scenario& scenario_;
    const std::vector<Known> known_;  // indexed by agent
    const std::vector<Sight> boxes_;
    std::vector<Sight> sights_;
    std::vector<body::Obstacle> bodies_;
    // The first signals_count_ entries are valid; at least one more is kept as a buffer for reading.
    std::vector<body::SignalsInSight> signals_;
    std::size_t signals_count_ = 0;
};

/// Returns whether the world is deserted: every driven agent of the scenario has been in the world and has
/// left it, so that nobody needs the elements any more. `departed` holds the agents that have left on
/// purpose, ascending. Returns false for a scenario without driven agents.
bool is_deserted(const config::Scenario& scenario, std::span<const AgentId> departed);

}  // namespace synchrono::client::acu

/// The outlook of a client at the beginning of a heartbeat: all bodies that the client knows of,
/// dead-reckoned to that time, what the signals show, and the boxes that stand in the world. It is made
/// from the peers in the state cache.
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

namespace synchrono::client {

/// Threading: one thread.  Owns: the results of the last look(), and their memory; borrows: the scenario.
class Outlook {
  public:
    explicit Outlook(const config::Scenario& scenario);

    /// Reads the states of all peers and moves them on to `now`. Requires peers that ascend by id.
    void look(std::span<const Peer> peers, SimTime now);

    /// Returns the bodies of the last look(), ascending by agent, with the boxes after them. This result and
    /// those of the functions below are valid until the next look().
    std::span<const Sight> sights() const { return sights_; }
    /// Returns the same bodies and boxes as plain obstacles.
    std::span<const Obstacle> bodies();
    /// Returns what the signals showed in the last look().
    std::span<const SignalsInSight> signals() const { return std::span(signals_).first(signals_count_); }

  private:
    /// The kind and size of an agent, from the scenario.
    struct Known {
        const BodyKind* kind = nullptr;
        Obstacle body{};  // complete except for its motion
    };
    static std::vector<Known> known_in(const config::Scenario& scenario);
    Known stranger(const Peer& peer) const;
    Sight sight_of(const Peer& peer, const Known& known, const BodyMotion& motion, SimTime now) const;

    const config::Scenario& scenario_;
    const std::vector<Known> known_;  // by agent
    const std::vector<Sight> boxes_;
    std::vector<Sight> sights_;
    std::vector<Obstacle> bodies_;
    std::vector<SignalsInSight> signals_;  // the first signals_count_ are valid; at least one more is spare
    std::size_t signals_count_ = 0;
};

/// Returns whether the world is deserted: every driven agent of the scenario has been there and has left, so
/// that the elements have nobody left to serve. `departed` holds the agents that have left on purpose,
/// ascending. False for a scenario without driven agents.
bool is_deserted(const config::Scenario& scenario, std::span<const AgentId> departed);

}  // namespace synchrono::client

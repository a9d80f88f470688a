/// The outlook of a client at the beginning of a heartbeat: the bodies of all that it knows of, dead-reckoned
/// to then, what signals show, and the boxes that stand in the world. It makes them from the cache's peers.
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

/// Threading: one thread.  Owns: all that it saw last, with the memory for it; borrows: the scenario.
class Outlook {
  public:
    explicit Outlook(const config::Scenario& scenario);

    /// Looks at all peers as they are at `now`. Requires peers that ascend by id.
    void look(std::span<const Peer> peers, SimTime now);

    /// The bodies that it saw last, ascending by agent, and the boxes after them. The functions below are
    /// about the last look, too, and valid until the next one.
    std::span<const Sight> sights() const { return sights_; }
    /// The same bodies and boxes, for whom they are no more than that.
    std::span<const Obstacle> bodies();
    std::span<const SignalsInSight> signals() const { return std::span(signals_).first(signals_count_); }

  private:
    /// The appearance of an agent as the scenario has it.
    struct Known {
        const BodyKind* kind = nullptr;
        Obstacle body{};  // all but how it moves
    };
    static std::vector<Known> known_in(const config::Scenario& scenario);
    Known stranger(const Peer& peer) const;
    Sight sight_of(const Peer& peer, const Known& known, const BodyMotion& motion, SimTime now) const;

    const config::Scenario& scenario_;
    const std::vector<Known> known_;  // by agent
    const std::vector<Sight> boxes_;
    std::vector<Sight> sights_;
    std::vector<Obstacle> bodies_;
    std::vector<SignalsInSight> signals_;  // the first signals_count_ of them; there is always one more
    std::size_t signals_count_ = 0;
};

/// A world is deserted when every driven agent of the scenario has been there and gone: its elements have
/// nobody left to be there for. `departed` are the agents that have left on purpose, ascending.
bool is_deserted(const config::Scenario& scenario, std::span<const AgentId> departed);

}  // namespace synchrono::client

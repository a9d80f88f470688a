/// A spectator watches while a client's agents drive. It changes nothing in the world, but may make the
/// client wait. SceneMaker (client/view) is the spectator that feeds the window.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "client/acu/sight.hpp"
#include "client/cache/state_cache.hpp"
#include "client/engine/engine.hpp"

namespace synchrono::client::acu {

/// Everything that a client knows of the world at the start of a heartbeat. Borrowed.
struct Spectacle {
    SimTime now;
    WallTime wall;
    std::span<const Sight> sights;  // dead-reckoned to `now`, ascending by agent, our own included
    std::span<const body::SignalsInSight> signals;
    std::span<const cache::Peer> peers;  // the source of the sights, except for static boxes
    std::span<const AgentId> own;        // the client's agents in the engine, ascending
    const engine::Engine& engine;        // it stands at `now`
    std::optional<std::int64_t> behind;  // heartbeats from the slowest peer to `now`; empty: no others
};

/// Threading: the client's loop thread.
class Spectator {
  public:
    virtual ~Spectator() = default;
    /// Returns whether the client may begin its next step. The client waits until this returns true.
    virtual bool is_ready() { return true; }
    /// Returns whether the spectator wants a call of `show` at this heartbeat.
    virtual bool is_due(SimTime now, WallTime wall) = 0;
    /// Takes the world at this heartbeat. `spectacle` is valid during the call.
    virtual void show(const Spectacle& spectacle) = 0;
    /// Takes notice of a radio message to one of the client's agents. The agent may see the message from
    /// `arrives` on, which may lie in the future. `type` is the J2735 message id, 0 if the message is
    /// unreadable.
    virtual void announce_message(AgentId sender, AgentId receiver, std::uint32_t type, SimTime arrives) = 0;
};

}  // namespace synchrono::client::acu

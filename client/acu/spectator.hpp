/// A spectator watches while a client's agents drive, and changes nothing. The window is one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "client/acu/sight.hpp"
#include "client/cache/state_cache.hpp"
#include "client/engine/engine.hpp"

namespace synchrono::client {

/// All that a client knows of the world at the start of a heartbeat. Borrowed.
struct Spectacle {
    SimTime now;
    WallTime wall;
    std::span<const Sight> sights;  // dead-reckoned to `now`, ascending by agent, the client's own included
    std::span<const SignalsInSight> signals;
    std::span<const Peer> peers;         // the source of the sights, except for static boxes
    std::span<const AgentId> own;        // the client's agents in the engine, ascending
    const Engine& engine;                // it stands at `now`
    std::optional<std::int64_t> behind;  // heartbeats from the slowest peer's newest state to `now`
};

/// Threading: the client's loop thread.
class Spectator {
  public:
    virtual ~Spectator() = default;
    /// Returns whether the world may take its next step. While it returns false, the client holds the world.
    virtual bool is_ready() { return true; }
    /// Returns whether the spectator wants a call of `look` at this heartbeat.
    virtual bool wants_look(SimTime now, WallTime wall) = 0;
    /// Gets the world at this heartbeat. `spectacle` is valid during the call.
    virtual void look(const Spectacle& spectacle) = 0;
    /// Gets notice of a radio message that reaches one of the client's agents at `arrives`, which may lie in
    /// the future. `type` is the J2735 message id, 0 if the message is unreadable.
    virtual void heard(AgentId sender, AgentId receiver, std::uint32_t type, SimTime arrives) = 0;
};

}  // namespace synchrono::client

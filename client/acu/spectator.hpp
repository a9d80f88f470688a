/// Who looks on while a client's agents drive, and changes nothing: a window, say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "client/acu/sight.hpp"
#include "client/cache/state_cache.hpp"
#include "client/engine/engine.hpp"

namespace synchrono::client {

/// What a client knows of the world at the start of a heartbeat. Borrowed.
struct Spectacle {
    SimTime now;
    WallTime wall;
    std::span<const Sight> sights;  // dead-reckoned to `now`, ascending by agent; its own among them
    std::span<const SignalsInSight> signals;
    std::span<const Peer> peers;         // what the sights were made from, boxes apart
    std::span<const AgentId> own;        // who are in the engine; ascending
    const Engine& engine;                // as it is at `now`
    std::optional<std::int64_t> behind;  // heartbeats from the slowest peer's newest state to `now`
};

/// Threading: the client's loop thread.
class Spectator {
  public:
    virtual ~Spectator() = default;
    /// False: the world is to wait with its next step.
    virtual bool is_ready() { return true; }
    /// Asked at every heartbeat: whether `look` is wanted.
    virtual bool wants_look(SimTime now, WallTime wall) = 0;
    virtual void look(const Spectacle& spectacle) = 0;
    /// A radio message reaches one of the client's agents at `arrives`, which may be still to come. `type` is
    /// J2735's, 0 of what is unreadable.
    virtual void heard(AgentId sender, AgentId receiver, std::uint32_t type, SimTime arrives) = 0;
};

}  // namespace synchrono::client

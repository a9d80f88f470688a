/// How a client takes part in a world: the seam between the loop of a client and whatever carries its flows.
/// Nothing above this interface knows what a datagram, a token or a session is, and nothing below it knows
/// what an agent does. A TransportFactory makes a transport whenever the client joins.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "client/transport/flow_sink.hpp"
#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client {

/// What the world says to one who joins.
struct Welcome {
    SimDuration heartbeat;
    GatePolicy gate;
    Tick start;                  // our first heartbeat
    WallDuration silence_limit;  // who is not heard for this long is shot down
};

/// One message of one of our flows.
struct Outgoing {
    net::AgentHeader header;
    ByteView any;  // the state: a serialised google.protobuf.Any
};

/// Threading: the client's loop thread.
class Transport {
  public:
    enum class Stage {
        joining,    // no welcome yet
        member,     // in the world
        shot_down,  // was in it; the world went on without us, and we may join anew
        left,       // our last messages arrived
        lost,       // declined, or the world is gone: see `reason`
        stopped,    // the world was ended on purpose: see `reason`
    };
    virtual ~Transport() = default;

    /// Takes in what came, waiting for it no longer than `wait_max`, and tells `sink`.
    virtual Stage turn(WallTime now, WallDuration wait_max, FlowSink* sink) = 0;
    /// There from the stage `member` on.
    virtual const std::optional<Welcome>& welcome() const = 0;
    /// Sends what our agents say at one heartbeat; `known` as below. Requires the stage `member`.
    virtual void publish(Tick tick, std::span<const Outgoing> messages, Tick known, WallTime now) = 0;
    /// The gate is shut, `known` (of its verdict) is all we have: asks again for what may have been lost,
    /// once that has taken longer than a few round trips.
    virtual void waiting(Tick known, WallTime now) = 0;
    /// For who has nothing to say and nothing to wait for: lets the world know that we are here and how far
    /// we have come. To be called a few times within the silence limit.
    virtual void keep_alive(Tick known, WallTime now) = 0;
    /// When `waiting` wants to be called again at the latest.
    virtual WallTime next_deadline() const = 0;
    /// Everything that we published has arrived.
    virtual bool all_received() const = 0;
    /// Ends the membership; after the last messages have arrived nobody misses us.
    virtual void leave() = 0;
    virtual const std::string& reason() const = 0;
    /// The agents that the start still waits for, as far as known.
    virtual std::span<const AgentId> awaited() const = 0;
};

}  // namespace synchrono::client

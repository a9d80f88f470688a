/// The seam between the loop of a client and the transport that carries the client's flows to the world and
/// the flows of others to the client. Nothing above this interface knows what a datagram, a token or a
/// session is, and nothing below it knows what an agent does. A TransportFactory makes a transport each time
/// that the client joins.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "client/transport/flow_sink.hpp"
#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client::transport {

/// The world's answer to a client that joins.
struct JoinTerms {
    SimDuration heartbeat;
    GatePolicy gate;
    Tick start;                  // our first heartbeat
    WallDuration silence_limit;  // a client that is silent for longer is shot down
};

/// One message of one of our flows.
struct OutgoingState {
    net::AgentHeader header;
    ByteView any;  // the state: a serialised google.protobuf.Any
};

/// One comparison of our monotonic clock with that of the world's server: at some moment between `asked` and
/// `answered`, which our clock showed, the server's clock showed `server`.
struct ClockReading {
    WallTime asked, server, answered;
};

/// One membership in a world, from the request to join to its end.
/// Threading: the client's loop thread.
class Transport {
  public:
    enum class Status {
        joining,    // no welcome yet
        member,     // in the world
        shot_down,  // the world has gone on without us; we may join again
        left,       // we have left, after our last messages had arrived
        lost,       // the world declined us or is gone: see reason()
        absent,     // nobody answered at the world's address: see reason(); a later attempt may succeed
        stopped,    // the world was ended on purpose: see reason()
    };
    virtual ~Transport() = default;

    /// Passes what has arrived to `sink`, and returns the status. If nothing has arrived, waits for something
    /// to arrive, but no longer than `wait_max`. `sink` may be null before the status `member`.
    virtual Status poll(WallTime now, WallDuration wait_max, FlowSink* sink) = 0;
    /// Returns the world's answer, which is set from the status `member` on.
    virtual const std::optional<JoinTerms>& terms() const = 0;
    /// Sends the messages of our agents at one heartbeat. `known` is `known_until` of the gate's Verdict: how
    /// far our knowledge of the others reaches. Requires the status `member`.
    virtual void publish(Tick tick, std::span<const OutgoingState> messages, Tick known, WallTime now) = 0;
    /// Asks the world again for what may have been lost, once the gate has been shut for longer than a few
    /// round trips. To be called while the gate is shut; `known` is as in publish().
    virtual void request_missing(Tick known, WallTime now) = 0;
    /// Lets the world know that we are alive, and how far our knowledge reaches: `known` is as in publish().
    /// To be called a few times within the silence limit while the client neither publishes nor waits for the
    /// gate.
    virtual void keep_alive(Tick known, WallTime now) = 0;
    /// Returns the time by which request_missing() wants to be called again.
    virtual WallTime next_deadline() const = 0;
    /// Returns whether everything that we published has arrived at the world.
    virtual bool all_received() const = 0;
    /// Ends the membership. To be called once the last messages of all our agents have arrived, so that
    /// nobody waits for us.
    virtual void leave() = 0;
    /// Returns the newest comparison of the clocks, once; nothing if there is no new one.
    virtual std::optional<ClockReading> take_clock_reading() { return std::nullopt; }
    /// Returns why the membership has ended.
    virtual const std::string& reason() const = 0;
    /// Returns the agents that the start of the world still waits for, as far as known.
    virtual std::span<const AgentId> awaited() const = 0;
};

}  // namespace synchrono::client::transport

/// The seam between a client's part on the radio (client/acu/radio_member.hpp) and the link that carries
/// its messages. The communication server over TCP is one link (comm_server_link.hpp); nothing above this
/// interface knows what a frame is.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "client/body/signals_in_sight.hpp"
#include "common/base/bytes.hpp"
#include "common/base/counters.hpp"
#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/radio.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client {

enum class RadioLinkCounter { batches, sent, bundles, arrivals, waits, count_ };
inline constexpr CounterNames<RadioLinkCounter> kRadioLinkCounterNames{
    "radio_link.batches", "radio_link.sent", "radio_link.bundles", "radio_link.arrivals", "radio_link.waits"};

/// A message that has reached this client. Sender and sequence are for order and logs; pilots do not get
/// them.
struct RadioDelivered {
    AgentId sender;
    std::uint64_t sequence = 0;  // counts the sender's messages
    SimTime sent;
    config::Medium medium = config::Medium::dsrc;
    ByteView payload;
};

/// The arrival of a message at one of this client's agents.
struct RadioArrival {
    AgentId receiver;
    SimTime time;
    float power_dbm = 0;  // received power; 0: the channel does not know it
};

/// Gets the messages that a link receives.
/// Threading: the client's loop thread.
class RadioSink {
  public:
    virtual ~RadioSink() = default;
    /// Takes a message and its arrivals, which are valid during the call.
    virtual void delivered(const RadioDelivered& message, std::span<const RadioArrival> arrivals) = 0;
};

/// A message that one of our agents sends.
struct RadioOutgoing {
    AgentId agent;
    SimTime time;  // within the heartbeat
    config::Medium medium = config::Medium::dsrc;
    ByteView payload;
};

/// The place of one of our agents, from which the channel computes who hears it.
struct RadioPlaced {
    AgentId agent;
    geo::Vec3 position;
};

/// One membership on the radio, from the request to take part to its end.
/// Threading: the client's loop thread.
class RadioLink {
  public:
    enum class Stage {
        joining,  // no answer yet
        member,
        left,     // the radio knows that we have left
        lost,     // declined, or the radio is gone: see reason()
        stopped,  // the radio was ended on purpose: see reason()
    };
    virtual ~RadioLink() = default;

    /// Writes what is queued, and delivers what has arrived to the sink until told() has come to `enough`.
    /// Waits for that no longer than `wait_max`.
    virtual Stage turn(WallTime now, WallDuration wait_max, Tick enough) = 0;
    /// Returns the heartbeat of our first batch. Valid from the stage `member` on.
    virtual Tick start() const = 0;
    /// Returns the heartbeat up to which the sink has all messages that arrive at our agents.
    virtual Tick told() const = 0;
    /// Queues the places, messages and signals of our agents in one heartbeat; with `flush`, sends them now
    /// together with all that is queued. Requires the stage `member`, and one call for every heartbeat from
    /// start() on.
    virtual void send(Tick tick, std::span<const RadioPlaced> places, std::span<const RadioOutgoing> messages,
                      std::span<const SignalsNews> signals, bool flush, WallTime now) = 0;
    /// Lets the radio know that we live; a client that waits calls it a few times within the silence limit.
    /// Also writes what is queued.
    virtual void keep_alive(WallTime now) = 0;
    /// Announces that our agents are gone from heartbeat `tick` on, which is the next one that send() would
    /// be called for.
    virtual void leave(Tick tick, WallTime now) = 0;
    virtual Stage stage() const = 0;
    virtual const std::string& reason() const = 0;
};

/// Makes a client's links, one for each time that it joins.
/// Threading: the client's loop thread.
class RadioLinkFactory {
  public:
    virtual ~RadioLinkFactory() = default;
    /// Connects to the radio, which may take long. The error is one line.
    virtual Result<void> connect() = 0;
    /// Asks to take part with these agents, which are in the world from `start` on. Requires a call of
    /// connect() that has succeeded, one for each link. The link borrows `sink` and `counters`.
    virtual std::unique_ptr<RadioLink> join(std::span<const AgentId> agents, Tick start, RadioSink& sink,
                                            Counters<RadioLinkCounter>& counters, WallTime now) = 0;
};

}  // namespace synchrono::client

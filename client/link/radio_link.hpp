/// The seam between a client's membership on the radio (client/acu/radio_member.hpp) and the link that
/// carries its messages. The only link here is that to the communication server over TCP
/// (comm_server_link.hpp). Nothing above this interface knows how a link packs messages.
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

namespace synchrono::client::link {

enum class RadioLinkCounter { batches, sent, bundles, arrivals, waits, count_ };
inline constexpr CounterNames<RadioLinkCounter> kRadioLinkCounterNames{
    "radio_link.batches", "radio_link.sent", "radio_link.bundles", "radio_link.arrivals", "radio_link.waits"};

/// A message that has reached this client. Sender and sequence number serve the order of messages and the
/// logs; pilots do not get them.
struct DeliveredMessage {
    AgentId sender;
    std::uint64_t sequence = 0;  // number of the message among the sender's
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
    virtual void deliver(const DeliveredMessage& message, std::span<const RadioArrival> arrivals) = 0;
};

/// A message that one of our agents sends.
struct OutgoingMessage {
    AgentId agent;
    SimTime time;  // within the heartbeat
    config::Medium medium = config::Medium::dsrc;
    ByteView payload;
};

/// The place of one of our agents, from which the radio channel computes who hears the agent.
struct AgentPlace {
    AgentId agent;
    geo::Vec3 position;
};

/// One membership on the radio, from the request to take part to its end.
/// Threading: the client's loop thread.
class RadioLink {
  public:
    enum class Status {
        joining,  // no answer yet
        member,
        left,     // the radio knows that we have left
        lost,     // the radio declined us or is gone: see reason()
        stopped,  // the radio was ended on purpose: see reason()
    };
    virtual ~RadioLink() = default;

    /// Writes what is queued, and delivers to the sink what has arrived, until delivered_until() is at least
    /// `enough`. If not enough has arrived, waits up to `wait_max` for more.
    virtual Status poll(WallTime now, WallDuration wait_max, Tick enough) = 0;
    /// Returns the heartbeat for which send() is first to be called. Valid from the status `member` on.
    virtual Tick start() const = 0;
    /// Returns the heartbeat up to which the sink has all messages that arrive at our agents.
    virtual Tick delivered_until() const = 0;
    /// Queues the places, messages and signals of our agents in the heartbeat `tick`; with `flush`, also
    /// writes everything that is queued. Requires the status `member`, and one call for every heartbeat from
    /// start() on.
    virtual void send(Tick tick, std::span<const AgentPlace> places,
                      std::span<const OutgoingMessage> messages, std::span<const body::SignalsChange> signals,
                      bool flush, WallTime now) = 0;
    /// Lets the radio know that we live, and writes what is queued. A client that waits calls this a few
    /// times within the silence limit.
    virtual void keep_alive(WallTime now) = 0;
    /// Announces that our agents are gone from the heartbeat `tick` on. `tick` is the first heartbeat for
    /// which send() has not been called.
    virtual void leave(Tick tick, WallTime now) = 0;
    virtual Status status() const = 0;
    virtual const std::string& reason() const = 0;
};

/// Makes a client's links, a new one each time that the client joins.
/// Threading: the client's loop thread.
class RadioLinkFactory {
  public:
    virtual ~RadioLinkFactory() = default;
    /// Connects to the radio, which may take long. The error is one line, and is temporary when nobody
    /// answers.
    virtual Result<void> connect() = 0;
    /// Asks to take part with these agents, which are in the world from `start` on. Requires that connect()
    /// has succeeded since the last call of join(). The link borrows `sink` and `counters`.
    virtual std::unique_ptr<RadioLink> join(std::span<const AgentId> agents, Tick start, RadioSink& sink,
                                            Counters<RadioLinkCounter>& counters, WallTime now) = 0;
};

}  // namespace synchrono::client::link

/// How a client takes part in the radio: the seam between the client's part on it
/// (client/acu/radio_member.hpp) and whatever carries its messages. The communication server over TCP is one
/// such carrier (comm_server_link.hpp); nothing above this interface knows what a frame is.
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

/// A message as it reached this client.
struct RadioDelivered {
    AgentId sender;              // what the log knows; a radio does not
    std::uint64_t sequence = 0;  // of the sender, the same
    SimTime sent;
    config::Medium medium = config::Medium::dsrc;
    ByteView payload;
};

/// Where and when it reached one of its agents.
struct RadioArrival {
    AgentId receiver;
    SimTime time;
    float power_dbm = 0;  // 0: the channel knows none
};

/// Threading: the client's loop thread.
class RadioSink {
  public:
    virtual ~RadioSink() = default;
    /// Message and arrivals are valid during the call.
    virtual void delivered(const RadioDelivered& message, std::span<const RadioArrival> arrivals) = 0;
};

/// What one of our agents sends.
struct RadioOutgoing {
    AgentId agent;
    SimTime time;  // within the heartbeat
    config::Medium medium = config::Medium::dsrc;
    ByteView payload;
};

struct RadioPlaced {
    AgentId agent;
    geo::Vec3 position;
};

/// One membership, from the request to take part to its end.
/// Threading: the client's loop thread.
class RadioLink {
  public:
    enum class Stage {
        joining,  // no answer yet
        member,
        left,     // the server knows that we have left
        lost,     // declined, or the server is gone: see reason()
        stopped,  // the radio was ended on purpose: see reason()
    };
    virtual ~RadioLink() = default;

    /// Writes what is queued and takes in what came until all up to `enough` is told, waiting for it no
    /// longer than `wait_max`.
    virtual Stage turn(WallTime now, WallDuration wait_max, Tick enough) = 0;
    /// The heartbeat of our first batch. There from the stage `member` on.
    virtual Tick start() const = 0;
    /// All that arrives up to this heartbeat has been told.
    virtual Tick told() const = 0;
    /// Takes the messages of our agents within one heartbeat; `flush` sends them now, with all before them.
    /// Requires the stage `member`, and one call for every heartbeat from start() on.
    virtual void send(Tick tick, std::span<const RadioPlaced> places, std::span<const RadioOutgoing> messages,
                      std::span<const SignalsNews> signals, bool flush, WallTime now) = 0;
    /// Shows that we live; a client that waits calls it a few times within the silence limit. Writes what is
    /// queued, too.
    virtual void keep_alive(WallTime now) = 0;
    /// Our agents are gone from heartbeat `tick` on, the next that send() would be called for.
    virtual void leave(Tick tick, WallTime now) = 0;
    virtual Stage stage() const = 0;
    virtual const std::string& reason() const = 0;
};

/// Makes a client's links, one for each time that it joins.
/// Threading: the client's loop thread.
class RadioLinkFactory {
  public:
    virtual ~RadioLinkFactory() = default;
    /// Reaches whoever carries the radio, which may take long. The error is one line.
    virtual Result<void> connect() = 0;
    /// Asks to take part with these agents, which are in the world from `start` on. Requires a call of
    /// connect() that has succeeded, one for each link. The link borrows `sink` and `counters`.
    virtual std::unique_ptr<RadioLink> join(std::span<const AgentId> agents, Tick start, RadioSink& sink,
                                            Counters<RadioLinkCounter>& counters, WallTime now) = 0;
};

}  // namespace synchrono::client

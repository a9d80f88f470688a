/// What becomes of messages between a sender and those who might hear it: one medium. Everything is decided
/// from simulated time, places and the seed; chance is drawn for (seed, sender, sequence, receiver), never
/// from a shared stream, so that it does not depend on who else is there or on what was asked before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/base/ids.hpp"
#include "common/config/radio.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::comm_server {

struct Transmission {
    AgentId sender;
    std::uint64_t sequence = 0;
    SimTime time;           // given to the radio
    std::size_t bytes = 0;  // of the payload
};

/// The numbers are those of RadioTransmission.Outcome in proto/radio.proto.
enum class Outcome : std::uint8_t {
    delivered = 1,
    altered = 2,
    duplicate = 3,
    out_of_range = 4,
    blocked = 5,
    weak = 6,
    collision = 7,
    receiver_sending = 8,
    fault = 9,
    shed = 10,
};

/// Whether the receiver got something.
constexpr bool has_arrived(Outcome outcome) {
    return outcome == Outcome::delivered || outcome == Outcome::altered || outcome == Outcome::duplicate;
}

/// The same of RadioTransmission.NotSent.
enum class NotSent : std::uint8_t { silenced = 1, queue_full = 2, ended = 3 };

struct Fate {
    AgentId receiver;
    Outcome outcome = Outcome::delivered;
    SimTime delivered;  // where it arrives; after Transmission::time
    float distance_m = 0;
    float power_dbm = 0;  // received; 0 where the model knows none
};

/// A transmission that is over.
struct Aired {
    Transmission transmission;
    geo::Vec3 position;               // of the sender
    std::optional<NotSent> not_sent;  // then nothing below means anything
    SimTime on_air;                   // its first bit
    SimDuration airtime;
    std::span<const Fate> fates;  // of every candidate receiver, ascending; valid during the call
};

class AiredSink {
  public:
    virtual ~AiredSink() = default;
    virtual void aired(const Aired& aired) = 0;
};

/// Threading: one thread.
class Channel {
  public:
    virtual ~Channel() = default;

    /// Where a station is from now on, which is the time of the last `advance`: also for what it was given
    /// before and is not on the air yet. A station unknown so far is there from now on.
    virtual void place(AgentId station, geo::Vec3 position) = 0;
    /// Requires a station that is there. It hears nothing of what is on the air; what it still waits to send
    /// is told as `ended` by the next `advance`, and what it sends already goes on.
    virtual void remove(AgentId station) = 0;
    /// Requires a sender that is there and a time not before that of the last `advance`, and calls in the
    /// order of (time, sender, sequence).
    virtual void send(const Transmission& transmission) = 0;
    /// Tells of every transmission that is settled by `until`, in an order that depends on simulated time
    /// alone. What is told later is delivered after `until`. Requires that all before `until` has been sent.
    virtual void advance(SimTime until, AiredSink& sink) = 0;
    /// The share of time since the last call in which each station found the medium busy, ascending by
    /// station; empty where the model does not know.
    virtual std::span<const std::pair<AgentId, float>> take_load(SimTime now) = 0;
};

/// `seed` is of this medium alone: two media with one seed have the same luck. Requires a latency above 0, a
/// bit rate of IEEE 802.11p with 10 MHz, and at least one shape of fading, m above 0.
std::unique_ptr<Channel> make_channel(const config::RadioChannel& spec,
                                      std::span<const config::Building> buildings, std::uint64_t seed);

}  // namespace synchrono::comm_server

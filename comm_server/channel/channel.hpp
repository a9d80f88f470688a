/// One medium: decides which stations receive a message, and when. Every decision depends on simulated time,
/// places and the seed. Each random number is computed from seed, sender, sequence and receiver, not taken
/// from a shared generator. So it does not depend on other stations or earlier calls.
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

namespace synchrono::comm_server::channel {

/// A message as a channel knows it, without its content.
struct Transmission {
    AgentId sender;
    std::uint64_t sequence = 0;
    SimTime time;           // when the radio got it
    std::size_t bytes = 0;  // of the payload
};

/// The outcome of a transmission at one receiver. The numbers are those of RadioTransmission.Outcome in
/// proto/radio.proto.
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

/// Returns whether the receiver got the message, possibly altered.
constexpr bool has_arrived(Outcome outcome) {
    return outcome == Outcome::delivered || outcome == Outcome::altered || outcome == Outcome::duplicate;
}

/// The reason why a message was not sent. The numbers are those of RadioTransmission.NotSent.
enum class NotSent : std::uint8_t { silenced = 1, queue_full = 2, ended = 3 };

/// The outcome of a transmission at one receiver, with time, distance and power.
struct Fate {
    AgentId receiver;
    Outcome outcome = Outcome::delivered;
    SimTime delivered;  // time of arrival, if it arrives; later than Transmission::time
    float distance_m = 0;
    float power_dbm = 0;  // of the received signal; 0 if the model computes none
};

/// A transmission that is over.
struct FinishedTransmission {
    Transmission transmission;
    geo::Vec3 position;               // of the sender
    std::optional<NotSent> not_sent;  // with a value, the members below have no meaning
    SimTime on_air;                   // when its first bit was sent
    SimDuration airtime;
    std::span<const Fate> fates;  // of every candidate receiver, ascending; valid during the call
};

/// Receives transmissions that are over.
class TransmissionSink {
  public:
    virtual ~TransmissionSink() = default;
    virtual void on_finished(const FinishedTransmission& aired) = 0;
};

/// The stations of one medium and the messages under way between them.
/// Threading: one thread.
class Channel {
  public:
    virtual ~Channel() = default;

    /// Sets where a station is from now on, that is from the time of the last `advance`. Messages of the
    /// station that are not on the air yet are sent from the new place. Adds the station if it is new.
    virtual void place(AgentId station, geo::Vec3 position) = 0;
    /// Removes a station. Requires that it is there. It no longer receives the messages that are on the air.
    /// The messages that it has not begun to send come out of the next `advance` as NotSent::ended; a message
    /// that it is sending goes on.
    virtual void remove(AgentId station) = 0;
    /// Takes a message to send. Requires a sender that is there, a time not before that of the last
    /// `advance`, and calls in the order of (time, sender, sequence).
    virtual void send(const Transmission& transmission) = 0;
    /// Passes to `sink` every transmission that is settled by `until`, in an order that is the same in every
    /// run. A transmission that only a later call passes to `sink` arrives after `until`. Requires that all
    /// messages with a time before `until` have been passed to `send`.
    virtual void advance(SimTime until, TransmissionSink& sink) = 0;
    /// Returns the share of time since the last call in which each station found the medium busy, ascending
    /// by station; empty if the model does not compute it.
    virtual std::span<const std::pair<AgentId, float>> take_load(SimTime now) = 0;
};

/// Makes the channel of one medium. Each medium needs a seed of its own, because two media with the same seed
/// would draw the same random numbers. Requires, without fading, a latency above 0; with fading, a bit rate
/// of IEEE 802.11p with 10 MHz and at least one shape of fading, with m above 0.
std::unique_ptr<Channel> make_channel(const config::RadioChannel& spec,
                                      std::span<const config::Building> buildings, std::uint64_t seed);

}  // namespace synchrono::comm_server::channel

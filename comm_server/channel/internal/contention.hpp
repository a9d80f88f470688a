/// Decides when each radio of one medium sends. A radio has a queue and, with carrier sense, listens and
/// backs off as in IEEE 802.11p broadcast. The powers that radios hear come from `add_power` and
/// `remove_power`; the places of stations are not known here. All times are simulated time in ns.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "comm_server/channel/channel.hpp"

namespace synchrono::comm_server::channel {

/// The radios of one medium.
/// Threading: one thread.  Owns: the messages that wait.
class Contention {
  public:
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    static constexpr SimDuration kSlot = SimDuration::microseconds(13);
    static constexpr SimDuration kSifs = SimDuration::microseconds(32);
    static constexpr std::size_t kQueueWithoutSense = 64;  // most messages in a queue without carrier sense

    /// Powers are given as whole multiples of `unit_mw`, so that their sum is exactly zero again once all
    /// have been removed. Without `sense`, a radio sends whenever it has a message.
    Contention(std::optional<config::CarrierSense> sense, double unit_mw, std::uint64_t seed);

    /// Adds a station, with an empty queue.
    void join(std::uint32_t station, std::int64_t now);
    /// Removes a station and appends its waiting messages to `left`.
    void leave(std::uint32_t station, std::vector<Transmission>& left);

    /// Adds a message to the queue of its sender. If the queue is full, its oldest message is removed and
    /// returned.
    std::optional<Transmission> enqueue(const Transmission& transmission, std::int64_t now);
    /// Returns the time at which the next radios start to send, unless the powers change or a message is
    /// enqueued before then; kNever if no radio is about to send.
    std::int64_t next_start();
    /// Appends to `started` the messages that start at `now`, which must be `next_start()`, ascending by
    /// station. These stations are sending from then on.
    void start(std::int64_t now, std::vector<Transmission>& started);
    /// Ends the message that the station is sending.
    void end_sending(std::uint32_t station, std::int64_t now);

    bool senses() const { return sense_.has_value(); }
    /// Adds a power to those that the station hears. Requires carrier sense.
    void add_power(std::uint32_t station, std::int64_t units, std::int64_t now) {
        const std::int64_t before = sensed_[station];
        sensed_[station] = before + units;
        if (before < threshold_ && before + units >= threshold_) [[unlikely]]
            on_sensed_busy(station, now);
    }
    /// Takes away a power that was added. Requires carrier sense.
    void remove_power(std::uint32_t station, std::int64_t units, std::int64_t now) {
        const std::int64_t before = sensed_[station];
        sensed_[station] = before - units;
        if (before >= threshold_ && before - units < threshold_) [[unlikely]]
            on_sensed_idle(station, now);
    }
    /// Returns the share of time in which a station found the medium busy or was sending, since the last
    /// call or since it joined.
    float take_load(std::uint32_t station, std::int64_t now);

  private:
    /// The radio of one station. While the station is sending or the power it hears reaches the threshold,
    /// the medium is busy and `busy_since` is valid. Otherwise it is idle and `idle_since` is valid.
    struct Radio {
        std::vector<Transmission> queue;
        bool sending = false;
        bool contends = false;    // the first message of the queue waits for the medium
        std::uint32_t slots = 0;  // back-off slots that are left
        std::int64_t idle_since = 0;
        // `busy_ns` is the busy time since `load_since`, up to the end of the last busy period.
        std::int64_t busy_since = 0, busy_ns = 0, load_since = 0;
    };
    void contend(std::uint32_t station, std::int64_t now);
    void on_sensed_busy(std::uint32_t station, std::int64_t now);
    void on_sensed_idle(std::uint32_t station, std::int64_t now);
    void on_busy(std::uint32_t station, std::int64_t now);
    void on_idle(std::uint32_t station, std::int64_t now);
    void set_start(std::uint32_t station, std::int64_t at);

    static constexpr std::size_t kBlock = 64;

    const std::optional<config::CarrierSense> sense_;
    const std::uint64_t seed_;
    const std::int64_t threshold_, aifs_ns_;
    const std::size_t queue_max_;
    std::vector<Radio> radios_;
    std::vector<std::int64_t> sensed_;   // by station: power that it hears, in units
    std::vector<std::int64_t> planned_;  // by station: time at which it starts to send
    // By block of kBlock stations: the least value in planned_, and whether it must be computed again.
    std::vector<std::pair<std::int64_t, bool>> earliest_;
};

}  // namespace synchrono::comm_server::channel

/// Decides when each radio of one medium sends. A radio has a queue and, with carrier sense, listens and
/// backs off as in IEEE 802.11p broadcast. What radios hear comes from `heard` and `unheard`; where they
/// are is unknown here. All times are ns of simulated time.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "comm_server/channel/channel.hpp"

namespace synchrono::comm_server {

/// Threading: one thread.  Owns: the messages that wait.
class Contention {
  public:
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    static constexpr SimDuration kSlot = SimDuration::microseconds(13);
    static constexpr SimDuration kSifs = SimDuration::microseconds(32);
    static constexpr std::size_t kQueueUnsensed = 64;  // for a radio without carrier sense

    /// Powers that stations hear are whole multiples of `unit_mw`, so that their sums come back to zero
    /// exactly.
    Contention(std::optional<config::CarrierSense> sense, double unit_mw, std::uint64_t seed);

    void join(std::uint32_t station, std::int64_t now);
    /// Removes a station and appends its waiting messages to `left`.
    void leave(std::uint32_t station, std::vector<Transmission>& left);

    /// Adds a message to the queue of its sender. Returns the oldest waiting message if it must make room.
    std::optional<Transmission> arrive(const Transmission& transmission, std::int64_t now);
    /// Returns when the next radios start to send; kNever if none does unless something happens before.
    std::int64_t next_start();
    /// Appends to `started` the messages that start at `now`, which must be `next_start()`, ascending by
    /// station. These stations are sending from then on.
    void start(std::int64_t now, std::vector<Transmission>& started);
    /// Ends what the station is sending.
    void sent(std::uint32_t station, std::int64_t now);

    bool senses() const { return sense_.has_value(); }
    /// Adds a power to what the station hears; `unheard` takes it away again. Both require carrier sense.
    void heard(std::uint32_t station, std::int64_t units, std::int64_t now) {
        const std::int64_t before = sensed_[station];
        sensed_[station] = before + units;
        if (before < threshold_ && before + units >= threshold_) [[unlikely]]
            busy(station, now);
    }
    void unheard(std::uint32_t station, std::int64_t units, std::int64_t now) {
        const std::int64_t before = sensed_[station];
        sensed_[station] = before - units;
        if (before >= threshold_ && before - units < threshold_) [[unlikely]]
            idle(station, now);
    }
    /// Returns the share of time in which a station found the medium busy or was sending, since the last
    /// call or since it joined.
    float take_load(std::uint32_t station, std::int64_t now);

  private:
    struct Radio {
        std::vector<Transmission> queue;
        bool sending = false;
        bool contends = false;  // the first of the queue waits for the medium
        std::uint32_t slots = 0;
        std::int64_t idle_since = 0;
        std::int64_t busy_since = 0, busy_ns = 0, load_since = 0;
    };
    void contend(std::uint32_t station, std::int64_t now);
    void busy(std::uint32_t station, std::int64_t now);
    void idle(std::uint32_t station, std::int64_t now);
    void on_busy(std::uint32_t station, std::int64_t now);
    void on_idle(std::uint32_t station, std::int64_t now);
    void plan(std::uint32_t station, std::int64_t at);

    static constexpr std::size_t kBlock = 64;

    const std::optional<config::CarrierSense> sense_;
    const std::uint64_t seed_;
    const std::int64_t threshold_, aifs_ns_;
    const std::size_t queue_max_;
    std::vector<Radio> radios_;
    std::vector<std::int64_t> sensed_;   // by station: power that it hears, in units
    std::vector<std::int64_t> planned_;  // by station: when it starts to send
    // The least value of each block of planned_, and whether it must be searched for again.
    std::vector<std::pair<std::int64_t, bool>> earliest_;
};

}  // namespace synchrono::comm_server

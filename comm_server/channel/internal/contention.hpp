/// When each radio of one medium speaks: its queue and, with carrier sense, listening and back-off as in
/// IEEE 802.11p broadcast. It knows what the radios hear from `heard` and `unheard`, never where they are.
/// All times are ns of simulated time.
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
    static constexpr std::size_t kQueueUnsensed = 64;  // of a radio that only waits for itself

    /// `unit_mw` is one unit of the powers that are heard: sums of whole numbers come back to zero.
    Contention(std::optional<config::CarrierSense> sense, double unit_mw, std::uint64_t seed);

    void join(std::uint32_t station, std::int64_t now);
    /// Its waiting messages go to the end of `left`.
    void leave(std::uint32_t station, std::vector<Transmission>& left);

    /// A message for the radio's queue; the one that gives way to it, if any.
    std::optional<Transmission> arrive(const Transmission& transmission, std::int64_t now);
    /// When the next radios start; kNever if none does unless something happens before.
    std::int64_t next_start();
    /// All that start at `next_start()`, ascending, into `started`; from here on they send.
    void start(std::int64_t now, std::vector<Transmission>& started);
    void sent(std::uint32_t station, std::int64_t now);

    bool senses() const { return sense_.has_value(); }
    /// Requires carrier sense, as does `unheard`.
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
    /// The share of time that a station found the medium busy or sent itself, since the last call or since
    /// it joined.
    float take_load(std::uint32_t station, std::int64_t now);

  private:
    struct Radio {
        std::vector<Transmission> queue;
        bool sending = false;
        bool contends = false;  // the first of the queue has drawn its slots
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
    std::vector<std::int64_t> sensed_;   // units
    std::vector<std::int64_t> planned_;  // start of each radio
    // The least of each block of planned_, and whether it must be looked for again.
    std::vector<std::pair<std::int64_t, bool>> earliest_;
};

}  // namespace synchrono::comm_server

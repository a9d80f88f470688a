/// The power that each station gets from all senders together, and how it has changed over time. The history
/// is kept at least as far back as the earliest transmission that is still on the air.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "comm_server/channel/channel.hpp"

namespace synchrono::comm_server::channel {

/// One station that might receive a transmission, with the powers that it gets.
struct Candidate {
    std::uint32_t station = 0;
    std::uint32_t chance = 0;  // uniform; decides whether noise destroys the message
    float power_mw = 0;        // with fading and the loss of walls
    float free_mw = 0;         // with fading, without the loss of walls
    float mean_mw = 0;         // without fading, with the loss of walls
    float distance_m = 0;
};

/// A transmission that is on the air, with the stations that might receive it.
struct OnAir {
    Transmission transmission;
    geo::Vec3 position;
    std::int64_t start = 0, end = 0;    // ns
    bool overlapped = false;            // another transmission was on the air at the same time
    bool sender_gone = false;           // the sender has been removed since the start
    std::vector<Candidate> candidates;  // ascending by station
};

using OnAirList = std::vector<std::unique_ptr<OnAir>>;

/// Powers are summed as whole multiples of this unit. Then a power that is added and subtracted again leaves
/// the sum exactly as it was.
inline constexpr double kUnit_mw = 1e-15;
inline std::int64_t units(float mw) { return static_cast<std::int64_t>(mw * 1e15F); }

/// Sums the powers at all stations of one medium.
/// Threading: one thread.
class Interference {
  public:
    void resize(std::size_t stations) { histories_.resize(stations); }
    /// Adds a transmission that begins at `now`, in ns. `others` are all other transmissions on the air,
    /// ascending by their start. Requires that `now` never falls from one call of add() or remove() to the
    /// next.
    void add(const OnAir& air, const OnAirList& others, std::int64_t now);
    /// Removes a transmission that ends at `now`.
    void remove(const OnAir& air, const OnAirList& others, std::int64_t now);
    /// Sets the power that the station gets to zero and deletes its history.
    void forget(std::uint32_t station) { histories_[station] = {}; }

    /// Calls `visit(ns, units)` for each part of the airtime of `air` in which `candidate` got power from
    /// others: for `ns` nanoseconds it got `units`. Stops when `visit` returns false. Requires that `air` has
    /// just ended.
    template <typename Visit>
    void each_interference(const OnAir& air, const Candidate& candidate, Visit visit) const {
        const std::vector<Level>& levels = histories_[candidate.station].levels;
        const std::int64_t own = units(candidate.power_mw);
        std::int64_t until = air.end;
        for (auto level = levels.rbegin(); level != levels.rend() && until > air.start; ++level) {
            const std::int64_t from = std::max(level->from, air.start);
            // The sum includes the power of `air` itself, unless `air` was alone.
            if (until > from && level->units > own && !visit(until - from, level->units - own)) return;
            until = std::min(until, from);
        }
    }

  private:
    /// The sum of powers from a time on, in ns and in multiples of kUnit_mw.
    struct Level {
        std::int64_t from = 0, units = 0;
    };
    /// The sum of powers at one station. It is zero unless at least two transmissions are on the air.
    struct PowerHistory {
        std::int64_t units = 0;
        std::vector<Level> levels;  // ascending by time; each is valid until the next
    };
    void change(const OnAir& air, std::int64_t sign, std::int64_t now);
    void add_level(PowerHistory& history, std::int64_t now) const;

    std::int64_t keep_from_ = 0;  // levels before this time, in ns, are not needed any more
    std::vector<PowerHistory> histories_;
};

}  // namespace synchrono::comm_server::channel

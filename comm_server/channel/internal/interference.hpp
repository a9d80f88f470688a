/// Everything that is on the air at once: how much power each station gets from all senders together, and
/// since when. Times are kept as long as a transmission of that time is not settled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "comm_server/channel/channel.hpp"

namespace synchrono::comm_server {

/// One station that might receive a transmission, with the powers that it gets.
struct Heard {
    std::uint32_t station = 0;
    std::uint32_t chance = 0;  // uniform; decides whether noise destroys the frame
    float power_mw = 0;        // with fading, behind walls
    float free_mw = 0;         // the same without walls
    float mean_mw = 0;         // without fading, behind walls
    float distance_m = 0;
};

/// A transmission that is on the air, with everybody who might receive it.
struct OnAir {
    Transmission transmission;
    geo::Vec3 position;
    std::int64_t start = 0, end = 0;  // ns
    bool overlapped = false;          // something else was on the air at the same time
    bool orphaned = false;            // its sender is gone
    std::vector<Heard> heard;         // ascending by station
};

using OnAirList = std::vector<std::unique_ptr<OnAir>>;

/// Powers are summed as whole multiples of this, so that subtracting one leaves exactly the sum before it
/// came.
inline constexpr double kUnit_mw = 1e-15;
inline std::int64_t units(float mw) { return static_cast<std::int64_t>(mw * 1e15F); }

/// Threading: one thread.
class Interference {
  public:
    void resize(std::size_t stations) { logs_.resize(stations); }
    /// Begins a transmission; `ended` ends it. `others` are on the air at the same time. `now` never falls.
    void started(const OnAir& air, const OnAirList& others, std::int64_t now);
    void ended(const OnAir& air, const OnAirList& others, std::int64_t now);
    /// Makes the station hear nothing of what is on the air now.
    void forget(std::uint32_t station) { logs_[station] = {}; }

    /// Calls `visit(ns, units)` for each part of the airtime of `air`, which has just ended, in which
    /// `heard` got power from others. Stops when `visit` returns false.
    template <typename Visit>
    void others(const OnAir& air, const Heard& heard, Visit visit) const {
        const std::vector<Level>& levels = logs_[heard.station].levels;
        const std::int64_t own = units(heard.power_mw);
        std::int64_t until = air.end;
        for (auto level = levels.rbegin(); level != levels.rend() && until > air.start; ++level) {
            const std::int64_t from = std::max(level->from, air.start);
            // The sum includes the power of `air` itself, unless `air` was alone.
            if (until > from && level->units > own && !visit(until - from, level->units - own)) return;
            until = std::min(until, from);
        }
    }

  private:
    struct Level {
        std::int64_t from = 0, units = 0;
    };
    struct Log {  // of one station, while several are on the air; else 0
        std::int64_t units = 0;
        std::vector<Level> levels;  // ascending by time, each holds until the next
    };
    void change(const OnAir& air, std::int64_t sign, std::int64_t now);
    void note(Log& log, std::int64_t now) const;

    std::int64_t keep_from_ = 0;  // nothing before this is needed any more
    std::vector<Log> logs_;
};

}  // namespace synchrono::comm_server

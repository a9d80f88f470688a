/// Ties simulated time to wall time: computes when a simulated time is due, and records how late the
/// program reaches it. All deadlines are counted from start(), so a program that has fallen behind finds its
/// next deadlines already past and catches up.
#pragma once

#include <cstdint>
#include <optional>

#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono {

/// Counts arrivals at simulated times and sums up how late they were. An early arrival counts as zero.
struct Lateness {
    std::uint64_t arrivals = 0;
    std::uint64_t late = 0;
    WallDuration max;
    WallDuration total;

    WallDuration mean() const;
};

/// Converts simulated time to wall time; no other code does so.
/// Threading: one thread.
class Pacer {
  public:
    /// Makes a pacer by which `factor` simulated seconds pass in one second of wall time. Without a factor
    /// the simulation runs as fast as it can: it never waits and is never late. Requires a finite factor > 0.
    explicit Pacer(std::optional<double> factor);

    /// Makes `sim` due at `wall`; all deadlines count from there. Keeps the lateness recorded so far.
    void start(SimTime sim, WallTime wall);
    /// Returns the wall time at which `sim` is due; without a factor, the wall time of the start for every
    /// `sim`. Requires start() before.
    WallTime due(SimTime sim) const;
    /// Records how late the program is at `sim`, and returns how long the program still has to wait: zero if
    /// it is late. Call this once for each simulated time, when the program is ready for that time. Requires
    /// start() before.
    WallDuration arrive(SimTime sim, WallTime now);

    const Lateness& lateness() const { return lateness_; }

  private:
    struct Origin {
        SimTime sim;
        WallTime wall;
    };
    std::optional<double> factor_;
    std::optional<Origin> origin_;
    Lateness lateness_;
};

}  // namespace synchrono

/// Ties simulated time to wall time: computes when a simulated time is due, and records how late the
/// program arrives there. Deadlines are absolute, counted from the start, so a program that has fallen
/// behind finds its next deadlines already past and catches up. Lateness is always reported.
#pragma once

#include <cstdint>
#include <optional>

#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono {

/// Counts arrivals at simulated times and how late they were. An early arrival has lateness zero.
struct Lateness {
    std::uint64_t arrivals = 0;
    std::uint64_t late = 0;
    WallDuration max;
    WallDuration total;

    WallDuration mean() const;
};

/// Converts simulated time to wall time; nothing else does.
/// Threading: one thread.  Owns: nothing outside.
class Pacer {
  public:
    /// `factor` simulated seconds pass in one wall second. Without one, simulation runs as fast as it can:
    /// nothing has to be waited for and nothing is late. Requires a finite factor > 0.
    explicit Pacer(std::optional<double> factor);

    /// Makes `sim` due at `wall`; all later deadlines count from there. Keeps the lateness recorded so far.
    void start(SimTime sim, WallTime wall);
    /// Returns when `sim` is due; without a factor, the wall time of the start for every `sim`. Requires a
    /// start.
    WallTime due(SimTime sim) const;
    /// Records how late the program is at `sim` and returns how long it still has to wait: zero if it is
    /// late. Call it once for each simulated time, when the program is ready for it. Requires a start.
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

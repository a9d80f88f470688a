/// Ties simulated time to wall time: says at which wall time a simulated time is due, and keeps account of
/// every arrival behind it. Deadlines are absolute, counted from the start: a program that has fallen behind
/// finds its next deadlines already past and catches up; lateness is reported, never forgiven.
#pragma once

#include <cstdint>
#include <optional>

#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono {

/// Arrivals at simulated times, measured against their deadlines. Early ones count as lateness zero.
struct Lateness {
    std::uint64_t arrivals = 0;
    std::uint64_t late = 0;
    WallDuration max;
    WallDuration total;

    WallDuration mean() const;
};

/// Nothing else turns simulated time into wall time.
/// Threading: one thread.  Owns: nothing outside.
class Pacer {
  public:
    /// `factor` simulated seconds pass in one wall second; empty: as fast as it goes, then nothing is ever
    /// due and nothing late. Requires a finite factor > 0.
    explicit Pacer(std::optional<double> factor);

    /// From here on `sim` belongs to `wall`. Lateness recorded so far is kept.
    void start(SimTime sim, WallTime wall);
    /// Requires a start. Without a factor: the wall time of the start, whatever `sim`.
    WallTime due(SimTime sim) const;
    /// To be called once for each simulated time, when the program is ready for it. Records the lateness and
    /// returns how long to wait yet: zero when late. Requires a start.
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

/// The monotonic clock by which a log's wall times were taken, compared with that of the dynamics server.
/// Wall times of different hosts mean nothing to each other before they are on one clock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/time/wall_clock.hpp"

namespace synchrono::tools::reading {

/// The earliest and the latest time, on the server's clock, that a moment may have.
struct ServerTime {
    std::int64_t earliest_ns = 0;
    std::int64_t latest_ns = 0;

    std::int64_t middle_ns() const { return earliest_ns + (latest_ns - earliest_ns) / 2; }
};

/// Converts times of one host to the server's clock. Two clocks drift apart by at most a millisecond in a
/// second: the kernel corrects each by at most half of that. If comparisons contradict this, because a
/// program corrects a clock faster, the clock counts as unknown.
class HostClock {
  public:
    /// Makes the clock of the server's own host.
    static HostClock of_server();
    /// Makes a clock that nothing is known of.
    HostClock() = default;

    /// Adds a comparison of the clocks: when the server's clock showed `server`, this clock showed a time
    /// from `asked` to `answered`. Comparisons that cannot be true are left out.
    void add(WallTime asked, WallTime server, WallTime answered);
    /// Makes use of all comparisons. To be called after the last add().
    void finish();

    bool is_servers() const { return is_servers_; }
    bool is_known() const { return is_servers_ || !comparisons_.empty(); }
    /// Returns when it was on the server's clock. Requires is_known().
    ServerTime on_server(std::int64_t wall_ns) const;
    /// Returns the largest distance between the earliest and the latest time in the middle between two
    /// comparisons, or at one of them. Requires is_known().
    WallDuration widest() const;

  private:
    /// At `at_ns` of this clock, the server's clock was ahead by `least_ns` to `most_ns`.
    struct Comparison {
        std::int64_t at_ns, least_ns, most_ns;
    };
    bool is_servers_ = false;
    std::vector<Comparison> comparisons_;  // by time, once finish() has been called
};

}  // namespace synchrono::tools::reading

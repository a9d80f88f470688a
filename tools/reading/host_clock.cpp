#include "tools/reading/host_clock.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace synchrono::tools::reading {
namespace {

/// Returns by how much two clocks may drift apart in this time.
std::int64_t drift_ns(std::int64_t time_ns) { return time_ns / 1'000 + 1; }

}  // namespace

HostClock HostClock::of_server() {
    HostClock clock;
    clock.is_servers_ = true;
    return clock;
}

void HostClock::add(WallTime asked, WallTime server, WallTime answered) {
    // Times of several centuries are not those of a clock, but could overflow below.
    constexpr std::int64_t kMax = INT64_MAX / 4;
    for (const WallTime time : {asked, server, answered}) {
        if (time.count_ns() < 0 || time.count_ns() > kMax) return;
    }
    if (answered < asked) return;
    // The comparison is that of the moment `answered`, so the drift since `asked` counts, too.
    const std::int64_t drift = drift_ns((answered - asked).count_ns());
    comparisons_.push_back({answered.count_ns(), server.count_ns() - answered.count_ns() - drift,
                            server.count_ns() - asked.count_ns() + drift});
}

void HostClock::finish() {
    std::sort(comparisons_.begin(), comparisons_.end(),
              [](const Comparison& a, const Comparison& b) { return a.at_ns < b.at_ns; });
    // A comparison says something about other moments as well, but for the drift. So each comparison is
    // narrowed by its neighbours, and then two of them say all that is known between them.
    bool contradict = false;
    const auto narrow = [&contradict](Comparison& by, const Comparison& other) {
        const std::int64_t drift = drift_ns(std::abs(by.at_ns - other.at_ns));
        const std::int64_t least = std::max(by.least_ns, other.least_ns - drift);
        const std::int64_t most = std::min(by.most_ns, other.most_ns + drift);
        contradict = contradict || least > most;
        by.least_ns = least;
        by.most_ns = most;
    };
    for (std::size_t i = 1; i < comparisons_.size(); ++i) narrow(comparisons_[i], comparisons_[i - 1]);
    for (std::size_t i = comparisons_.size(); i-- > 1;) narrow(comparisons_[i - 1], comparisons_[i]);
    // Then a clock was set, or was corrected faster than this class assumes.
    if (contradict) comparisons_.clear();
}

ServerTime HostClock::on_server(std::int64_t wall_ns) const {
    SYN_REQUIRE(is_known());
    if (is_servers_) return {wall_ns, wall_ns};
    const auto after = std::lower_bound(comparisons_.begin(), comparisons_.end(), wall_ns,
                                        [](const Comparison& c, std::int64_t ns) { return c.at_ns < ns; });
    const auto seen_from = [wall_ns](const Comparison& c) {
        const std::int64_t drift = drift_ns(std::abs(wall_ns - c.at_ns));
        return ServerTime{wall_ns + c.least_ns - drift, wall_ns + c.most_ns + drift};
    };
    if (after == comparisons_.end()) return seen_from(comparisons_.back());
    ServerTime time = seen_from(*after);
    if (after == comparisons_.begin()) return time;
    const ServerTime earlier = seen_from(*(after - 1));
    return {std::max(time.earliest_ns, earlier.earliest_ns), std::min(time.latest_ns, earlier.latest_ns)};
}

WallDuration HostClock::widest() const {
    SYN_REQUIRE(is_known());
    std::int64_t widest_ns = 0;
    const auto widen = [&](std::int64_t wall_ns) {
        const ServerTime time = on_server(wall_ns);
        widest_ns = std::max(widest_ns, time.latest_ns - time.earliest_ns);
    };
    for (std::size_t i = 0; i < comparisons_.size(); ++i) {
        widen(comparisons_[i].at_ns);
        if (i > 0) widen((comparisons_[i - 1].at_ns + comparisons_[i].at_ns) / 2);
    }
    return WallDuration::nanoseconds(widest_ns);
}

}  // namespace synchrono::tools::reading

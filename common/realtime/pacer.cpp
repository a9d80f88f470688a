#include "common/realtime/pacer.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono {

WallDuration Lateness::mean() const {
    return arrivals == 0 ? WallDuration{} : total / static_cast<std::int64_t>(arrivals);
}

Pacer::Pacer(std::optional<double> factor) : factor_(factor) {
    SYN_REQUIRE(!factor || (std::isfinite(*factor) && *factor > 0));
}

void Pacer::start(SimTime sim, WallTime wall) { origin_ = Origin{sim, wall}; }

WallTime Pacer::due(SimTime sim) const {
    SYN_REQUIRE(origin_.has_value());
    if (!factor_) return origin_->wall;
    // The result is exact to the nanosecond for more than a hundred days. Rounding errors do not add up,
    // since each deadline is computed from the start.
    const double wall_ns = static_cast<double>((sim - origin_->sim).count_ns()) / *factor_;
    SYN_REQUIRE(std::abs(wall_ns) < 0x1p62);
    return origin_->wall + WallDuration::nanoseconds(std::llround(wall_ns));
}

WallDuration Pacer::arrive(SimTime sim, WallTime now) {
    const WallTime deadline = due(sim);
    ++lateness_.arrivals;
    if (!factor_) return {};
    if (now <= deadline) return deadline - now;
    const WallDuration behind = now - deadline;
    ++lateness_.late;
    lateness_.max = std::max(lateness_.max, behind);
    lateness_.total = lateness_.total + behind;
    return {};
}

}  // namespace synchrono

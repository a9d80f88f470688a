#include "comm_server/channel/internal/interference.hpp"

#include <algorithm>

namespace synchrono::comm_server {

void Interference::close(std::int64_t now) {
    if (count_ > 1 && now > from_) {
        if (used_ == spans_.size()) spans_.emplace_back();
        Span& span = spans_[used_++];
        span.from = from_;
        span.until = now;
        span.units.assign(sum_.begin(), sum_.end());
    }
    from_ = now;
}

void Interference::add(const OnAir& air, std::int64_t sign) {
    for (const Heard& heard : air.heard) sum_[heard.station] += sign * units(heard.power_mw);
}

void Interference::started(const OnAir& air, const OnAirList& others, std::int64_t now) {
    close(now);
    if (++count_ == 2) add(*others.front(), 1);
    if (count_ >= 2) add(air, 1);
}

void Interference::ended(const OnAir& air, const OnAirList& others, std::int64_t now) {
    close(now);
    if (count_ >= 2) add(air, -1);
    if (--count_ == 1) add(*others.front(), -1);
}

void Interference::drop_before(std::int64_t time) {
    const auto keep = std::find_if(spans_.begin(), spans_.begin() + static_cast<std::ptrdiff_t>(used_),
                                   [&](const Span& span) { return span.until > time; });
    const auto dropped = static_cast<std::size_t>(keep - spans_.begin());
    std::rotate(spans_.begin(), keep, spans_.begin() + static_cast<std::ptrdiff_t>(used_));
    used_ -= dropped;
}

}  // namespace synchrono::comm_server

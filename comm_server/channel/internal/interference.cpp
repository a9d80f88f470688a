#include "comm_server/channel/internal/interference.hpp"

namespace synchrono::comm_server {

namespace {

constexpr std::size_t kPruneFrom = 16;  // levels that one station has

}  // namespace

void Interference::note(Log& log, std::int64_t now) const {
    std::vector<Level>& levels = log.levels;
    if (!levels.empty() && levels.back().from == now) {
        levels.back().units = log.units;
        return;
    }
    if (levels.size() >= kPruneFrom && levels.size() == levels.capacity()) {
        const auto keep = std::find_if(levels.begin() + 1, levels.end(),
                                       [&](const Level& level) { return level.from > keep_from_; });
        levels.erase(levels.begin(), keep - 1);
    }
    levels.push_back({now, log.units});
}

void Interference::change(const OnAir& air, std::int64_t sign, std::int64_t now) {
    for (const Heard& heard : air.heard) {
        Log& log = logs_[heard.station];
        log.units += sign * units(heard.power_mw);
        note(log, now);
    }
}

void Interference::started(const OnAir& air, const OnAirList& others, std::int64_t now) {
    if (others.empty()) return;
    keep_from_ = others.front()->start;
    if (others.size() == 1) change(*others.front(), 1, now);
    change(air, 1, now);
}

void Interference::ended(const OnAir& air, const OnAirList& others, std::int64_t now) {
    if (others.empty()) return;
    change(air, -1, now);
    if (others.size() == 1) change(*others.front(), -1, now);
}

}  // namespace synchrono::comm_server

#include "comm_server/channel/internal/interference.hpp"

namespace synchrono::comm_server::channel {

namespace {

constexpr std::size_t kPruneFrom = 16;  // shorter lists of levels are not pruned

}  // namespace

void Interference::add_level(PowerHistory& history, std::int64_t now) const {
    std::vector<Level>& levels = history.levels;
    if (!levels.empty() && levels.back().from == now) {
        levels.back().units = history.units;
        return;
    }
    if (levels.size() >= kPruneFrom && levels.size() == levels.capacity()) {
        const auto keep = std::find_if(levels.begin() + 1, levels.end(),
                                       [&](const Level& level) { return level.from > keep_from_; });
        levels.erase(levels.begin(), keep - 1);
    }
    levels.push_back({now, history.units});
}

void Interference::change(const OnAir& air, std::int64_t sign, std::int64_t now) {
    for (const Candidate& candidate : air.candidates) {
        PowerHistory& history = histories_[candidate.station];
        history.units += sign * units(candidate.power_mw);
        add_level(history, now);
    }
}

void Interference::add(const OnAir& air, const OnAirList& others, std::int64_t now) {
    if (others.empty()) return;
    keep_from_ = others.front()->start;
    if (others.size() == 1) change(*others.front(), 1, now);
    change(air, 1, now);
}

void Interference::remove(const OnAir& air, const OnAirList& others, std::int64_t now) {
    if (others.empty()) return;
    change(air, -1, now);
    if (others.size() == 1) change(*others.front(), -1, now);
}

}  // namespace synchrono::comm_server::channel

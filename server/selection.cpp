#include "server/selection.hpp"

namespace synchrono::server {

void Selection::find_near(const Member& member, Tick tick) {
    const double radius_m = member.interest.radius_m;
    const InterestGrid& places = grid(tick, radius_m);
    near_.clear();
    for (const auto& agent : map_.by_id()) {
        if (agent->member != member.id) continue;
        if (const StateEntry* state = state_at(*agent, tick))
            places.near(state->x_m, state->y_m, radius_m, near_);
    }
    std::sort(near_.begin(), near_.end());
    near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
}

const InterestGrid& Selection::grid(Tick tick, double radius_m) {
    if (grid_tick_ == tick && grid_radius_m_ == radius_m) return grid_;
    grid_.clear(radius_m);
    const auto agents = map_.by_id();
    for (std::uint32_t i = 0; i < agents.size(); ++i) {
        if (const StateEntry* state = state_at(*agents[i], tick)) grid_.add(i, state->x_m, state->y_m);
    }
    grid_.sort();
    grid_tick_ = tick;
    grid_radius_m_ = radius_m;
    return grid_;
}

}  // namespace synchrono::server

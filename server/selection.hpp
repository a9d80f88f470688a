/// What a member may see: which messages of a bundle its interest covers, in ascending order of the agents.
/// It knows places and who belongs to whom, and not how the messages are carried.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "server/interest.hpp"
#include "server/member.hpp"
#include "server/world_map.hpp"

namespace synchrono::server {

/// Under `exact` a bundle is that of its heartbeat. Under `window` it is the newest of everybody, and of this
/// what came after `since`, a version of the map; zero: all that still matters.
struct BundleKey {
    Tick tick;
    std::uint64_t since = 0;
    friend bool operator==(const BundleKey&, const BundleKey&) = default;
};

/// Threading: confined to the world thread.  Borrows the map.
class Selection {
  public:
    explicit Selection(const WorldMap& map) : map_(map) {}

    /// Calls `visit(message)` for each that `member` may see.
    template <typename Visit>
    void each(const Member& member, const BundleKey& bundle, Visit visit) {
        switch (member.interest.kind) {
            case config::Interest::Kind::world:
                return each_of_world(bundle, visit);
            case config::Interest::Kind::radius:
                find_near(member, bundle.tick);
                for (const std::uint32_t index : near_) {
                    const WorldAgent& agent = *map_.by_id()[index];
                    if (agent.member != member.id) visit_if_new(agent, bundle, visit);
                }
                return;
            case config::Interest::Kind::agents:
                // Those that have ended since are still part of the bundles before.
                for (const auto& agent : map_.by_id()) {
                    const auto& wanted = member.interest.agents;
                    if (std::binary_search(wanted.begin(), wanted.end(), agent->id))
                        visit_if_new(*agent, bundle, visit);
                }
        }
    }
    /// The same for who sees the whole world.
    template <typename Visit>
    void each_of_world(const BundleKey& bundle, Visit visit) const {
        for (const auto& agent : map_.by_id()) visit_if_new(*agent, bundle, visit);
    }
    /// The map is about to change, and with it who is near whom.
    void forget() { grid_radius_m_ = 0; }

  private:
    template <typename Visit>
    void visit_if_new(const WorldAgent& agent, const BundleKey& bundle, Visit& visit) const {
        if (agent.version <= bundle.since && bundle.since > 0) return;
        if (agent.end && !map_.is_exact() && bundle.since == 0) return;  // old news
        if (const StateEntry* state = state_at(agent, bundle.tick)) visit(state->message);
    }
    const StateEntry* state_at(const WorldAgent& agent, Tick tick) const {
        return map_.newest_at(agent, map_.is_exact() ? tick : agent.newest);
    }
    /// Leaves in near_ who is near one of the member's agents, itself included, ascending.
    void find_near(const Member& member, Tick tick);
    const InterestGrid& grid(Tick tick, double radius_m);

    const WorldMap& map_;
    InterestGrid grid_;
    Tick grid_tick_{-1};
    double grid_radius_m_ = 0;  // zero: the grid is of another turn
    std::vector<std::uint32_t> near_;
};

}  // namespace synchrono::server

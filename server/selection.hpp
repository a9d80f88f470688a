/// Selects the messages of a bundle that are within a member's interest, in ascending order of their agents.
/// The selection knows where agents are and to whom they belong, but not how messages are sent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "server/interest.hpp"
#include "server/member.hpp"
#include "server/world_map.hpp"

namespace synchrono::server {

/// Identifies a bundle. Under `exact` it is the bundle of heartbeat `tick`. Under `window` it holds the
/// newest message of each agent whose version is above `since_version`. If `since_version` is 0, it holds
/// the newest message of every live agent.
struct BundleKey {
    Tick tick;
    std::uint64_t since_version = 0;
    friend bool operator==(const BundleKey&, const BundleKey&) = default;
};

/// Threading: confined to the world thread.  Borrows the map.
class Selection {
  public:
    explicit Selection(const WorldMap& map) : map_(map) {}

    /// Calls `visit(message)` for each message of the bundle that `member` may see.
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
                // The map also has agents that have ended lately, because the bundles before their end
                // contain their messages.
                for (const auto& agent : map_.by_id()) {
                    const auto& wanted = member.interest.agents;
                    if (std::binary_search(wanted.begin(), wanted.end(), agent->id))
                        visit_if_new(*agent, bundle, visit);
                }
        }
    }
    /// Calls `visit(message)` for each message of the bundle, as for a member that sees the whole world.
    template <typename Visit>
    void each_of_world(const BundleKey& bundle, Visit visit) const {
        for (const auto& agent : map_.by_id()) visit_if_new(*agent, bundle, visit);
    }
    /// Discards the sorted positions. Call it before the map changes.
    void discard_positions() { grid_radius_m_ = 0; }

  private:
    template <typename Visit>
    void visit_if_new(const WorldAgent& agent, const BundleKey& bundle, Visit& visit) const {
        if (agent.version <= bundle.since_version && bundle.since_version > 0) return;
        if (agent.end && !map_.is_exact() && bundle.since_version == 0) return;  // not live any more
        if (const StateEntry* state = state_at(agent, bundle.tick)) visit(state->message);
    }
    const StateEntry* state_at(const WorldAgent& agent, Tick tick) const {
        return map_.newest_at(agent, map_.is_exact() ? tick : agent.newest);
    }
    /// Fills near_ with the indices in by_id() of the agents near any of the member's agents, ascending. The
    /// member's own agents are included.
    void find_near(const Member& member, Tick tick);
    const InterestGrid& grid(Tick tick, double radius_m);

    const WorldMap& map_;
    InterestGrid grid_;
    Tick grid_tick_{-1};
    double grid_radius_m_ = 0;  // 0: the grid is out of date
    std::vector<std::uint32_t> near_;
};

}  // namespace synchrono::server

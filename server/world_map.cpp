#include "server/world_map.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono::server {

WorldMap::WorldMap(SimDuration heartbeat, GatePolicy gate) : heartbeat_(heartbeat), gate_(gate) {
    SYN_REQUIRE(heartbeat > SimDuration{});
    SYN_REQUIRE(gate.heartbeats >= 1 &&
                gate.heartbeats <= (is_exact() ? limits::kLagMax : limits::kWindowMax));
}

void WorldMap::expect(AgentId agent, Tick enter) {
    SYN_REQUIRE(by_id_.empty() && ended_.empty());
    expected_[agent] = enter;
    awaited_[agent] = enter;
}

std::vector<AgentId> WorldMap::awaited(std::size_t most) const {
    std::vector<AgentId> agents;
    for (const auto& [agent, enter] : awaited_) agents.push_back(agent);
    const auto kept = std::min(most, agents.size());
    std::partial_sort(agents.begin(), agents.begin() + static_cast<std::ptrdiff_t>(kept), agents.end());
    agents.resize(kept);
    return agents;
}

Tick WorldMap::entry_for_newcomer(std::span<const AgentId> agents) const {
    Tick entry = started() ? reached_ + gate_.heartbeats + 1 : Tick{0};
    for (const AgentId agent : agents) {
        if (const auto ended = ended_.find(agent); ended != ended_.end())
            entry = std::max(entry, ended->second);
    }
    return entry;
}

std::optional<Tick> WorldMap::expected_entry(AgentId agent) const {
    const auto found = expected_.find(agent);
    return found == expected_.end() ? std::nullopt : std::optional(found->second);
}

void WorldMap::join(MemberId member, AgentId id, Tick enter) {
    SYN_REQUIRE(!is_live(id) && id.value < limits::kAgentsMax);
    SYN_REQUIRE(enter > reached_);
    auto agent = std::make_unique<WorldAgent>();
    agent->id = id;
    agent->member = member;
    agent->enter = enter;
    agent->next_due = enter;
    agent->history.resize(is_exact() ? limits::kHistoryDepth : 1);
    if (live_.size() <= id.value) live_.resize(id.value + 1);
    live_[id.value] = agent.get();
    ++live_count_;
    by_id_.insert(std::upper_bound(by_id_.begin(), by_id_.end(), id,
                                   [](AgentId wanted, const auto& other) { return wanted < other->id; }),
                  std::move(agent));
    slowest_ = 0;
    awaited_.erase(id);
}

Tick WorldMap::remove(AgentId id, Departure departure) {
    SYN_REQUIRE(is_live(id));
    WorldAgent& agent = *live_[id.value];
    // The last message of a flow has period 0 and sets next_due to the heartbeat after that message.
    agent.end = agent.next_due;
    std::erase(agents_that_left_, id);
    const Tick end = *agent.end;
    live_[id.value] = nullptr;
    --live_count_;
    if (const auto expected = expected_.find(id);
        departure == Departure::lost && !started() && expected != expected_.end())
        awaited_.insert(*expected);
    if (agent.has_message()) {
        ended_[id] = end;
    } else {
        // An agent that never published is in no bundle, and does not limit when an agent of the same number
        // may enter later. So the map keeps nothing of such an agent, however often clients come and go.
        std::erase_if(by_id_, [&agent](const auto& one) { return one.get() == &agent; });
        slowest_ = 0;
    }
    return end;
}

std::optional<Refusal> WorldMap::accept(MemberId member, const net::AgentHeader& header, ByteView message) {
    if (!is_live(header.agent)) return Refusal::unknown_agent;
    WorldAgent& agent = *live_[header.agent.value];
    if (agent.member != member) return Refusal::unknown_agent;

    const SimDuration since_start = header.time.since_start();
    if (since_start < SimDuration{} || since_start % heartbeat_ != SimDuration{} ||
        header.period < SimDuration{} || header.period % heartbeat_ != SimDuration{} ||
        header.period / heartbeat_ > limits::kPeriodMax || message.size() > limits::kStateBytesMax ||
        !std::isfinite(header.x_m) || !std::isfinite(header.y_m) || !std::isfinite(header.z_m)) {
        return Refusal::off_heartbeat;
    }
    const Tick tick{since_start / heartbeat_};
    if (tick < agent.next_due && (is_exact() || tick <= agent.newest || tick < agent.enter))
        return Refusal::stale;
    if (agent.has_message() && entry(agent, agent.newest)->period == 0) return Refusal::stale;
    if (tick > reached_ + gate_.heartbeats) return Refusal::ahead_of_gate;
    StateEntry& place = slot(agent, tick);
    if (place.tick == tick) return Refusal::stale;

    place.tick = tick;
    place.period = header.period / heartbeat_;
    place.x_m = header.x_m;
    place.y_m = header.y_m;
    place.message.assign(message.begin(), message.end());
    if (is_exact()) {
        advance_flow(agent);
    } else {
        agent.newest = tick;
        agent.next_due = tick + std::max<std::int64_t>(place.period, 1);
        agent.version = ++version_;
        if (place.period == 0) agents_that_left_.push_back(agent.id);
    }
    return std::nullopt;
}

void WorldMap::advance_flow(WorldAgent& agent) {
    while (const StateEntry* due = entry(agent, agent.next_due)) {
        agent.newest = due->tick;
        agent.next_due = due->tick + std::max<std::int64_t>(due->period, 1);
        agent.version = ++version_;
        if (due->period == 0) {
            agents_that_left_.push_back(agent.id);
            return;
        }
    }
}

std::optional<AgentId> WorldMap::slowest() const {
    if (slowest_ < by_id_.size() && !by_id_[slowest_]->end) return by_id_[slowest_]->id;
    return std::nullopt;
}

bool WorldMap::may_advance() {
    if (!started() || live_count_ == 0) return false;
    // Usually some agent has not come further than `reached_`. The search continues from the agent that was
    // found last, so that it visits each agent once a heartbeat, in whatever order their messages come.
    for (std::size_t i = 0; i < by_id_.size(); ++i) {
        const std::size_t at = (slowest_ + i) % by_id_.size();
        if (!by_id_[at]->end && covered_up_to(*by_id_[at]) <= reached_) {
            slowest_ = at;
            return false;
        }
    }
    return true;
}

bool WorldMap::advance(Tick cap) {
    if (cap <= reached_ || !may_advance()) return false;
    std::optional<Tick> least;
    for (std::size_t at = 0; at < by_id_.size(); ++at) {
        if (by_id_[at]->end || (least && covered_up_to(*by_id_[at]) >= *least)) continue;
        least = covered_up_to(*by_id_[at]);
        slowest_ = at;
    }
    reached_ = std::min(*least, cap);
    forget_ended();
    return true;
}

void WorldMap::forget_ended() {
    const Tick horizon = reached_ - limits::kBundlesAheadMax;
    if (std::erase_if(by_id_, [&](const auto& agent) { return agent->end && *agent->end < horizon; }) > 0)
        slowest_ = 0;
}

const StateEntry* WorldMap::entry(const WorldAgent& agent, Tick tick) const {
    if (tick.index < 0) return nullptr;
    const StateEntry& found = agent.history[static_cast<std::size_t>(tick.index) % agent.history.size()];
    return found.tick == tick ? &found : nullptr;
}

const StateEntry* WorldMap::newest_at(const WorldAgent& agent, Tick tick) const {
    // The messages of a flow are at most kPeriodMax heartbeats apart. Under `window` messages may have been
    // lost, but there only the newest one is kept.
    if (agent.end && is_exact() && tick >= *agent.end) return nullptr;
    Tick at = std::min(tick, agent.newest);
    for (std::int64_t i = 0; i <= limits::kPeriodMax && at >= agent.enter; ++i, at = at - 1) {
        if (const StateEntry* found = entry(agent, at)) return found;
    }
    return nullptr;
}

}  // namespace synchrono::server

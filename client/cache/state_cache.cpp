#include "client/cache/state_cache.hpp"

#include <algorithm>
#include <cstring>

#include "common/base/contract.hpp"

namespace synchrono::client::cache {

StateCache::StateCache(SimDuration heartbeat, GatePolicy gate, Tick start)
    : heartbeat_(heartbeat),
      gate_(gate),
      now_(start - 1),
      consumed_(start - gate.heartbeats - 1),
      complete_through_(std::max(start - gate.heartbeats - 1, Tick{-1})) {
    complete_.fill(Tick{-1});
}

void StateCache::add_own(AgentId agent, std::string_view name, std::string_view vehicle) {
    add_agent(agent, name, vehicle, Tick{0});
    visible_[find_or_add(agent)].own = true;
}

void StateCache::add_own_message(const net::AgentHeader& header, ByteView any) {
    const auto found = find(header.agent);
    SYN_REQUIRE(found && visible_[*found].own);
    store(*found, header, any, Tick{header.time.since_start() / heartbeat_});
}

Verdict StateCache::check(Tick t) const {
    Verdict verdict;
    verdict.slowest = slowest_;
    if (is_exact()) {
        verdict.known_until = consumed_;
        verdict.go = complete_through_ >= t - gate_.heartbeats;
    } else if (slowest_tick_) {
        verdict.known_until = *slowest_tick_;
        verdict.go = *slowest_tick_ >= t - gate_.heartbeats;
    }
    return verdict;
}

void StateCache::step_to(Tick t) {
    SYN_REQUIRE(check(t).go && t > now_);
    now_ = t;
    peers_.clear();
    if (is_exact()) {
        for (Tick bundle = std::max(consumed_ + 1, Tick{0}); bundle <= t - gate_.heartbeats;
             bundle = bundle + 1) {
            const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                            [&](const Waiting& w) { return w.bundle == bundle; });
            if (found == waiting_.end()) continue;  // a bundle may be empty
            // The parts of a bundle may have come in any order, but its messages become visible in the order
            // of their agents.
            const auto by_id = [](const Hidden& a, const Hidden& b) { return a.id < b.id; };
            if (!std::is_sorted(found->messages.begin(), found->messages.end(), by_id)) {
                std::sort(found->messages.begin(), found->messages.end(), by_id);
            }
            for (const Hidden& message : found->messages) {
                make_visible(find_or_add(message.id), message.header,
                             ByteView(found->anys).subspan(message.any_at, message.any_bytes));
            }
            found->bundle = Tick{-1};
            found->messages.clear();
            found->anys.clear();
            spare_.push_back(std::move(*found));
            waiting_.erase(found);
        }
        consumed_ = std::max(consumed_, t - gate_.heartbeats);
    }
    if (ended_count_ > 0) {
        for (std::size_t i = facts_.size(); i-- > 0;) {
            if (facts_[i].end && (!is_exact() || *facts_[i].end <= consumed_)) forget(i);
        }
    }
}

std::span<const Peer> StateCache::peers() {
    peers_.clear();
    for (std::size_t i = 0; i < visible_.size(); ++i) {
        if (in_sight(visible_[i])) peers_.push_back(peer_at(i));
    }
    return peers_;
}

bool StateCache::in_sight(const Visible& peer) const {
    if (peer.newest.index < 0) return false;
    // Under `exact`, an agent whose promised message did not come is not visible any more: it has ended, or
    // is no longer of interest to us. Under `window` the message may have been lost, so the agent stays
    // visible for some more heartbeats.
    const std::int64_t period = std::max<std::int64_t>(peer.header.period / heartbeat_, 1);
    const Tick expected_until = peer.newest + (period - 1);
    return is_exact() ? expected_until >= consumed_
                      : expected_until + (gate_.heartbeats + limits::kPeriodMax) >= now_;
}

Peer StateCache::peer_at(std::size_t index) const {
    const Visible& v = visible_[index];
    return {v.id,     facts_[index].name, facts_[index].vehicle,
            v.newest, v.header,           ByteView(anys_).subspan(index * any_room_, v.any_bytes)};
}

std::optional<std::size_t> StateCache::find(AgentId agent) {
    // Bundles name agents in ascending order, so a message is nearly always from the agent that follows the
    // last one.
    if (next_index_ >= visible_.size()) next_index_ = 0;
    if (next_index_ < visible_.size() && visible_[next_index_].id == agent) return next_index_++;
    const auto found = std::lower_bound(visible_.begin(), visible_.end(), agent,
                                        [](const Visible& v, AgentId wanted) { return v.id < wanted; });
    if (found == visible_.end() || found->id != agent) return std::nullopt;
    const auto index = static_cast<std::size_t>(found - visible_.begin());
    next_index_ = index + 1;
    return index;
}

std::size_t StateCache::find_or_add(AgentId agent) {
    if (const auto found = find(agent)) return *found;
    const auto at = std::lower_bound(visible_.begin(), visible_.end(), agent,
                                     [](const Visible& v, AgentId wanted) { return v.id < wanted; }) -
                    visible_.begin();
    Visible added;
    added.id = agent;
    visible_.insert(visible_.begin() + at, added);
    facts_.emplace(facts_.begin() + at);
    anys_.insert(anys_.begin() + at * static_cast<std::ptrdiff_t>(any_room_), any_room_, std::byte{});
    return static_cast<std::size_t>(at);
}

void StateCache::forget(std::size_t index) {
    const AgentId agent = visible_[index].id;
    if (facts_[index].left)
        departed_.insert(std::upper_bound(departed_.begin(), departed_.end(), agent), agent);
    const auto at = static_cast<std::ptrdiff_t>(index), room = static_cast<std::ptrdiff_t>(any_room_);
    visible_.erase(visible_.begin() + at);
    facts_.erase(facts_.begin() + at);
    anys_.erase(anys_.begin() + at * room, anys_.begin() + (at + 1) * room);
    --ended_count_;
}

void StateCache::add_agent(AgentId agent, std::string_view name, std::string_view vehicle, Tick first) {
    const std::size_t index = find_or_add(agent);
    if (visible_[index].own) return;
    Facts& facts = facts_[index];
    facts.name = name;
    facts.vehicle = vehicle;
    facts.first = first;
    if (facts.end) --ended_count_;
    facts.end.reset();
    facts.left = false;
    std::erase(departed_, agent);
}

void StateCache::end_agent(AgentId agent, Tick first_without) {
    const auto found = find(agent);
    if (!found) return;
    if (!facts_[*found].end) ++ended_count_;
    facts_[*found].end = first_without;
}

void StateCache::mark_departed(AgentId agent) {
    if (const auto found = find(agent)) facts_[*found].left = true;
}

void StateCache::add_message(const net::AgentMessageView& message, Tick bundle) {
    const auto found = find(message.header.agent);
    // An agent that has not been announced yet is not visible. Under `window` its notice and its next message
    // are on the way, so this message is dropped. Under `exact` this message is kept, since its bundle is not
    // complete before the notice has come.
    if (!found && !is_exact()) return;
    const std::size_t index = found ? *found : find_or_add(message.header.agent);
    if (!visible_[index].own) store(index, message.header, message.any, bundle);
}

void StateCache::store(std::size_t index, const net::AgentHeader& header, ByteView any, Tick bundle) {
    if (!is_exact()) {
        // Messages of agents that have ended do not become visible. Nor do messages from before an agent
        // joined again, which a late datagram may bring.
        const Facts& facts = facts_[index];
        if (!facts.end && header.time >= facts.first.at(heartbeat_)) make_visible(index, header, any);
        return;
    }
    const AgentId agent = header.agent;
    if (bundle <= consumed_ || bundle > consumed_ + limits::kBundlesAheadMax) return;
    Waiting& waiting = waiting_for(bundle);
    if (!waiting.messages.empty() && !(waiting.messages.back().id < agent)) {
        const auto same = [&](const Hidden& message) { return message.id == agent; };
        if (std::any_of(waiting.messages.begin(), waiting.messages.end(), same)) return;  // a repetition
    }
    waiting.messages.push_back({agent, static_cast<std::uint32_t>(any.size()), waiting.anys.size(), header});
    waiting.anys.insert(waiting.anys.end(), any.begin(), any.end());
}

StateCache::Waiting& StateCache::waiting_for(Tick bundle) {
    for (Waiting& waiting : waiting_) {
        if (waiting.bundle == bundle) return waiting;
    }
    if (spare_.empty()) spare_.emplace_back();
    waiting_.push_back(std::move(spare_.back()));
    spare_.pop_back();
    waiting_.back().bundle = bundle;
    return waiting_.back();
}

void StateCache::make_visible(std::size_t index, const net::AgentHeader& header, ByteView any) {
    const Tick tick{header.time.since_start() / heartbeat_};
    Visible& peer = visible_[index];
    if (tick <= peer.newest) return;  // bundles repeat the newest message of a flow with a longer period
    if (any.size() > any_room_) {
        // This state is larger than any before: make more room for each agent.
        const std::size_t wider = std::max(any_room_ * 2, any.size());
        Bytes anys(visible_.size() * wider);
        for (std::size_t i = 0; i < visible_.size(); ++i) {
            std::memcpy(anys.data() + i * wider, anys_.data() + i * any_room_, visible_[i].any_bytes);
        }
        anys_ = std::move(anys);
        any_room_ = wider;
    }
    peer.newest = tick;
    peer.header = header;
    peer.any_bytes = static_cast<std::uint32_t>(any.size());
    if (!any.empty()) std::memcpy(anys_.data() + index * any_room_, any.data(), any.size());
    if (tap_) tap_(peer_at(index));
}

void StateCache::complete_bundle(Tick bundle) {
    if (bundle <= complete_through_) return;
    complete_[static_cast<std::size_t>(bundle.index) % complete_.size()] = bundle;
    while (complete_[static_cast<std::size_t>((complete_through_ + 1).index) % complete_.size()] ==
           complete_through_ + 1) {
        complete_through_ = complete_through_ + 1;
    }
}

void StateCache::set_slowest(AgentId agent, Tick tick) {
    if (slowest_tick_ && tick <= *slowest_tick_) return;
    slowest_tick_ = tick;
    slowest_ = agent;
}

}  // namespace synchrono::client::cache

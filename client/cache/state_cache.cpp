#include "client/cache/state_cache.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace synchrono::client {

StateCache::StateCache(SimDuration heartbeat, config::GatePolicy gate, Tick start)
    : heartbeat_(heartbeat),
      gate_(gate),
      consumed_(start - gate.heartbeats),
      complete_through_(std::max(start - gate.heartbeats, Tick{-1})) {
    complete_.fill(Tick{-1});
}

void StateCache::add_own(AgentId agent, std::string_view name, std::string_view vehicle) {
    Known& known = know(agent);
    known.peer.name = name;
    known.peer.vehicle = vehicle;
    own_.insert(agent);
}

void StateCache::own_message(const net::AgentHeader& header, ByteView any) {
    SYN_REQUIRE(own_.contains(header.agent));
    take(*index_.at(header.agent), header, any, Tick{header.time.since_start() / heartbeat_});
}

Verdict StateCache::check(Tick t) const {
    Verdict verdict;
    verdict.slowest = slowest_;
    if (is_exact()) {
        verdict.known = complete_through_;
        verdict.go = complete_through_ >= t - gate_.heartbeats;
    } else if (slowest_tick_) {
        verdict.known = *slowest_tick_;
        verdict.go = *slowest_tick_ >= t - gate_.heartbeats;
    }
    return verdict;
}

void StateCache::step_to(Tick t) {
    SYN_REQUIRE(check(t).go);
    for (const auto& known : peers_) known->peer.is_new = false;
    if (is_exact()) {
        SYN_REQUIRE(t - gate_.heartbeats > consumed_);
        for (Tick bundle = std::max(consumed_ + 1, Tick{0}); bundle <= t - gate_.heartbeats; bundle = bundle + 1) {
            for (const auto& known : peers_) {
                const Waiting& waiting = known->waiting[static_cast<std::size_t>(bundle.index) % kBundles];
                if (waiting.bundle == bundle) show(*known, waiting.header, waiting.any);
            }
        }
        consumed_ = t - gate_.heartbeats;
    }
    look_around(t);
}

void StateCache::show(Known& known, const net::AgentHeader& header, ByteView any) {
    Peer& peer = known.peer;
    const Tick tick{header.time.since_start() / heartbeat_};
    if (tick <= peer.newest) return;  // a flow whose period is longer repeats its newest in each bundle
    peer.newest = tick;
    peer.header = header;
    peer.any.assign(any.begin(), any.end());
    peer.is_new = true;
    if (tap_) tap_(peer);
}

void StateCache::look_around(Tick t) {
    std::erase_if(peers_, [this](const auto& known) {
        const bool gone = known->end && (is_exact() ? *known->end <= consumed_ : true);
        if (gone) index_.erase(known->peer.id);
        return gone;
    });
    in_sight_.clear();
    for (const auto& known : peers_) {
        const Peer& peer = known->peer;
        if (peer.newest.index < 0) continue;
        // Under `exact` a flow that did not speak when it said it would is out of sight: it ended or left our
        // interest. Under `window` some of its messages may have been lost; a few heartbeats of grace.
        const std::int64_t period = std::max<std::int64_t>(peer.header.period / heartbeat_, 1);
        const Tick expected_until = peer.newest + (period - 1);
        const bool in_sight = is_exact() ? expected_until >= consumed_
                                         : expected_until + (gate_.heartbeats + limits::kPeriodMax) >= t;
        if (in_sight) in_sight_.push_back(&peer);
    }
}

StateCache::Known& StateCache::know(AgentId agent) {
    if (const auto found = index_.find(agent); found != index_.end()) return *found->second;
    auto known = std::make_unique<Known>();
    known->peer.id = agent;
    Known& place = *known;
    index_[agent] = &place;
    peers_.insert(std::upper_bound(peers_.begin(), peers_.end(), agent,
                                   [](AgentId wanted, const auto& other) { return wanted < other->peer.id; }),
                  std::move(known));
    return place;
}

void StateCache::joined(AgentId agent, std::string_view name, std::string_view vehicle, Tick) {
    if (own_.contains(agent)) return;
    Known& known = know(agent);
    known.peer.name = name;
    known.peer.vehicle = vehicle;
    known.end.reset();
}

void StateCache::ended(AgentId agent, Tick first_without) {
    if (const auto found = index_.find(agent); found != index_.end()) found->second->end = first_without;
}

void StateCache::message(const net::AgentMessageView& message, Tick bundle) {
    if (own_.contains(message.header.agent)) return;
    const auto found = index_.find(message.header.agent);
    if (found != index_.end()) {
        take(*found->second, message.header, message.any, bundle);
    } else if (is_exact()) {
        // Its notice is on the way, and the bundle is not complete before it came.
        take(know(message.header.agent), message.header, message.any, bundle);
    }
}

void StateCache::take(Known& known, const net::AgentHeader& header, ByteView any, Tick bundle) {
    if (!is_exact()) {
        if (!known.end) show(known, header, any);
        return;
    }
    if (bundle <= consumed_ || bundle > consumed_ + static_cast<std::int64_t>(kBundles)) return;
    Waiting& waiting = known.waiting[static_cast<std::size_t>(bundle.index) % kBundles];
    if (waiting.bundle == bundle) return;
    waiting.bundle = bundle;
    waiting.header = header;
    waiting.any.assign(any.begin(), any.end());
}

void StateCache::complete(Tick bundle) {
    if (bundle <= complete_through_) return;
    complete_[static_cast<std::size_t>(bundle.index) % kBundles] = bundle;
    while (complete_[static_cast<std::size_t>((complete_through_ + 1).index) % kBundles] == complete_through_ + 1) {
        complete_through_ = complete_through_ + 1;
    }
}

void StateCache::slowest(AgentId agent, Tick tick) {
    if (slowest_tick_ && tick <= *slowest_tick_) return;
    slowest_tick_ = tick;
    slowest_ = agent;
}

}  // namespace synchrono::client

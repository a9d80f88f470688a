#include "server/fan_out.hpp"

#include <algorithm>
#include <cstring>

#include "common/base/contract.hpp"

namespace synchrono::server {
namespace {

// A client that asks for much is answered in portions: it asks again for the rest.
constexpr std::int64_t kBundlesAnAnswer = 8;

// What is composed and not yet sent should still lie in the processor's nearer caches when the kernel copies
// it.
constexpr std::size_t kComposedBytesMax = 256 << 10;

constexpr std::size_t kOverheadBytes = net::kUpdateSealBytes + net::kHeadBytesMax + net::kAwaitedMax * 6;

}  // namespace

FanOut::FanOut(const WorldMap& map, net::DatagramSocket& socket, const net::WorldKey& world_key)
    : map_(map), socket_(socket), body_sealer_(world_key), nothing_(body_sealer_.seal({})), own_(kBatch) {
    heads_.resize(kBatch);
    outgoing_.reserve(kBatch);
}

void FanOut::update(Session& session) {
    SYN_REQUIRE(!session.endpoint.is_nowhere());
    const bool answer = std::exchange(session.request, false);
    if (answer) counters_.add(FanOutCounter::answers);
    bool told = false;
    if (!map_.started()) {
        // Nothing yet but who is awaited.
    } else if (map_.is_exact()) {
        const Tick first{std::max<std::int64_t>(
            0, (answer ? session.have : std::max(session.have, session.sent)).index + 1)};
        const Tick last = std::min(map_.reached(), first + (kBundlesAnAnswer - 1));
        for (Tick tick = first; tick <= last; tick = tick + 1) {
            send_bundle(session, tick, 0);
            told = true;
        }
        if (told) session.sent = std::max(session.sent, last);
    } else {
        send_bundle(session, map_.reached(), answer ? 0 : session.sent_version);
        session.sent_version = map_.version();
        told = true;
    }
    if (answer && !told) send_status(session);
}

void FanOut::send_bundle(Session& session, Tick tick, std::uint64_t since_version) {
    const BodyKey key{tick, since_version, session.datagram_bytes_max - kOverheadBytes};
    send_parts(
        session, tick,
        session.interest.kind == config::Interest::Kind::world ? whole_world(key) : selection(session, key));
}

const FanOut::Body& FanOut::whole_world(const BodyKey& key) {
    // Shared by the sessions of one turn; until the next one (see flush) the map may change.
    for (const Shared& shared : shared_) {
        if (shared.key == key) return shared.body;
    }
    Shared& shared = shared_[next_shared_++ % kShared];
    if (shared.key.part_bytes_max > 0) send_composed();  // which may refer to it
    shared.key = key;
    shared.body.bytes.clear();
    shared.body.parts.clear();
    for (const auto& agent : map_.by_id()) add(shared.body, *agent, key);
    end_part(shared.body);
    return shared.body;
}

const FanOut::Body& FanOut::selection(const Session& session, const BodyKey& key) {
    if (own_used_ == kBatch) send_composed();
    if (outgoing_.empty()) own_used_ = 0;
    Body& own = own_[own_used_++];
    own.bytes.clear();
    own.parts.clear();
    near_.clear();
    const auto agents = map_.by_id();
    if (session.interest.kind == config::Interest::Kind::radius) {
        const InterestGrid& places = grid(key.tick, session.interest.radius_m);
        for (const auto& agent : agents) {
            if (agent->session != session.id) continue;
            if (const StateEntry* state =
                    map_.newest_at(*agent, map_.is_exact() ? key.tick : agent->newest)) {
                places.near(state->x_m, state->y_m, session.interest.radius_m, near_);
            }
        }
        std::sort(near_.begin(), near_.end());
        near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
        for (const std::uint32_t index : near_) {
            if (agents[index]->session != session.id) add(own, *agents[index], key);
        }
    } else {
        // Those that have ended since are still part of the bundles before.
        const auto& wanted = session.interest.agents;
        for (const auto& agent : agents) {
            if (std::binary_search(wanted.begin(), wanted.end(), agent->id)) add(own, *agent, key);
        }
    }
    end_part(own);
    composed_bytes_ += own.bytes.size();
    return own;
}

void FanOut::add(Body& body, const WorldAgent& agent, const BodyKey& key) {
    if (agent.version <= key.since_version && key.since_version > 0) return;
    if (agent.end && !map_.is_exact() && key.since_version == 0) return;  // old news
    const StateEntry* state = map_.newest_at(agent, map_.is_exact() ? key.tick : agent.newest);
    if (state == nullptr) return;
    const std::size_t part_start = body.parts.empty() ? 0 : body.parts.back().end;
    const std::size_t wanted = net::field_bytes(state->message.size());
    if (body.bytes.size() > part_start && body.bytes.size() - part_start + wanted > key.part_bytes_max) {
        end_part(body);
    }
    net::append_field(body.bytes, net::kMessagesField, state->message);
}

void FanOut::end_part(Body& body) {
    const std::size_t start = body.parts.empty() ? 0 : body.parts.back().end;
    const auto part = ByteView(body.bytes).subspan(start);
    body.parts.push_back({body.bytes.size(), part.empty() ? nothing_ : body_sealer_.seal(part)});
}

const InterestGrid& FanOut::grid(Tick tick, double radius_m) {
    if (grid_tick_ == tick && grid_radius_m_ == radius_m) return grid_;
    grid_.clear(radius_m);
    const auto agents = map_.by_id();
    for (std::uint32_t i = 0; i < agents.size(); ++i) {
        if (const StateEntry* state =
                map_.newest_at(*agents[i], map_.is_exact() ? tick : agents[i]->newest)) {
            grid_.add(i, state->x_m, state->y_m);
        }
    }
    grid_.sort();
    grid_tick_ = tick;
    grid_radius_m_ = radius_m;
    return grid_;
}

net::WorldUpdateHead FanOut::head_for(const Session& session, Tick tick) const {
    net::WorldUpdateHead head;
    head.time = tick.at(map_.heartbeat());
    head.slowest = map_.reached().at(map_.heartbeat());
    head.slowest_agent = map_.slowest().value_or(AgentId{});
    head.received = session.received.at(map_.heartbeat());
    head.notices = session.notices;
    head.started = map_.started();
    return head;
}

void FanOut::send_parts(Session& session, Tick tick, const Body& body) {
    counters_.add(FanOutCounter::updates);
    net::WorldUpdateHead head = head_for(session, tick);
    head.parts = static_cast<std::uint32_t>(body.parts.size());
    std::size_t start = 0;
    for (const auto& [end, seal] : body.parts) {
        compose(session, head, ByteView(body.bytes).subspan(start, end - start), seal);
        ++head.part;
        start = end;
    }
}

void FanOut::send_status(Session& session) {
    counters_.add(FanOutCounter::updates);
    awaited_ = map_.awaited(net::kAwaitedMax);
    compose(session, head_for(session, session.have), {}, nothing_);
    awaited_.clear();
}

void FanOut::compose(Session& session, const net::WorldUpdateHead& head, ByteView body,
                     const net::BodySeal& seal) {
    Bytes& buffer = heads_[outgoing_.size()];
    buffer.resize(net::kUpdateHeadAt);
    net::append_world_update_head(buffer, head, awaited_);
    const std::size_t head_bytes = buffer.size() - net::kUpdateHeadAt;
    buffer.resize(buffer.size() + net::kSealTagBytes);
    outgoing_.push_back({session.endpoint, net::seal_update(session.sealer, buffer, head_bytes, seal), body});
    const std::size_t bytes = buffer.size() + body.size();
    SYN_ENSURE(bytes <= session.datagram_bytes_max);
    composed_bytes_ += buffer.size();
    counters_.add(FanOutCounter::datagrams);
    counters_.add(FanOutCounter::bytes, bytes);
    if (outgoing_.size() == kBatch || composed_bytes_ > kComposedBytesMax) send_composed();
}

void FanOut::flush() {
    send_composed();
    for (Shared& shared : shared_) shared.key.part_bytes_max = 0;
    grid_radius_m_ = 0;
}

void FanOut::send_composed() {
    if (!outgoing_.empty()) {
        const std::size_t sent = socket_.send(outgoing_);
        counters_.add(FanOutCounter::send_failures, outgoing_.size() - sent);
        outgoing_.clear();
        composed_bytes_ = 0;
    }
}

}  // namespace synchrono::server

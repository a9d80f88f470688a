#include "server/transport/udp/fan_out.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"

namespace synchrono::server::transport {
namespace {

// An update sends at most this many bundles, whether it is an answer or not. A client that lacks more asks
// again.
constexpr std::int64_t kBundlesAnAnswer = 8;

// Composed datagrams should still be in the processor's nearer caches when the kernel copies them.
constexpr std::size_t kComposedBytesMax = 256 << 10;

// The most bytes of a datagram besides its body. The agents that the start waits for are not among them: as
// long as there are any, bodies are empty.
constexpr std::size_t kOverheadBytes = net::kUpdateSealBytes + net::kHeadBytesMax;
static_assert(kOverheadBytes + limits::kStateBytesMax + 4 <= limits::kDatagramBytesOffHost,
              "the longest message of an agent fits a datagram to any client");

}  // namespace

FanOut::FanOut(const WorldMap& map, Selection& selection, net::DatagramSocket& socket,
               const net::NumberedKey& world_key, const WallClock* clock)
    : map_(map),
      selection_(selection),
      socket_(socket),
      clock_(clock),
      body_sealer_(world_key),
      own_(kBatch) {
    heads_.resize(kBatch);
    outgoing_.reserve(kBatch);
}

void FanOut::update(const Member& member, Session& session, bool answer) {
    SYN_REQUIRE(!session.endpoint.is_nowhere());
    if (answer) counters_.add(FanOutCounter::answers);
    asked_ns_ = answer && clock_ != nullptr ? std::exchange(session.asked_ns, 0) : 0;
    clock_ns_ = asked_ns_ != 0 ? clock_->now().count_ns() : 0;
    bool bundle_sent = false;
    if (!map_.started()) {
        // Before the start an update has no messages; an answer lists the agents that the start waits for.
    } else if (map_.is_exact()) {
        const Tick first{std::max<std::int64_t>(
            0, (answer ? member.known_up_to : std::max(member.known_up_to, session.sent)).index + 1)};
        const Tick last = std::min(map_.reached(), first + (kBundlesAnAnswer - 1));
        for (Tick tick = first; tick <= last; tick = tick + 1) {
            send_bundle(member, session, {tick});
            bundle_sent = true;
        }
        if (bundle_sent) session.sent = std::max(session.sent, last);
    } else {
        send_bundle(member, session, {map_.reached(), answer ? 0 : session.sent_version});
        session.sent_version = map_.version();
        bundle_sent = true;
    }
    if (answer && !bundle_sent) send_status(member, session);
}

void FanOut::send_bundle(const Member& member, Session& session, const BundleKey& bundle) {
    const BodyKey key{bundle, session.datagram_bytes_max - kOverheadBytes, session.sealer.encrypts()};
    send_parts(member, session, bundle.tick,
               member.interest.kind == config::Interest::Kind::world ? world_body(key)
                                                                     : own_body(member, session, key));
}

const FanOut::Body& FanOut::world_body(const BodyKey& key) {
    // Members share bodies within one step. The map may change after the step, so flush() invalidates the
    // bodies.
    for (const SharedBody& shared : shared_) {
        if (shared.key == key) return shared.body;
    }
    SharedBody& shared = shared_[next_shared_++ % kShared];
    if (shared.key.part_bytes_max > 0) send_composed();  // composed datagrams may refer to the old body
    shared.key = key;
    Body& body = shared.body;
    clear(body, body_sealer_, key);
    selection_.each_of_world(key.bundle, [&](ByteView message) { add(body, message, key.part_bytes_max); });
    end_part(body);
    return body;
}

const FanOut::Body& FanOut::own_body(const Member& member, Session& session, const BodyKey& key) {
    if (own_used_ == kBatch) send_composed();
    if (outgoing_.empty()) own_used_ = 0;
    Body& body = own_[own_used_++];
    clear(body, session.own_bodies ? *session.own_bodies : body_sealer_, key);
    selection_.each(member, key.bundle, [&](ByteView message) { add(body, message, key.part_bytes_max); });
    end_part(body);
    composed_bytes_ += body.bytes.size();
    return body;
}

void FanOut::add(Body& body, ByteView message, std::size_t part_bytes_max) {
    const std::size_t part_start = body.parts.empty() ? 0 : body.parts.back().end;
    const std::size_t wanted = net::field_bytes(message.size());
    if (body.bytes.size() > part_start && body.bytes.size() - part_start + wanted > part_bytes_max)
        end_part(body);
    net::append_field(body.bytes, net::kMessagesField, message);
}

void FanOut::clear(Body& body, net::BodySealer& sealer, const BodyKey& key) {
    body.sealer = &sealer;
    body.encrypted = key.encrypted;
    body.bytes.clear();
    body.parts.clear();
}

void FanOut::end_part(Body& body) {
    const std::size_t start = body.parts.empty() ? 0 : body.parts.back().end;
    const auto part = std::span(body.bytes).subspan(start);
    body.parts.push_back(
        {body.bytes.size(), body.encrypted ? body.sealer->encrypt(part) : body.sealer->seal(part)});
}

net::WorldUpdateHead FanOut::head_for(const Member& member, Tick tick) const {
    net::WorldUpdateHead head;
    head.time = tick.at(map_.heartbeat());
    head.reached = map_.reached().at(map_.heartbeat());
    head.slowest_agent = map_.slowest().value_or(AgentId{});
    head.received_up_to = member.received_up_to.at(map_.heartbeat());
    head.notices = member.notices_sent;
    head.started = map_.started();
    head.asked_ns = asked_ns_;
    head.clock_ns = clock_ns_;
    return head;
}

void FanOut::send_parts(const Member& member, Session& session, Tick tick, const Body& body) {
    counters_.add(FanOutCounter::updates);
    net::WorldUpdateHead head = head_for(member, tick);
    head.parts = static_cast<std::uint32_t>(body.parts.size());
    std::size_t start = 0;
    for (const auto& [end, seal] : body.parts) {
        compose(session, head, ByteView(body.bytes).subspan(start, end - start), seal);
        ++head.part;
        start = end;
    }
}

void FanOut::send_status(const Member& member, Session& session) {
    counters_.add(FanOutCounter::updates);
    awaited_ = map_.awaited(net::kAwaitedMax);
    // An empty body has the same seal whether it is encrypted or not.
    net::BodySealer& bodies = session.own_bodies ? *session.own_bodies : body_sealer_;
    compose(session, head_for(member, member.known_up_to), {}, bodies.seal({}));
    awaited_.clear();
}

void FanOut::compose(Session& session, const net::WorldUpdateHead& head, ByteView body,
                     const net::BodySeal& seal) {
    Bytes& buffer = heads_[outgoing_.size()];
    buffer.resize(net::kUpdateHeadAt);
    net::append_world_update_head(buffer, head, awaited_);
    const std::size_t head_bytes = buffer.size() - net::kUpdateHeadAt;
    buffer.resize(buffer.size() + net::kSealTagBytes);
    outgoing_.push_back(
        {session.endpoint, net::seal_update(session.sealer, buffer, head_bytes, seal), body, session.at});
    const std::size_t bytes = buffer.size() + body.size();
    SYN_ENSURE(bytes <= session.datagram_bytes_max);
    composed_bytes_ += buffer.size();
    counters_.add(FanOutCounter::datagrams);
    counters_.add(FanOutCounter::bytes, bytes);
    if (outgoing_.size() == kBatch || composed_bytes_ > kComposedBytesMax) send_composed();
}

void FanOut::flush() {
    send_composed();
    for (SharedBody& shared : shared_) shared.key.part_bytes_max = 0;
}

void FanOut::send_composed() {
    if (!outgoing_.empty()) {
        const std::size_t sent = socket_.send(outgoing_);
        counters_.add(FanOutCounter::send_failures, outgoing_.size() - sent);
        outgoing_.clear();
        composed_bytes_ = 0;
    }
}

}  // namespace synchrono::server::transport

#include "client/transport/udp/udp_transport.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "common/base/contract.hpp"

namespace synchrono::client::transport {
namespace {

// The time for which a client waits at a shut gate before it asks for what may have been lost. If gaps in the
// sequence numbers show that datagrams do get lost, the client waits for a few round trips only. If there are
// no gaps, the world is merely slow. Then requests would make it slower still, above all those of a hundred
// clients at every heartbeat.
constexpr WallDuration kPatienceLossyMin = WallDuration::milliseconds(2);
constexpr WallDuration kPatienceLossyMax = WallDuration::milliseconds(40);
constexpr WallDuration kPatienceQuiet = WallDuration::milliseconds(40);
constexpr WallDuration kPatienceMax = WallDuration::milliseconds(100);
constexpr std::uint32_t kLossRemembered = 256;  // datagrams after a gap until the network counts as quiet
// The pause between two polls of the stream while no notice is known to be missing.
constexpr WallDuration kFramesEvery = WallDuration::milliseconds(20);
// A client that has no agents, or none that is due, publishes nothing. Under `exact` it still acknowledges
// the bundles that it has received, once so many are unacknowledged: the server keeps only a limited number
// of bundles for it.
constexpr std::int64_t kUnacknowledgedMax = limits::kBundlesAheadMax / 4;
// Each request also compares the clocks. This often there is one at least.
constexpr WallDuration kCompareClocksEvery = WallDuration::seconds(10);
constexpr std::uint32_t kPartsMax = 4'096;

std::optional<net::NumberedKey> key_of(const WorldKey& message) {
    net::NumberedKey key;
    if (message.number() > UINT16_MAX || message.key().size() != key.key.size()) return std::nullopt;
    key.number = static_cast<std::uint16_t>(message.number());
    std::memcpy(key.key.data(), message.key().data(), key.key.size());
    return key;
}

}  // namespace

UdpTransport::UdpTransport(ServerPorts& ports, const JoinRequest& request, WallDuration server_limit,
                           Counters<UdpCounter>& counters, WallTime now)
    : ports_(ports),
      counters_(counters),
      server_limit_(server_limit),
      started_(now),
      last_received_(now),
      polled_(now) {
    for (const auto& agent : request.agents()) own_agents_.push_back(AgentId{agent.agent()});
    auto stream = ports_.connect();
    if (!stream) {
        give_up({stream.error().temporary ? Status::absent : Status::lost, stream.error().text});
        return;
    }
    channel_.emplace(std::move(*stream));
    ClientFrame frame;
    *frame.mutable_join() = request;
    channel_->send(as_byte_view(frame.SerializeAsString()));
}

Transport::Status UdpTransport::poll(WallTime now, WallDuration wait_max, FlowSink* sink) {
    if (status_ == Status::joining) {
        channel_->flush();
        poll_frames(now, sink);
        if (status_ == Status::joining && now - started_ > server_limit_) {
            give_up({Status::lost, fmt::format("the server did not answer the join request within {} s",
                                               server_limit_.to_seconds())});
        } else if (status_ == Status::joining && wait_max > WallDuration{}) {
            channel_->stream().wait_readable(wait_max);
        }
        return status_;
    }
    if (status_ != Status::member) return status_;
    SYN_REQUIRE(sink != nullptr);
    const auto datagrams = datagrams_.socket->receive(wait_max);
    if (wait_max > WallDuration{}) now = ports_.after_wait(now);
    for (const auto& datagram : datagrams) handle(datagram, now, sink);
    // The stream is nearly always quiet. So it is polled only now and then, and when a datagram refers to a
    // notice that has not come.
    if (notices_wanted_ > notices_ || now - polled_ > kFramesEvery) poll_frames(now, sink);
    if (bundles_whole_ > 0) pass_on_complete(sink);
    if (status_ == Status::member && waiting_since_ &&
        now - std::max(last_received_, *waiting_since_) > server_limit_) {
        give_up(
            {Status::lost, fmt::format("the server has been silent for {} s", server_limit_.to_seconds())});
    }
    return status_;
}

void UdpTransport::give_up(Parting parting) {
    status_ = parting.status;
    reason_ = std::move(parting.reason);
    if (channel_) channel_->close();
}

void UdpTransport::poll_frames(WallTime now, FlowSink* sink) {
    polled_ = now;
    while (status_ == Status::joining || status_ == Status::member) {
        // Notices stay in the stream until there is a sink for them.
        if (status_ == Status::member && sink == nullptr) return;
        const auto [event, bytes] = channel_->poll();
        switch (event) {
            case net::FrameChannel::Event::nothing:
                return;
            case net::FrameChannel::Event::closed:
                return give_up({Status::lost, reason_of_closed_stream()});
            case net::FrameChannel::Event::oversized:
                return give_up({Status::lost, "the server sent a frame that is too long"});
            case net::FrameChannel::Event::frame:
                break;
        }
        ServerFrame frame;
        if (!frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
            return give_up({Status::lost, "the server sent a frame that is not a ServerFrame"});
        }
        if (frame.has_declined()) {
            return give_up(parting_of(frame.declined()));
        }
        if (frame.has_accepted() && status_ == Status::joining) {
            accept(frame.accepted(), now);
        } else if (frame.has_notice() && status_ == Status::member) {
            handle_notice(frame.notice(), sink);
        } else if (frame.has_world_key() && status_ == Status::member) {
            const auto key = key_of(frame.world_key());
            if (!key) return give_up({Status::lost, "the server's WorldKey is not well formed"});
            opener_->add_world_key(*key);
        }
    }
}

std::string UdpTransport::reason_of_closed_stream() const {
    if (status_ != Status::joining) return "the connection to the server is lost";
    const std::string& failure = channel_->stream().failure();
    return failure.empty() ? "the server closed the connection without an answer" : failure;
}

void UdpTransport::accept(const JoinAccepted& accepted, WallTime now) {
    const std::optional<JoinTerms> welcome = join_terms_of(accepted);
    const net::StreamProof* proof = channel_->stream().proof();
    const std::optional<net::NumberedKey> world_key = key_of(accepted.world_key());
    if (!welcome || proof == nullptr || !world_key || accepted.udp_port() == 0 ||
        accepted.udp_port() > 65'535 || accepted.datagram_bytes_max() < limits::kStateBytesMax + 64) {
        return give_up({Status::lost, "the server's JoinAccepted is not well formed"});
    }
    auto datagrams = ports_.open_datagrams(static_cast<std::uint16_t>(accepted.udp_port()));
    if (!datagrams) return give_up({Status::lost, datagrams.error().text});
    datagrams_ = std::move(*datagrams);
    const SessionId session{accepted.session()};
    const auto protection = accepted.encrypted() ? net::Protection::encrypted : net::Protection::sealed;
    sealer_.emplace(session, proof->key, net::Direction::to_server, protection);
    opener_.emplace(session, proof->key, *world_key, protection);
    datagram_bytes_max_ = std::min<std::size_t>(accepted.datagram_bytes_max(), limits::kDatagramBytesMax);
    terms_ = welcome;
    have_until_ = welcome->start - welcome->gate.heartbeats - 1;
    server_has_until_ = welcome->start - 1;
    status_ = Status::member;
    last_received_ = now;
    request(now);  // gives the server our UDP address; the answer gives a first round-trip time
}

void UdpTransport::handle_notice(const Notice& notice, FlowSink* sink) {
    notices_ = std::max(notices_, notice.number());
    if (auto parting = apply_notice(notice, *terms_, own_agents_, *sink)) give_up(std::move(*parting));
}

WallDuration UdpTransport::patience() const {
    return since_gap_ < kLossRemembered ? round_trips_ : kPatienceQuiet;
}

void UdpTransport::handle(const net::InDatagram& datagram, WallTime now, FlowSink* sink) {
    ByteView head_bytes, body;
    const std::uint64_t newest_before = opener_->newest();
    const auto use = sink->wants_messages() ? net::BodyUse::read : net::BodyUse::skip;
    switch (opener_->open(datagram.bytes, use, head_bytes, body)) {
        case net::Opener::Verdict::ok:
            break;
        case net::Opener::Verdict::replayed:
            return counters_.add(UdpCounter::dropped_replayed);
        default:
            return counters_.add(UdpCounter::dropped_unsealed);
    }
    net::WorldUpdateHead head;
    awaited_new_.clear();
    if (!net::decode_world_update_head(head_bytes, head, awaited_new_) ||
        head.time.count_ns() % terms_->heartbeat.count_ns() != 0 || head.parts > kPartsMax ||
        (head.parts > 0 && head.part >= head.parts)) {
        return counters_.add(UdpCounter::dropped_malformed);
    }
    counters_.add(UdpCounter::datagrams);
    counters_.add(UdpCounter::bytes, datagram.bytes.size());
    // All datagrams of an answer tell the same times, and the first one says most.
    if (head.clock_ns != 0 && head.asked_ns != std::exchange(answered_ns_, head.asked_ns)) {
        clock_reading_ = ClockReading{WallTime::nanoseconds(head.asked_ns),
                                      WallTime::nanoseconds(head.clock_ns), ports_.after_wait(now)};
    }
    last_received_ = now;
    if (opener_->newest() > newest_before + 1) {
        // A datagram was lost or overtaken. Either way this network cannot be relied on.
        counters_.add(UdpCounter::missed, opener_->newest() - newest_before - 1);
        since_gap_ = 0;
    } else {
        since_gap_ = std::min(since_gap_ + 1, kLossRemembered);
    }
    if (asked_at_) {
        // Only the answer to a single request gives a round-trip time: after a second request it is not known
        // which of the two was answered. An answer may also be late because an earlier one was lost, so a
        // longer time raises the estimate by an eighth at most.
        if (asked_in_a_row_ == 1) {
            const WallDuration measured = std::min((now - *asked_at_) * 4, round_trips_ + round_trips_ / 8);
            round_trips_ = std::clamp(measured, kPatienceLossyMin, kPatienceLossyMax);
        }
        asked_at_.reset();
    }
    server_has_until_ = std::max(server_has_until_, tick_of(head.received_up_to));
    notices_wanted_ = std::max(notices_wanted_, head.notices);
    awaited_.swap(awaited_new_);

    const Tick bundle = tick_of(head.time);
    if (is_exact() && has_part(head, bundle)) return;
    net::MessageCursor cursor(body);
    net::AgentMessageView message;
    while (cursor.next(message)) {
        if (message.header.time.count_ns() % terms_->heartbeat.count_ns() != 0) continue;
        sink->add_message(message, bundle);
    }
    if (cursor.malformed()) return counters_.add(UdpCounter::dropped_malformed);
    if (!head.started) return;
    if (is_exact()) {
        if (head.parts > 0) add_part(head, bundle);
    } else {
        sink->set_slowest(head.slowest_agent, tick_of(head.reached));
    }
}

bool UdpTransport::has_part(const net::WorldUpdateHead& head, Tick bundle) const {
    if (bundle.index < 0 || head.parts == 0) return false;
    const Parts& parts = bundles_[static_cast<std::size_t>(bundle.index) % bundles_.size()];
    return parts.bundle == bundle && parts.parts == head.parts && parts.seen[head.part];
}

void UdpTransport::add_part(const net::WorldUpdateHead& head, Tick bundle) {
    if (bundle.index < 0) return;
    Parts& parts = bundles_[static_cast<std::size_t>(bundle.index) % bundles_.size()];
    if (parts.bundle > bundle) return;
    if (parts.bundle < bundle) {
        parts.bundle = bundle;
        parts.parts = head.parts;
        parts.seen.assign(head.parts, false);
        parts.seen_count = 0;
        parts.is_passed_on = false;
        parts.notices = 0;
    }
    // A bundle has the same parts each time that it is sent, so the parts of a repetition can fill the gaps
    // of the first time.
    if (parts.parts != head.parts || parts.seen[head.part]) return;
    parts.seen[head.part] = true;
    parts.notices = std::max(parts.notices, head.notices);
    if (++parts.seen_count == parts.parts) ++bundles_whole_;
}

void UdpTransport::pass_on_complete(FlowSink* sink) {
    for (Parts& parts : bundles_) {
        if (parts.bundle.index < 0 || parts.is_passed_on || parts.seen_count < parts.parts ||
            parts.notices > notices_)
            continue;
        parts.is_passed_on = true;
        --bundles_whole_;
        sink->complete_bundle(parts.bundle);
    }
}

void UdpTransport::publish(Tick tick, std::span<const OutgoingState> messages, Tick known, WallTime now) {
    SYN_REQUIRE(status_ == Status::member);
    have_until_ = known;
    waiting_since_.reset();
    asked_in_a_row_ = 0;
    if (messages.empty()) return keep_alive(known, now);
    PublishedHeartbeat& kept = published_messages_[static_cast<std::size_t>(tick.index) % kKeptHeartbeats];
    kept.tick = tick;
    kept.fields.clear();
    kept.ends.clear();
    for (const auto& message : messages) {
        message_.clear();
        net::append_agent_message(message_, message.header, message.any);
        SYN_REQUIRE(message_.size() <= limits::kStateBytesMax);
        net::append_field(kept.fields, net::kMessagesField, message_);
        kept.ends.push_back(static_cast<std::uint32_t>(kept.fields.size()));
    }
    published_ = tick;
    begin_datagram({});
    compose(kept, {}, now);
    send_datagram(now);
    // On one host there is only one clock.
    if (!sealer_->encrypts() || now < clocks_due_) return;
    // While updates flow, the next one is no answer, so this request measures no round trip.
    counters_.add(UdpCounter::requests);
    clocks_due_ = now + kCompareClocksEvery;
    begin_datagram(now);
    send_datagram(now);
}

void UdpTransport::keep_alive(Tick known, WallTime now) {
    have_until_ = known;
    // Under `exact` the server would rather hold up the world than forget a bundle that we have not
    // acknowledged.
    const bool due = now - last_sent_ > terms_->silence_limit / 4 ||
                     (is_exact() && have_until_ - acknowledged_ >= kUnacknowledgedMax);
    if (status_ != Status::member || !due) return;
    begin_datagram({});
    send_datagram(now);
}

void UdpTransport::request_missing(Tick known, WallTime now) {
    have_until_ = known;
    if (!waiting_since_) {
        waiting_since_ = now;
        next_request_ = now + patience();
        asked_in_a_row_ = 0;
        return;
    }
    if (now < next_request_ || status_ != Status::member) return;
    request(now);
}

void UdpTransport::request(WallTime now) {
    counters_.add(UdpCounter::requests);
    asked_at_ = now;
    clocks_due_ = now + kCompareClocksEvery;
    ++asked_in_a_row_;
    // With each request in a row the pause grows if the world is merely slow. It does not grow if the network
    // loses datagrams: even after the server has got another client's lost message at last, our copy of that
    // message may get lost.
    const bool lossy = since_gap_ < kLossRemembered;
    next_request_ = now + (lossy ? patience() : std::min(patience() * asked_in_a_row_, kPatienceMax));
    begin_datagram(now);
    if (published_) {
        for (Tick tick = std::max(server_has_until_ + 1,
                                  *published_ - (static_cast<std::int64_t>(kKeptHeartbeats) - 1));
             tick <= *published_; tick = tick + 1) {
            const PublishedHeartbeat& kept =
                published_messages_[static_cast<std::size_t>(tick.index) % kKeptHeartbeats];
            if (kept.tick == tick) compose(kept, now, now);
        }
    }
    send_datagram(now);
}

void UdpTransport::begin_datagram(std::optional<WallTime> asked) {
    outbox_.resize(net::kSealHeadBytes);
    net::append_client_update_head(outbox_, {.known_up_to = have_until_.at(terms_->heartbeat),
                                             .request = asked.has_value(),
                                             .asked_ns = asked ? asked->count_ns() : 0});
}

void UdpTransport::compose(const PublishedHeartbeat& kept, std::optional<WallTime> asked, WallTime now) {
    std::size_t start = 0;
    for (const std::uint32_t end : kept.ends) {
        if (outbox_.size() + (end - start) + net::kSealTagBytes > datagram_bytes_max_) {
            send_datagram(now);
            begin_datagram(asked);
        }
        outbox_.insert(outbox_.end(), kept.fields.begin() + static_cast<std::ptrdiff_t>(start),
                       kept.fields.begin() + static_cast<std::ptrdiff_t>(end));
        start = end;
    }
}

void UdpTransport::send_datagram(WallTime now) {
    last_sent_ = now;
    acknowledged_ = have_until_;
    const std::size_t payload = outbox_.size() - net::kSealHeadBytes;
    outbox_.resize(outbox_.size() + net::kSealTagBytes);
    const net::OutDatagram datagram{datagrams_.server, sealer_->seal(outbox_, payload)};
    datagrams_.socket->send({&datagram, 1});
    counters_.add(UdpCounter::datagrams_sent);
}

WallTime UdpTransport::next_deadline() const { return next_request_; }

void UdpTransport::leave() {
    if (status_ != Status::member) return;
    give_up({Status::left, "left"});
}

}  // namespace synchrono::client::transport

#include "client/transport/udp/server_link.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "common/base/contract.hpp"

namespace synchrono::client {
namespace {

// How long a client waits at a shut gate before it asks for what may have been lost. If sequence numbers
// show that datagrams do get lost, it waits for a few round trips only. If none is missing, the world is
// merely slow, and requests would make it slower still, above all those of a hundred clients at every
// heartbeat.
constexpr WallDuration kPatienceLossyMin = WallDuration::milliseconds(2);
constexpr WallDuration kPatienceLossyMax = WallDuration::milliseconds(40);
constexpr WallDuration kPatienceQuiet = WallDuration::milliseconds(40);
constexpr WallDuration kPatienceMax = WallDuration::milliseconds(100);
constexpr std::uint32_t kLossRemembered = 256;  // datagrams after a gap until the network counts as quiet
constexpr WallDuration kFramesEvery = WallDuration::milliseconds(20);
// A client that publishes nothing, having no agents or none that is due, still acknowledges the bundles
// that it has received under `exact`, after so many at the latest: the server keeps only a limited number
// for it.
constexpr std::int64_t kUntoldMax = limits::kBundlesAheadMax / 4;
constexpr std::uint32_t kPartsMax = 4'096;

}  // namespace

ServerLink::ServerLink(ServerPorts& ports, const JoinRequest& request, WallDuration server_limit,
                       Counters<LinkCounter>& counters, WallTime now)
    : ports_(ports),
      counters_(counters),
      server_limit_(server_limit),
      started_(now),
      heard_(now),
      polled_(now) {
    for (const auto& agent : request.agents()) own_agents_.push_back(AgentId{agent.agent()});
    auto stream = ports_.connect();
    if (!stream) {
        give_up({Stage::lost, stream.error().text});
        return;
    }
    channel_.emplace(std::move(*stream));
    ClientFrame frame;
    *frame.mutable_join() = request;
    channel_->send(as_byte_view(frame.SerializeAsString()));
}

Transport::Stage ServerLink::turn(WallTime now, WallDuration wait_max, FlowSink* sink) {
    if (stage_ == Stage::joining) {
        channel_->flush();
        poll_frames(now, sink);
        if (stage_ == Stage::joining && now - started_ > server_limit_) {
            give_up({Stage::lost, fmt::format("the server did not answer the join request within {} s",
                                              server_limit_.to_seconds())});
        } else if (stage_ == Stage::joining && wait_max > WallDuration{}) {
            channel_->stream().wait_readable(wait_max);
        }
        return stage_;
    }
    if (stage_ != Stage::member) return stage_;
    SYN_REQUIRE(sink != nullptr);
    const auto datagrams = datagrams_.socket->receive(wait_max);
    if (wait_max > WallDuration{}) now = ports_.after_wait(now);
    for (const auto& datagram : datagrams) take(datagram, now, sink);
    // The stream is nearly always quiet, so it is polled only when an update refers to a notice that has
    // not come, and now and then.
    if (notices_wanted_ > notices_ || now - polled_ > kFramesEvery) poll_frames(now, sink);
    if (bundles_open_ > 0) tell_complete(sink);
    if (stage_ == Stage::member && waiting_since_ &&
        now - std::max(heard_, *waiting_since_) > server_limit_) {
        give_up(
            {Stage::lost, fmt::format("the server has been silent for {} s", server_limit_.to_seconds())});
    }
    return stage_;
}

void ServerLink::give_up(Parting parting) {
    stage_ = parting.stage;
    reason_ = std::move(parting.reason);
    if (channel_) channel_->close();
}

void ServerLink::poll_frames(WallTime now, FlowSink* sink) {
    polled_ = now;
    while (stage_ == Stage::joining || stage_ == Stage::member) {
        // Notices stay in the stream until there is a sink for them.
        if (stage_ == Stage::member && sink == nullptr) return;
        const auto [event, bytes] = channel_->poll();
        switch (event) {
            case net::FrameChannel::Event::nothing:
                return;
            case net::FrameChannel::Event::closed:
                return give_up({Stage::lost, stage_ == Stage::joining
                                                 ? "the server closed the connection without an answer"
                                                 : "the connection to the server is lost"});
            case net::FrameChannel::Event::oversized:
                return give_up({Stage::lost, "the server sent a frame that is too long"});
            case net::FrameChannel::Event::frame:
                break;
        }
        ServerFrame frame;
        if (!frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
            return give_up({Stage::lost, "the server sent a frame that is not a ServerFrame"});
        }
        if (frame.has_declined()) {
            return give_up(parting_of(frame.declined()));
        }
        if (frame.has_accepted() && stage_ == Stage::joining) {
            accept(frame.accepted(), now);
        } else if (frame.has_notice() && stage_ == Stage::member) {
            notice(frame.notice(), sink);
        }
    }
}

void ServerLink::accept(const JoinAccepted& accepted, WallTime now) {
    const std::optional<Welcome> welcome = welcome_of(accepted);
    net::SessionKey key;
    net::WorldKey world_key;
    if (!welcome || accepted.key().size() != key.size() || accepted.world_key().size() != world_key.size() ||
        accepted.udp_port() == 0 || accepted.udp_port() > 65'535 ||
        accepted.datagram_bytes_max() < limits::kStateBytesMax + 256) {
        return give_up({Stage::lost, "the server's JoinAccepted is not well formed"});
    }
    std::memcpy(key.data(), accepted.key().data(), key.size());
    std::memcpy(world_key.data(), accepted.world_key().data(), world_key.size());
    auto datagrams = ports_.open_datagrams(static_cast<std::uint16_t>(accepted.udp_port()));
    if (!datagrams) return give_up({Stage::lost, datagrams.error().text});
    datagrams_ = std::move(*datagrams);
    const SessionId session{accepted.session()};
    sealer_.emplace(session, key, net::Direction::to_server);
    opener_.emplace(session, key, world_key);
    datagram_bytes_max_ = std::min<std::size_t>(accepted.datagram_bytes_max(), limits::kDatagramBytesMax);
    welcome_ = welcome;
    have_ = welcome->start - welcome->gate.heartbeats - 1;
    received_ = welcome->start - 1;
    stage_ = Stage::member;
    heard_ = now;
    request(now);  // gives the server our UDP address; the answer gives a first round-trip time
}

void ServerLink::notice(const Notice& notice, FlowSink* sink) {
    notices_ = std::max(notices_, notice.number());
    if (auto parting = heed(notice, *welcome_, own_agents_, *sink)) give_up(std::move(*parting));
}

WallDuration ServerLink::patience() const {
    return since_gap_ < kLossRemembered ? round_trips_ : kPatienceQuiet;
}

void ServerLink::take(const net::InDatagram& datagram, WallTime now, FlowSink* sink) {
    ByteView head_bytes, body;
    const std::uint64_t newest_before = opener_->newest();
    const auto use = sink->wants_messages() ? net::BodyUse::read : net::BodyUse::skip;
    switch (opener_->open(datagram.bytes, use, head_bytes, body)) {
        case net::Opener::Verdict::ok:
            break;
        case net::Opener::Verdict::replayed:
            return counters_.add(LinkCounter::dropped_replayed);
        default:
            return counters_.add(LinkCounter::dropped_unsealed);
    }
    net::WorldUpdateHead head;
    awaited_new_.clear();
    if (!net::decode_world_update_head(head_bytes, head, awaited_new_) ||
        head.time.count_ns() % welcome_->heartbeat.count_ns() != 0 || head.parts > kPartsMax ||
        (head.parts > 0 && head.part >= head.parts)) {
        return counters_.add(LinkCounter::dropped_malformed);
    }
    counters_.add(LinkCounter::datagrams);
    counters_.add(LinkCounter::bytes, datagram.bytes.size());
    heard_ = now;
    if (opener_->newest() > newest_before + 1) {
        // A datagram was lost or overtaken: either way this network cannot be relied on.
        counters_.add(LinkCounter::missed, opener_->newest() - newest_before - 1);
        since_gap_ = 0;
    } else {
        since_gap_ = std::min(since_gap_ + 1, kLossRemembered);
    }
    if (asked_at_) {
        // Only the answer to a single request gives a round-trip time: after a repetition it is not known
        // which request was answered. An answer may also be late because an earlier one was lost, so a
        // longer time raises the estimate by an eighth at most.
        if (asked_in_a_row_ == 1) {
            const WallDuration measured = std::min((now - *asked_at_) * 4, round_trips_ + round_trips_ / 8);
            round_trips_ = std::clamp(measured, kPatienceLossyMin, kPatienceLossyMax);
        }
        asked_at_.reset();
    }
    received_ = std::max(received_, tick_of(head.received));
    notices_wanted_ = std::max(notices_wanted_, head.notices);
    awaited_.swap(awaited_new_);

    const Tick bundle = tick_of(head.time);
    if (is_exact() && has_part(head, bundle)) return;
    net::MessageCursor cursor(body);
    net::AgentMessageView message;
    while (cursor.next(message)) {
        if (message.header.time.count_ns() % welcome_->heartbeat.count_ns() != 0) continue;
        sink->message(message, bundle);
    }
    if (cursor.malformed()) return counters_.add(LinkCounter::dropped_malformed);
    if (!head.started) return;
    if (is_exact()) {
        if (head.parts > 0) bundle_part(head, bundle);
    } else {
        sink->slowest(head.slowest_agent, tick_of(head.slowest));
    }
}

bool ServerLink::has_part(const net::WorldUpdateHead& head, Tick bundle) const {
    if (bundle.index < 0 || head.parts == 0) return false;
    const Parts& parts = bundles_[static_cast<std::size_t>(bundle.index) % bundles_.size()];
    return parts.bundle == bundle && parts.parts == head.parts && parts.seen[head.part];
}

void ServerLink::bundle_part(const net::WorldUpdateHead& head, Tick bundle) {
    if (bundle.index < 0) return;
    Parts& parts = bundles_[static_cast<std::size_t>(bundle.index) % bundles_.size()];
    if (parts.bundle > bundle) return;
    if (parts.bundle < bundle) {
        parts.bundle = bundle;
        parts.parts = head.parts;
        parts.seen.assign(head.parts, false);
        parts.seen_count = 0;
        parts.told = false;
        parts.notices = 0;
    }
    // A bundle has the same parts each time that it is sent, so those of a repetition complete those of the
    // first time.
    if (parts.parts != head.parts || parts.seen[head.part]) return;
    parts.seen[head.part] = true;
    parts.notices = std::max(parts.notices, head.notices);
    if (++parts.seen_count == parts.parts) ++bundles_open_;
}

void ServerLink::tell_complete(FlowSink* sink) {
    for (Parts& parts : bundles_) {
        if (parts.bundle.index < 0 || parts.told || parts.seen_count < parts.parts ||
            parts.notices > notices_)
            continue;
        parts.told = true;
        --bundles_open_;
        sink->complete(parts.bundle);
    }
}

void ServerLink::publish(Tick tick, std::span<const Outgoing> messages, Tick known, WallTime now) {
    SYN_REQUIRE(stage_ == Stage::member);
    have_ = known;
    waiting_since_.reset();
    asked_in_a_row_ = 0;
    if (messages.empty()) return keep_alive(known, now);
    Said& said = said_[static_cast<std::size_t>(tick.index) % kSaid];
    said.tick = tick;
    said.fields.clear();
    said.ends.clear();
    for (const auto& message : messages) {
        message_.clear();
        net::append_agent_message(message_, message.header, message.any);
        SYN_REQUIRE(message_.size() <= limits::kStateBytesMax);
        net::append_field(said.fields, net::kMessagesField, message_);
        said.ends.push_back(static_cast<std::uint32_t>(said.fields.size()));
    }
    published_ = tick;
    begin_datagram(false);
    compose(said, false, now);
    send_datagram(now);
}

void ServerLink::keep_alive(Tick known, WallTime now) {
    have_ = known;
    // Under `exact` the server holds up the world rather than forget a bundle that we have not acknowledged.
    const bool due =
        now - spoke_ > welcome_->silence_limit / 4 || (is_exact() && have_ - told_ >= kUntoldMax);
    if (stage_ != Stage::member || !due) return;
    begin_datagram(false);
    send_datagram(now);
}

void ServerLink::waiting(Tick known, WallTime now) {
    have_ = known;
    if (!waiting_since_) {
        waiting_since_ = now;
        next_request_ = now + patience();
        asked_in_a_row_ = 0;
        return;
    }
    if (now < next_request_ || stage_ != Stage::member) return;
    request(now);
}

void ServerLink::request(WallTime now) {
    counters_.add(LinkCounter::requests);
    asked_at_ = now;
    ++asked_in_a_row_;
    // With each request in a row the pause grows if the world is merely slow, but not if the network loses
    // datagrams: there, even after another client's lost message has been repeated, our copy of it may get
    // lost.
    const bool lossy = since_gap_ < kLossRemembered;
    next_request_ = now + (lossy ? patience() : std::min(patience() * asked_in_a_row_, kPatienceMax));
    begin_datagram(true);
    if (published_) {
        for (Tick tick = std::max(received_ + 1, *published_ - (static_cast<std::int64_t>(kSaid) - 1));
             tick <= *published_; tick = tick + 1) {
            const Said& said = said_[static_cast<std::size_t>(tick.index) % kSaid];
            if (said.tick == tick) compose(said, true, now);
        }
    }
    send_datagram(now);
}

void ServerLink::begin_datagram(bool request) {
    outbox_.resize(net::kSealHeadBytes);
    net::append_client_update_head(outbox_, {.have = have_.at(welcome_->heartbeat), .request = request});
}

void ServerLink::compose(const Said& said, bool request, WallTime now) {
    std::size_t start = 0;
    for (const std::uint32_t end : said.ends) {
        if (outbox_.size() + (end - start) + net::kSealTagBytes > datagram_bytes_max_) {
            send_datagram(now);
            begin_datagram(request);
        }
        outbox_.insert(outbox_.end(), said.fields.begin() + static_cast<std::ptrdiff_t>(start),
                       said.fields.begin() + static_cast<std::ptrdiff_t>(end));
        start = end;
    }
}

void ServerLink::send_datagram(WallTime now) {
    spoke_ = now;
    told_ = have_;
    const std::size_t payload = outbox_.size() - net::kSealHeadBytes;
    outbox_.resize(outbox_.size() + net::kSealTagBytes);
    const net::OutDatagram datagram{datagrams_.server, sealer_->seal(outbox_, payload)};
    datagrams_.socket->send({&datagram, 1});
    counters_.add(LinkCounter::published);
}

WallTime ServerLink::next_deadline() const { return next_request_; }

void ServerLink::leave() {
    if (stage_ != Stage::member) return;
    give_up({Stage::left, "left"});
}

}  // namespace synchrono::client

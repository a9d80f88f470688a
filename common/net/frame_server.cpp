#include "common/net/frame_server.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sys/resource.h>

namespace synchrono::net {

namespace {

constexpr int kFramesAtOnce = 32;  // of one connection, before others are served

}  // namespace

std::string to_text(std::string_view name, const Endpoint& address) {
    return fmt::format("{} ({})", name, address.to_string());
}

std::string to_text(const Peer& peer) {
    return peer.proof == nullptr ? peer.address.to_string() : to_text(peer.proof->name, peer.address);
}

std::size_t pending_connections_max() {
    rlimit descriptors{};
    if (::getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return limits::kPendingHandshakesMax;
    return std::clamp<std::size_t>(descriptors.rlim_cur / 4, 1, limits::kPendingHandshakesMax);
}

FrameServer::FrameServer(Owner& owner, const Bounds& bounds, TlsServer::FindSecret find)
    : owner_(owner), bounds_(bounds) {
    if (find) tls_.emplace(std::move(find));
}

void FrameServer::poll(WallTime now) {
    now_ = now;
    resumed_.swap(unfinished_);
    for (const SessionId session : resumed_) handle_frames(session);
    resumed_.clear();
    for (auto at = connections_.begin(); at != connections_.end();) {
        const auto here = at++;
        Connection& connection = here->second;
        const WallDuration limit =
            connection.state == State::proven ? bounds_.first_frame_limit : bounds_.proof_limit;
        const bool overdue = connection.state != State::known && now - connection.since > limit;
        if (connection.channel.unsent_bytes() > 0 && !connection.channel.flush()) {
            drop(here, "the connection ended");
        } else if (connection.state == State::closing && connection.channel.unsent_bytes() == 0) {
            drop(here);
        } else if (overdue && connection.state == State::closing) {
            counters_.add(FrameServerCounter::slow_readers);
            drop(here);
        } else if (overdue) {
            counters_.add(FrameServerCounter::silent);
            drop(here, connection.state == State::pending ? "no credential was proved in time"
                                                          : "no frame came in time");
        } else if (connection.channel.unsent_bytes() > bounds_.unread_bytes_max) {
            counters_.add(FrameServerCounter::slow_readers);
            drop(here);
        }
    }
}

void FrameServer::accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) {
    counters_.add(FrameServerCounter::connections);
    if (pending_ >= bounds_.pending_max) {
        // Drops the oldest one, which has had the most time to give its proof. An honest client needs only
        // milliseconds for it.
        for (auto at = connections_.begin(); at != connections_.end(); ++at) {
            if (at->second.state != State::pending) continue;
            counters_.add(FrameServerCounter::evicted);
            drop(at, "too many connections without a credential");
            break;
        }
    }
    const SessionId number{++connections_so_far_};
    const Stream* const key = stream.get();
    const Endpoint local = stream->local();
    by_stream_[key] = number;
    if (tls_) stream = tls_->secure(std::move(stream));
    connections_.try_emplace(
        number, Connection{FrameChannel(std::move(stream)), key, peer, local, now_, State::pending});
    ++pending_;
}

void FrameServer::descriptors_exhausted() {
    for (auto at = connections_.begin(); at != connections_.end(); ++at) {
        if (!at->second.is_frameless()) continue;
        counters_.add(FrameServerCounter::evicted);
        return drop(at, "no descriptor was left for a newer connection");
    }
}

void FrameServer::check_proof(Connection& connection) {
    const StreamProof* proof = connection.channel.stream().proof();
    if (connection.state != State::pending || proof == nullptr) return;
    connection.state = State::proven;
    connection.since = now_;
    --pending_;
    // The holder of one credential must not use up the descriptors of all.
    auto oldest = connections_.end();
    std::size_t same = 0;
    for (auto at = connections_.begin(); at != connections_.end(); ++at) {
        if (at->second.state != State::proven || at->second.channel.stream().proof()->name != proof->name)
            continue;
        if (++same == 1) oldest = at;
    }
    if (same <= kFramelessPerNameMax) return;
    counters_.add(FrameServerCounter::evicted);
    drop(oldest, "too many connections with this credential have sent no frame");
}

void FrameServer::readable(Stream& stream) {
    if (const auto found = by_stream_.find(&stream); found != by_stream_.end()) handle_frames(found->second);
}

void FrameServer::handle_frames(SessionId session) {
    for (int i = 0; i < kFramesAtOnce; ++i) {
        if (!handle_frame(session)) return;
    }
    // The listener calls readable() for bytes in the stream, but not for frames that the channel has read
    // from the stream already.
    unfinished_.push_back(session);
}

bool FrameServer::handle_frame(SessionId session) {
    const auto at = connections_.find(session);
    if (at == connections_.end()) return false;
    Connection& connection = at->second;
    if (connection.state == State::closing) {
        // The peer gets no further answer; bytes that it still sends are discarded.
        std::array<std::byte, 4096> unheard;
        if (connection.channel.stream().read_some(unheard).status == Stream::Status::closed) drop(at);
        return false;
    }
    const auto [event, frame] = connection.channel.poll();
    check_proof(connection);
    if (!connections_.contains(session)) return false;  // it was dropped for others with the same name
    switch (event) {
        case FrameChannel::Event::nothing:
            return false;
        case FrameChannel::Event::oversized:
            counters_.add(FrameServerCounter::oversized);
            if (connection.is_frameless()) owner_.on_oversized_frame(session, connection.peer());
            if (connection.state == State::closing) return false;
            drop(at, "the frame is too long");
            return false;
        case FrameChannel::Event::closed: {
            const std::string why = connection.channel.stream().failure();
            if (connection.state == State::pending && !why.empty())
                counters_.add(FrameServerCounter::unproven);
            drop(at, why.empty() ? "the connection ended" : why);
            return false;
        }
        case FrameChannel::Event::frame:
            break;
    }
    if (connection.state == State::pending) --pending_;
    connection.state = State::known;
    owner_.on_frame(session, connection.peer(), frame);
    return true;
}

void FrameServer::send(SessionId session, ByteView frame) {
    if (const auto at = connections_.find(session); at != connections_.end()) at->second.channel.send(frame);
}

void FrameServer::close(SessionId session) {
    const auto at = connections_.find(session);
    if (at == connections_.end() || at->second.state == State::closing) return;
    if (at->second.state == State::pending) --pending_;
    at->second.state = State::closing;
    at->second.since = now_;
}

std::size_t FrameServer::unsent_bytes(SessionId session) const {
    const auto at = connections_.find(session);
    return at == connections_.end() ? 0 : at->second.channel.unsent_bytes();
}

void FrameServer::drop(Connections::iterator at, std::string_view why) {
    const SessionId session = at->first;
    const State state = at->second.state;
    if (state == State::pending) --pending_;
    if (at->second.is_frameless()) owner_.on_refused(at->second.peer(), why);
    by_stream_.erase(at->second.accepted);
    connections_.erase(at);
    if (state == State::known) owner_.on_connection_ended(session);
}

bool FrameServer::all_sent() const {
    for (const auto& [session, connection] : connections_) {
        if (connection.channel.unsent_bytes() > 0) return false;
    }
    return true;
}

}  // namespace synchrono::net

#include "common/net/frame_server.hpp"

namespace synchrono::net {

namespace {

constexpr int kFramesAtOnce = 32;  // of one connection, before others are served

}  // namespace

void FrameServer::poll(WallTime now) {
    now_ = now;
    resumed_.swap(unfinished_);
    for (const SessionId session : resumed_) handle_frames(session);
    resumed_.clear();
    for (auto at = connections_.begin(); at != connections_.end();) {
        const auto here = at++;
        Connection& connection = here->second;
        const bool overdue =
            connection.state != State::known && now - connection.since > bounds_.first_frame_limit;
        if (connection.channel.unsent_bytes() > 0 && !connection.channel.flush()) {
            drop(here);
        } else if (connection.state == State::closing && connection.channel.unsent_bytes() == 0) {
            drop(here);
        } else if (overdue) {
            counters_.add(connection.state == State::pending ? FrameServerCounter::silent
                                                             : FrameServerCounter::slow_readers);
            drop(here);
        } else if (connection.channel.unsent_bytes() > bounds_.unread_bytes_max) {
            counters_.add(FrameServerCounter::slow_readers);
            drop(here);
        }
    }
}

void FrameServer::accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) {
    counters_.add(FrameServerCounter::connections);
    if (pending_ >= bounds_.pending_max) {
        // Drops the oldest, which has had the most time to send; an honest client needs milliseconds.
        for (auto at = connections_.begin(); at != connections_.end(); ++at) {
            if (at->second.state != State::pending) continue;
            counters_.add(FrameServerCounter::evicted);
            drop(at);
            break;
        }
    }
    const SessionId number{++connections_so_far_};
    by_stream_[stream.get()] = number;
    connections_.try_emplace(number, Connection{FrameChannel(std::move(stream)), peer, now_, State::pending});
    ++pending_;
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
    switch (event) {
        case FrameChannel::Event::nothing:
            return false;
        case FrameChannel::Event::oversized:
            counters_.add(FrameServerCounter::oversized);
            if (connection.state == State::pending) owner_.on_oversized_frame(session);
            if (connection.state == State::closing) return false;
            [[fallthrough]];
        case FrameChannel::Event::closed:
            drop(at);
            return false;
        case FrameChannel::Event::frame:
            break;
    }
    if (connection.state == State::pending) {
        connection.state = State::known;
        --pending_;
    }
    owner_.on_frame(session, connection.peer, frame);
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

void FrameServer::drop(Connections::iterator at) {
    const SessionId session = at->first;
    const State state = at->second.state;
    if (state == State::pending) --pending_;
    by_stream_.erase(&at->second.channel.stream());
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

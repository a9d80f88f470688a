#include "server/lobby.hpp"

#include <fmt/format.h>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"

namespace synchrono::server {

void Lobby::post(LobbyCommand command) {
    // A world that floods its own lobby is a mistake of ours: its limits on agents and clients bound it.
    SYN_ENSURE(commands_.post(std::move(command)));
}

void Lobby::turn(WallTime now) {
    now_ = now;
    commands_.drain(drained_);
    for (auto& command : drained_) {
        const SessionId session = std::visit([](const auto& c) { return c.session; }, command);
        const auto at = connections_.find(session);
        if (at == connections_.end()) continue;
        if (const auto* send = std::get_if<SendFrames>(&command)) {
            for (const auto& frame : send->frames) at->second.channel.send(as_byte_view(frame));
            if (at->second.channel.unsent_bytes() > limits::kOutboxBytesMax) {
                counters_.add(LobbyCounter::slow_readers);
                drop(at);
            }
        } else {
            begin_closing(at->second);
        }
    }
    for (auto at = connections_.begin(); at != connections_.end();) {
        const auto here = at++;
        Connection& connection = here->second;
        if (connection.channel.unsent_bytes() > 0 && !connection.channel.flush()) {
            drop(here);
        } else if (connection.stage == Stage::closing && connection.channel.unsent_bytes() == 0) {
            drop(here);
        } else if (connection.stage != Stage::asked && now - connection.since > kHandshakeLimit) {
            counters_.add(connection.stage == Stage::silent ? LobbyCounter::silent
                                                            : LobbyCounter::slow_readers);
            drop(here);
        }
    }
}

void Lobby::accepted(std::unique_ptr<net::Stream> stream, const net::Endpoint& peer) {
    counters_.add(LobbyCounter::connections);
    if (silent_ >= limits::kPendingHandshakesMax) {
        // The oldest has had the longest time to speak: an honest client does within milliseconds.
        for (auto at = connections_.begin(); at != connections_.end(); ++at) {
            if (at->second.stage != Stage::silent) continue;
            counters_.add(LobbyCounter::evicted);
            drop(at);
            break;
        }
    }
    const SessionId number{++connections_so_far_};
    by_stream_[stream.get()] = number;
    connections_.try_emplace(number,
                             Connection{net::FrameChannel(std::move(stream)), peer, now_, Stage::silent});
    ++silent_;
}

void Lobby::readable(net::Stream& stream) {
    if (const auto found = by_stream_.find(&stream); found != by_stream_.end())
        poll(connections_.find(found->second));
}

void Lobby::poll(Connections::iterator at) {
    if (at->second.stage == Stage::closing) {
        // It was told all it will be told; what it goes on saying is thrown away, or it would be told for
        // ever.
        std::array<std::byte, 4096> unheard;
        if (at->second.channel.stream().read_some(unheard).status == net::Stream::Status::closed) drop(at);
        return;
    }
    // One frame a call: there is one to be said, and what else comes is reported as readable again.
    const auto [event, frame] = at->second.channel.poll();
    switch (event) {
        case net::FrameChannel::Event::nothing:
            return;
        case net::FrameChannel::Event::closed:
            drop(at);
            return;
        case net::FrameChannel::Event::oversized:
            counters_.add(LobbyCounter::oversized);
            if (at->second.stage == Stage::asked) return drop(at);
            decline(at, JoinDeclined::MALFORMED,
                    fmt::format("the frame is longer than {} bytes", limits::kFrameBytesMax));
            return;
        case net::FrameChannel::Event::frame:
            break;
    }
    // Whatever an admitted client says here is of a later version: not for us.
    if (at->second.stage == Stage::silent) hear(at, frame);
}

void Lobby::hear(Connections::iterator at, ByteView frame) {
    ClientFrame message;
    if (!message.ParseFromArray(frame.data(), static_cast<int>(frame.size())) || !message.has_join()) {
        counters_.add(LobbyCounter::malformed);
        decline(at, JoinDeclined::MALFORMED, "the first frame is not a join request");
        return;
    }
    at->second.stage = Stage::asked;
    at->second.since = now_;
    --silent_;
    if (!world_.post(JoinAsked{at->first, std::move(*message.mutable_join()), at->second.peer})) {
        counters_.add(LobbyCounter::world_busy);
        decline(at, JoinDeclined::FULL, "the server is too busy; try again");
    }
}

void Lobby::decline(Connections::iterator at, JoinDeclined::Reason reason, std::string text) {
    ServerFrame frame;
    frame.mutable_declined()->set_reason(reason);
    frame.mutable_declined()->set_text(std::move(text));
    at->second.channel.send(as_byte_view(frame.SerializeAsString()));
    begin_closing(at->second);
}

void Lobby::begin_closing(Connection& connection) {
    if (connection.stage == Stage::silent) --silent_;
    connection.stage = Stage::closing;
    connection.since = now_;
}

void Lobby::drop(Connections::iterator at) {
    Connection& connection = at->second;
    if (connection.stage == Stage::silent) --silent_;
    // The world forgets it had ever asked; when the world itself closed it, the word comes too late to
    // matter.
    if (connection.stage == Stage::asked && !world_.post(ConnectionLost{at->first})) {
        counters_.add(LobbyCounter::world_busy);
    }
    by_stream_.erase(&connection.channel.stream());
    connections_.erase(at);
}

bool Lobby::idle() const {
    for (const auto& [session, connection] : connections_) {
        if (connection.channel.unsent_bytes() > 0) return false;
    }
    return true;
}

}  // namespace synchrono::server

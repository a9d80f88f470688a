#include "server/transport/udp/lobby.hpp"

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "server/transport/handshake/server_words.hpp"

namespace synchrono::server {

Lobby::Lobby(WorldPort& world)
    : world_(world), hall_(*this, {.unread_bytes_max = limits::kOutboxBytesMax}), commands_(1 << 20) {}

void Lobby::post(LobbyCommand command) {
    // The limits on agents and clients bound the number of commands, so a full mailbox is a mistake of
    // ours.
    SYN_ENSURE(commands_.post(std::move(command)));
}

void Lobby::turn(WallTime now) {
    commands_.drain(drained_);
    for (auto& command : drained_) {
        if (const auto* send = std::get_if<SendFrames>(&command)) {
            for (const auto& frame : send->frames) hall_.send(send->session, as_byte_view(frame));
        } else {
            const SessionId session = std::get<CloseConnection>(command).session;
            asked_.erase(session);
            hall_.close(session);
        }
    }
    hall_.turn(now);
}

void Lobby::frame(SessionId session, const net::Endpoint& peer, ByteView bytes) {
    // Only a later version of the protocol has frames after the join request, so they are ignored.
    if (asked_.contains(session)) return;
    auto request = read_join_request(bytes);
    if (!request) {
        counters_.add(LobbyCounter::malformed);
        return decline(session, request.error());
    }
    if (!world_.post(JoinAsked{session, std::move(*request), peer})) {
        counters_.add(LobbyCounter::world_busy);
        return decline(session, {JoinDeclined::FULL, "the server is too busy; try again"});
    }
    asked_.insert(session);
}

void Lobby::oversized(SessionId session) { decline(session, declined_too_long()); }

void Lobby::decline(SessionId session, const Declined& why) {
    ServerFrame frame;
    *frame.mutable_declined() = declined_as(why);
    hall_.send(session, as_byte_view(frame.SerializeAsString()));
    hall_.close(session);
}

void Lobby::gone(SessionId session) {
    // The world must know that the client is gone. If the world closed the connection at the same time, it
    // ignores this command.
    if (asked_.erase(session) > 0 && !world_.post(ConnectionLost{session}))
        counters_.add(LobbyCounter::world_busy);
}

}  // namespace synchrono::server

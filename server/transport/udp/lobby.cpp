#include "server/transport/udp/lobby.hpp"

#include <fmt/format.h>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "server/transport/handshake/join_messages.hpp"

namespace synchrono::server::transport {

Lobby::Lobby(WorldPort& world, net::AccessNote note, net::TlsServer::FindSecret find)
    : world_(world),
      note_(std::move(note)),
      frame_server_(*this, {.unread_bytes_max = limits::kOutboxBytesMax}, std::move(find)),
      commands_(1 << 20) {}

void Lobby::post(LobbyCommand command) {
    // The limits on agents and clients bound the number of commands, so a full mailbox is a bug of the
    // server.
    SYN_ENSURE(commands_.post(std::move(command)));
}

void Lobby::poll(WallTime now) {
    commands_.drain(drained_);
    for (auto& command : drained_) {
        if (const auto* send = std::get_if<SendFrames>(&command)) {
            for (const auto& frame : send->frames) frame_server_.send(send->session, as_byte_view(frame));
        } else {
            const SessionId session = std::get<CloseConnection>(command).session;
            forwarded_.erase(session);
            frame_server_.close(session);
        }
    }
    frame_server_.poll(now);
}

void Lobby::on_frame(SessionId session, const net::Peer& peer, ByteView bytes) {
    // In this version of the protocol a client sends no frame after its join request. Later frames are
    // ignored.
    if (forwarded_.contains(session)) return;
    if (peer.proof == nullptr) {
        counters_.add(LobbyCounter::unproven);
        return decline(session, peer, {JoinDeclined::CREDENTIAL, "the connection is not secured"});
    }
    auto request = read_join_request(bytes);
    if (!request) {
        counters_.add(LobbyCounter::malformed);
        return decline(session, peer, request.error());
    }
    if (!world_.post(
            JoinRequested{session, std::move(*request), peer.address, peer.proof->name, peer.proof->key})) {
        counters_.add(LobbyCounter::world_busy);
        return decline(session, peer, {JoinDeclined::FULL, "the server is too busy; try again"});
    }
    forwarded_.insert(session);
}

void Lobby::on_oversized_frame(SessionId session, const net::Peer& peer) {
    decline(session, peer, declined_too_long());
}

void Lobby::decline(SessionId session, const net::Peer& peer, const Declined& why) {
    on_refused(peer, why.text);
    ServerFrame frame;
    *frame.mutable_declined() = declined_as(why);
    frame_server_.send(session, as_byte_view(frame.SerializeAsString()));
    frame_server_.close(session);
}

void Lobby::on_refused(const net::Peer& peer, std::string_view why) {
    note_(fmt::format("{} was refused: {}", to_text(peer), why), peer.proof != nullptr);
}

void Lobby::on_connection_ended(SessionId session) {
    // The world must know that the client is gone. If the world has closed the connection at the same time,
    // it ignores this command.
    if (forwarded_.erase(session) > 0 && !world_.post(ConnectionLost{session}))
        counters_.add(LobbyCounter::world_busy);
}

}  // namespace synchrono::server::transport

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
            reporting_.erase(session);
            frame_server_.close(session);
        }
    }
    frame_server_.poll(now);
}

void Lobby::on_frame(SessionId session, const net::Peer& peer, ByteView bytes) {
    // In this version of the protocol a client sends no frame after its join request. Later frames are
    // ignored.
    if (forwarded_.contains(session)) return on_later_frame(session, bytes);
    if (peer.proof == nullptr) {
        counters_.add(LobbyCounter::unproven);
        return decline(session, peer, {JoinDeclined::CREDENTIAL, "the connection is not secured"});
    }
    auto frame = read_first_frame(bytes);
    if (!frame) {
        counters_.add(LobbyCounter::malformed);
        return decline(session, peer, frame.error());
    }
    const bool is_radio = frame->has_radio_hello();
    const auto command = [&]() -> WorldCommand {
        if (is_radio)
            return RadioHelloReceived{session, frame->radio_hello(), peer.address, peer.proof->name};
        return JoinRequested{session,         std::move(*frame->mutable_join()),
                             peer.address,    peer.proof->name,
                             peer.proof->key, peer.local};
    };
    if (!world_.post(command())) {
        counters_.add(LobbyCounter::world_busy);
        return decline(session, peer, {JoinDeclined::FULL, "the server is too busy; try again"});
    }
    forwarded_.insert(session);
    if (is_radio) reporting_.insert(session);
}

void Lobby::on_later_frame(SessionId session, ByteView bytes) {
    ClientFrame frame;
    if (!reporting_.contains(session) ||
        !frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || !frame.has_radio_wait())
        return;
    // A report that is lost is followed by others.
    if (!world_.post(RadioWaitReceived{session, std::move(*frame.mutable_radio_wait())}))
        counters_.add(LobbyCounter::world_busy);
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
    reporting_.erase(session);
    if (forwarded_.erase(session) > 0 && !world_.post(ConnectionLost{session}))
        counters_.add(LobbyCounter::world_busy);
}

}  // namespace synchrono::server::transport

/// The TCP side of the server: takes one join request from each connection, and then sends the answer and,
/// to clients that were admitted, notices. It decides nothing about the world.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "common/base/counters.hpp"
#include "common/base/mailbox.hpp"
#include "common/net/frame_server.hpp"
#include "server/member.hpp"
#include "server/transport/udp/commands.hpp"

namespace synchrono::server::transport {

enum class LobbyCounter { malformed, world_busy, unproven, count_ };
inline constexpr CounterNames<LobbyCounter> kLobbyCounterNames{
    "lobby.dropped_malformed", "lobby.declined_busy", "lobby.declined_unproven"};

/// Takes commands for the world thread from the lobby; `post` returns false when the queue is full.
class WorldPort {
  public:
    virtual ~WorldPort() = default;
    [[nodiscard]] virtual bool post(WorldCommand command) = 0;
};

/// Serves the TCP connections of clients.
/// Threading: one thread calls poll() and events(), poll() first; any may post and read counters.
/// Owns: the frame server, and with it the streams.
class Lobby final : public LobbyPort, private net::FrameServer::Owner {
  public:
    /// `note` gets a line about each peer that is refused before the world hears of it.
    /// `find` finds the secrets of clients, by which connections are secured; see net::FrameServer.
    explicit Lobby(
        WorldPort& world, net::AccessNote note = [](const std::string&, bool) {},
        net::TlsServer::FindSecret find = nullptr);

    /// Carries out the commands of the world thread, and drops connections that are too slow.
    void poll(WallTime now);
    /// Returns the object that the listener calls for the events of connections.
    net::StreamEvents& events() { return frame_server_; }
    void post(LobbyCommand command) override;

    /// Returns whether no frame is waiting: each has been written, or its connection has ended.
    bool all_sent() const { return frame_server_.all_sent(); }
    const Counters<LobbyCounter>& counters() const { return counters_; }
    const Counters<net::FrameServerCounter>& frame_server_counters() const {
        return frame_server_.counters();
    }

  private:
    void on_frame(SessionId session, const net::Peer& peer, ByteView bytes) override;
    /// Takes a report of the communication server; a client sends nothing after its request.
    void on_later_frame(SessionId session, ByteView bytes);
    void on_oversized_frame(SessionId session, const net::Peer& peer) override;
    void on_connection_ended(SessionId session) override;
    void on_refused(const net::Peer& peer, std::string_view why) override;
    void decline(SessionId session, const net::Peer& peer, const Declined& why);

    WorldPort& world_;
    const net::AccessNote note_;
    net::FrameServer frame_server_;
    Mailbox<LobbyCommand> commands_;
    std::vector<LobbyCommand> drained_;
    std::set<SessionId> forwarded_;  // sessions whose requests were passed to the world
    std::set<SessionId> reporting_;  // those of them whose request was the hello of a communication server
    Counters<LobbyCounter> counters_;
};

}  // namespace synchrono::server::transport

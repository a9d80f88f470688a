/// The TCP side of the server: takes one join request from each connection, and then sends notices to those
/// clients that were admitted. It decides nothing about the world.
#pragma once

#include <memory>
#include <set>

#include "common/base/counters.hpp"
#include "common/base/mailbox.hpp"
#include "common/net/frame_hall.hpp"
#include "server/member.hpp"
#include "server/transport/udp/commands.hpp"

namespace synchrono::server {

enum class LobbyCounter { malformed, world_busy, count_ };
inline constexpr CounterNames<LobbyCounter> kLobbyCounterNames{"lobby.dropped_malformed",
                                                               "lobby.declined_busy"};

/// Takes commands for the world thread from the lobby; `post` returns false when the queue is full.
class WorldPort {
  public:
    virtual ~WorldPort() = default;
    [[nodiscard]] virtual bool post(WorldCommand command) = 0;
};

/// Threading: one thread calls turn and events(), turn first; any may post and read counters.
/// Owns: the hall, and with it the streams.
class Lobby final : public LobbyPort, private net::FrameHall::Owner {
  public:
    explicit Lobby(WorldPort& world);

    /// Carries out the commands of the world thread, and drops connections that are too slow.
    void turn(WallTime now);
    /// Returns the object to which the listener reports the events of connections.
    net::StreamEvents& events() { return hall_; }
    void post(LobbyCommand command) override;

    /// Returns whether every frame has been written or its reader is gone.
    bool idle() const { return hall_.idle(); }
    const Counters<LobbyCounter>& counters() const { return counters_; }
    const Counters<net::HallCounter>& hall_counters() const { return hall_.counters(); }

  private:
    void frame(SessionId session, const net::Endpoint& peer, ByteView bytes) override;
    void oversized(SessionId session) override;
    void gone(SessionId session) override;
    void decline(SessionId session, const Declined& why);

    WorldPort& world_;
    net::FrameHall hall_;
    Mailbox<LobbyCommand> commands_;
    std::vector<LobbyCommand> drained_;
    std::set<SessionId> asked_;  // their requests were passed to the world
    Counters<LobbyCounter> counters_;
};

}  // namespace synchrono::server

/// The TCP side of the server: accepts connections, waits for one join request from each, and afterwards
/// carries notices to those who were admitted. It decides nothing about the world; it keeps strangers who
/// say nothing, too much or nonsense from costing more than a slot among kPendingHandshakesMax.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "common/base/counters.hpp"
#include "common/base/mailbox.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/stream.hpp"
#include "server/commands.hpp"

namespace synchrono::server {

enum class LobbyCounter {
    connections,
    silent,
    evicted,
    oversized,
    malformed,
    slow_readers,
    world_busy,
    count_
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(LobbyCounter::count_)>
    kLobbyCounterNames{"lobby.connections",       "lobby.dropped_silent",    "lobby.dropped_for_newer",
                       "lobby.dropped_oversized", "lobby.dropped_malformed", "lobby.dropped_slow_reader",
                       "lobby.declined_busy"};

/// Where the lobby leaves what the world thread shall decide; false when it is too busy to listen.
class WorldPort {
  public:
    virtual ~WorldPort() = default;
    [[nodiscard]] virtual bool post(WorldCommand command) = 0;
};

/// Threading: one thread calls turn, accepted and readable, turn first; any may post and read counters.
/// Owns: the streams.
class Lobby final : public net::StreamEvents, public LobbyPort {
  public:
    /// A connection has this long for its join request.
    static constexpr WallDuration kHandshakeLimit = WallDuration::seconds(5);

    explicit Lobby(WorldPort& world) : world_(world), commands_(1 << 20) {}

    /// Obeys the world thread and lets go of those who are too slow.
    void turn(WallTime now);
    void accepted(std::unique_ptr<net::Stream> stream, const net::Endpoint& peer) override;
    void readable(net::Stream& stream) override;
    void post(LobbyCommand command) override;

    /// Every frame has been written, or its reader is gone.
    bool idle() const;
    const Counters<LobbyCounter>& counters() const { return counters_; }

  private:
    enum class Stage { silent, asked, closing };
    struct Connection {
        net::FrameChannel channel;
        net::Endpoint peer;
        WallTime since;  // of the stage
        Stage stage = Stage::silent;
    };
    using Connections = std::map<SessionId, Connection>;

    void poll(Connections::iterator at);
    /// The request, or a decline to be sent.
    void hear(Connections::iterator at, ByteView frame);
    void decline(Connections::iterator at, JoinDeclined::Reason reason, std::string text);
    void begin_closing(Connection& connection);
    void drop(Connections::iterator at);

    WorldPort& world_;
    Mailbox<LobbyCommand> commands_;
    std::vector<LobbyCommand> drained_;
    Connections connections_;  // by number, so the oldest comes first
    std::unordered_map<const net::Stream*, SessionId> by_stream_;
    std::size_t silent_ = 0;
    std::uint32_t connections_so_far_ = 0;
    WallTime now_;  // of the turn under way, or the last one
    Counters<LobbyCounter> counters_;
};

}  // namespace synchrono::server

/// Connects the world with members that are reached by datagrams. It lets clients ask to join (over TCP,
/// through the Lobby and the Door), keeps the key and address of each, passes to the world the messages that
/// the Intakes have checked, and sends the world's updates and notices. docs/protocol.md describes the
/// exchange. In the server a thread calls `poll`; tests call it themselves. They can do so because `now` is a
/// parameter and everything else comes through queues.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/mailbox.hpp"
#include "common/base/spsc_record_ring.hpp"
#include "common/net/frame_server.hpp"
#include "common/net/update_seal.hpp"
#include "server/transport/handshake/door.hpp"
#include "server/transport/handshake/pilot_hashes.hpp"
#include "server/transport/udp/commands.hpp"
#include "server/transport/udp/fan_out.hpp"
#include "server/transport/udp/intake.hpp"
#include "server/transport/udp/lobby.hpp"
#include "server/world.hpp"

namespace synchrono::server::transport {

enum class UdpCounter { unknown_session, count_ };
inline constexpr CounterNames<UdpCounter> kUdpCounterNames{"world.dropped_unknown_session"};

struct UdpSetup {
    const config::Scenario& scenario;
    config::Credentials credentials;   // of all clients that may join
    std::uint16_t port = 0;            // UDP port of the server, which clients are given when they join
    const WallClock* clock = nullptr;  // told to clients that ask, unless it is null; borrowed
    bool on_all_addresses = false;     // whether the server listens at all addresses of its host
    /// Gets a line about each client that joins, is refused, or ends. Called by `poll`.
    net::AccessNote note = [](const std::string&, bool) {};
};

/// Serves the sessions of one world.
/// Threading: one thread calls `poll`, which steps the world; any may post and read counters.
/// Owns: sessions; borrows the world, the socket, the lobby, the intakes and their rings.
class UdpTransport final : public WorldPort, private RadioLine {
  public:
    UdpTransport(const UdpSetup& setup, World& world, net::DatagramSocket& socket, LobbyPort& lobby);
    ~UdpTransport() override;
    /// Adds an intake and its ring. Call it before the first `poll`.
    void add_intake(Intake& intake, SpscRecordRing& ring);

    [[nodiscard]] bool post(WorldCommand command) override { return commands_.post(std::move(command)); }
    /// Runs one step of the world with all that has arrived since the last one; returns whether anything
    /// had arrived.
    bool poll(WallTime now);

    const Counters<UdpCounter>& counters() const { return counters_; }
    const Counters<DoorCounter>& door_counters() const { return door_.counters(); }
    const Counters<FanOutCounter>& fan_out_counters() const { return fan_out_.counters(); }

  private:
    class Link;
    void admit(const JoinRequested& join);
    void decline(SessionId session, const std::string& who, const Declined& why);
    void hear_radio(const RadioHelloReceived& received);
    void lose_radio();
    /// Begins or completes a change of the world's key.
    void change_key(WallTime now);
    void expel(const RadioExpulsion& expulsion) override;
    bool obey_commands();
    bool handle_records();
    void handle_record(ByteView record);

    const std::uint16_t port_;
    const bool on_all_addresses_;
    const net::AccessNote note_;
    World& world_;
    LobbyPort& lobby_;
    Door door_;
    PilotHashes pilot_hashes_;
    net::NumberedKey world_key_{0, make_secret()};
    /// The key that clients have got and that is used from `key_changes_at_` on.
    std::optional<net::NumberedKey> next_key_;
    WallTime key_changes_at_;
    bool key_is_old_ = false;  // a client that knows the newest key has left
    FanOut fan_out_;
    std::vector<std::pair<Intake*, SpscRecordRing*>> intakes_;
    Mailbox<WorldCommand> commands_;
    std::vector<WorldCommand> drained_;
    std::map<SessionId, std::unique_ptr<Link>> links_;
    std::optional<SessionId> radio_;  // the communication server's connection
    bool updates_composed_ = false;   // fan_out_ may have datagrams to flush
    bool frames_due_ = false;         // some session has frames for the lobby
    Counters<UdpCounter> counters_;
};

}  // namespace synchrono::server::transport

/// The dynamics server as a whole: a world whose members are reached by datagrams, with its sockets and
/// threads. docs/threads.md has a row for each thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "common/base/doorbell.hpp"
#include "common/base/latest_value.hpp"
#include "common/base/limits.hpp"
#include "common/base/mailbox.hpp"
#include "common/net/frame_server.hpp"
#include "common/net/tcp.hpp"
#include "common/net/udp_socket.hpp"
#include "server/transport/udp/intake.hpp"
#include "server/transport/udp/lobby.hpp"
#include "server/transport/udp/udp_transport.hpp"
#include "server/transport/world_host.hpp"

namespace synchrono::server::transport {

struct ServerOptions {
    net::Endpoint listen;
    /// The port for datagrams, 0 for a free one; without it, that of TCP.
    std::optional<std::uint16_t> udp_port = {};
    config::Credentials credentials;
    /// The number of threads that receive and check datagrams. With 0 the world thread does that itself. Then
    /// no thread has to wake another, so 0 is better on few cores.
    std::size_t handlers = 0;
    net::AccessNote note = [](const std::string&, bool) {};  // as in HostSetup
};

/// Runs a world with its sockets and threads.
/// Threading: as WorldHost; WorldSetup::on_event is called on the world thread.
/// Owns: everything of the server.
class DynamicsServer final : public WorldHost {
  public:
    explicit DynamicsServer(const ServerOptions& options);
    ~DynamicsServer() override;

    Result<void> open(const WorldSetup& setup) override;
    /// Returns HOST:PORT of the TCP listener.
    std::string address() const override { return listener_->local().to_string(); }
    World::End run(const std::function<bool(const WorldStatus&)>& idle) override;
    std::vector<std::pair<CounterName, std::uint64_t>> counters() const override;

  private:
    /// A handler: a socket, an intake on it, and the ring to the world thread.
    struct Handler {
        Handler(std::unique_ptr<net::UdpSocket> the_socket, Doorbell& bell, const WallClock& clock);
        std::unique_ptr<net::UdpSocket> socket;
        SpscRecordRing ring;
        Intake intake;
    };
    class WorldMailbox;
    class LobbyMailbox;
    /// Opens the listener and the sockets of the handlers, at the same port.
    Result<void> open_sockets();
    bool world_receives() const { return options_.handlers == 0; }
    void step_world(const std::stop_token& stop);
    /// Runs the body of a thread. If it throws, the run ends with an error.
    void run_thread(const char* name, const std::function<void()>& body);

    const ServerOptions options_;
    MonotonicClock clock_;
    Doorbell bell_;
    // Set by `open`.
    std::unique_ptr<net::TcpListener> listener_;
    std::vector<std::unique_ptr<Handler>> handlers_;
    std::unique_ptr<LobbyMailbox> to_lobby_;
    std::unique_ptr<World> world_;
    std::unique_ptr<UdpTransport> transport_;
    std::unique_ptr<WorldMailbox> to_world_;
    std::unique_ptr<Lobby> lobby_;
    LatestValue<WorldStatus> status_;
    Mailbox<std::string> failures_{limits::kHandlersMax + 1};  // of threads, each of which fails once at most
    LatestValue<std::optional<World::End>> end_;
};

/// Makes a DynamicsServer. The address is HOST:PORT for TCP; port 0 means any free port.
Result<std::unique_ptr<WorldHost>> make_udp_host(const HostSetup& setup);

}  // namespace synchrono::server::transport

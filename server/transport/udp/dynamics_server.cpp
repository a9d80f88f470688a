#include "server/transport/udp/dynamics_server.hpp"

#include <algorithm>
#include <exception>

#include "common/base/contract.hpp"

namespace synchrono::server::transport {
namespace {

constexpr std::size_t kRingBytes = 8 << 20;
constexpr int kSocketBufferBytes = 4 << 20;
constexpr int kPortAttempts = 16;
constexpr WallDuration kHandlerWait = WallDuration::milliseconds(50);
constexpr WallDuration kReceiveWait = WallDuration::milliseconds(5);
// With handlers, the world is stepped, and so checks its time limits, at least this often.
constexpr WallDuration kWorldWait = WallDuration::milliseconds(10);
constexpr WallDuration kLobbyWait = WallDuration::milliseconds(20);
constexpr WallDuration kStatusEvery = WallDuration::milliseconds(100);
// After the run is over, the last messages get this long to reach slow readers.
constexpr WallDuration kFarewellLimit = WallDuration::seconds(1);

}  // namespace

/// Takes commands for the world from the lobby, and wakes the world thread.
class DynamicsServer::WorldMailbox final : public WorldPort {
  public:
    WorldMailbox(UdpTransport& world, Doorbell& bell) : world_(world), bell_(bell) {}
    bool post(WorldCommand command) override {
        const bool taken = world_.post(std::move(command));
        bell_.ring();
        return taken;
    }

  private:
    UdpTransport& world_;
    Doorbell& bell_;
};

/// Takes commands for the lobby from the world thread, and wakes the main thread.
class DynamicsServer::LobbyMailbox final : public LobbyPort {
  public:
    LobbyMailbox(std::unique_ptr<Lobby>& lobby, net::TcpListener& listener)
        : lobby_(lobby), listener_(listener) {}
    void post(LobbyCommand command) override {
        lobby_->post(std::move(command));
        listener_.wake();
    }

  private:
    std::unique_ptr<Lobby>& lobby_;  // made after the world that posts to it
    net::TcpListener& listener_;
};

DynamicsServer::Handler::Handler(std::unique_ptr<net::UdpSocket> the_socket, Doorbell& bell,
                                 const WallClock& clock)
    : socket(std::move(the_socket)), ring(kRingBytes), intake(*socket, ring, bell, &clock) {}

DynamicsServer::DynamicsServer(const ServerOptions& options) : options_(options) {
    SYN_REQUIRE(options.handlers <= limits::kHandlersMax);
}

DynamicsServer::~DynamicsServer() = default;

Result<void> DynamicsServer::open_sockets() {
    auto listener = net::TcpListener::open(options_.listen);
    if (!listener) return tl::unexpected(listener.error());
    net::Endpoint at = (*listener)->local();
    if (options_.udp_port) at = at.with_port(*options_.udp_port);
    if (options_.handlers > 1) {
        // Sockets that share a port would share it with those of another server as well. This one does not,
        // so it finds out whether the port is free.
        const auto alone = net::UdpSocket::open(at, {.batch = 1});
        if (!alone) return tl::unexpected(alone.error());
        at = (*alone)->local();
    }
    std::vector<std::unique_ptr<Handler>> handlers;
    for (std::size_t i = 0; i < std::max<std::size_t>(options_.handlers, 1); ++i) {
        auto socket = net::UdpSocket::open(at, {.batch = 64,
                                                .share_port = options_.handlers > 1,
                                                .receive_buffer_bytes = kSocketBufferBytes,
                                                .send_buffer_bytes = kSocketBufferBytes,
                                                .connect_to = {}});
        if (!socket) return tl::unexpected(socket.error());
        at = (*socket)->local();
        handlers.push_back(std::make_unique<Handler>(std::move(*socket), bell_, clock_));
    }
    listener_ = std::move(*listener);
    handlers_ = std::move(handlers);
    return {};
}

Result<void> DynamicsServer::open(const WorldSetup& setup) {
    // Unless the user wants another port for UDP, it is that of TCP, so that one number is enough to let
    // clients in. A free port of TCP may be in use for UDP; then another one is tried.
    const bool may_move = options_.listen.port() == 0 && !options_.udp_port;
    auto opened = open_sockets();
    for (int i = 1; i < kPortAttempts && !opened && may_move; ++i) opened = open_sockets();
    if (!opened) return opened;
    world_ = std::make_unique<World>(setup);
    to_lobby_ = std::make_unique<LobbyMailbox>(lobby_, *listener_);
    // The world sends on the first handler's socket; the other handlers only receive. All sockets have the
    // same port.
    net::UdpSocket& socket = *handlers_.front()->socket;
    transport_ = std::make_unique<UdpTransport>(UdpSetup{.scenario = setup.scenario,
                                                         .credentials = options_.credentials,
                                                         .port = socket.local().port(),
                                                         .clock = &clock_,
                                                         .on_all_addresses = options_.listen.is_any(),
                                                         .note = options_.note},
                                                *world_, socket, *to_lobby_);
    for (const auto& handler : handlers_) transport_->add_intake(handler->intake, handler->ring);
    to_world_ = std::make_unique<WorldMailbox>(*transport_, bell_);
    lobby_ = std::make_unique<Lobby>(*to_world_, options_.note, [this](std::string_view name) {
        return config::find_secret(options_.credentials, name);
    });
    return {};
}

void DynamicsServer::step_world(const std::stop_token& stop) {
    WallTime last_status_at;
    while (!stop.stop_requested()) {
        // Commands must wait while this thread waits for datagrams, so the time to wait is short.
        if (world_receives()) handlers_.front()->intake.poll(kReceiveWait);
        const WallTime now = clock_.now();
        const bool worked = transport_->poll(now);
        if (now - last_status_at > kStatusEvery) {
            last_status_at = now;
            status_.write(world_->status());
            if (world_->ended()) end_.write(world_->ended());
        }
        if (!worked && !world_receives()) bell_.wait(kWorldWait);
    }
}

void DynamicsServer::run_thread(const char* name, const std::function<void()>& body) {
    try {
        body();
    } catch (const std::exception& error) {
        [[maybe_unused]] const bool first = failures_.post(std::string(name) + " failed: " + error.what());
    }
}

World::End DynamicsServer::run(const std::function<bool(const WorldStatus&)>& idle) {
    std::vector<std::jthread> threads;
    for (const auto& handler : handlers_) {
        if (world_receives()) break;
        threads.emplace_back([this, &intake = handler->intake](const std::stop_token& stop) {
            run_thread("a thread that receives", [&] {
                while (!stop.stop_requested()) intake.poll(kHandlerWait);
            });
        });
    }
    threads.emplace_back([this](const std::stop_token& stop) {
        run_thread("the thread of the world", [&] { step_world(stop); });
    });

    std::optional<World::End> end;
    std::optional<WallTime> ended_at;
    WallTime last_status_at = clock_.now();
    lobby_->poll(last_status_at);  // sets the lobby's time before the first connection comes
    while (true) {
        listener_->run_for(kLobbyWait, lobby_->events());
        const WallTime now = clock_.now();
        // The end is read before the lobby is polled, so that this poll still sends the last messages.
        if (!end && end_.read() != nullptr) {
            end = end_.held();
            ended_at = now;
        }
        std::vector<std::string> failures;
        failures_.drain(failures);
        if (!end && !failures.empty()) {
            end = World::End{failures.front(), false};
            ended_at = now;
        }
        lobby_->poll(now);
        if (now - last_status_at > kStatusEvery) {
            last_status_at = now;
            status_.read();
            if (idle(status_.held()) && !ended_at) {
                [[maybe_unused]] const bool taken =
                    to_world_->post(StopRequested{"the server was asked to stop"});
            }
        }
        if (end && (lobby_->all_sent() || now - *ended_at > kFarewellLimit)) break;
    }
    for (auto& thread : threads) thread.request_stop();
    bell_.ring();
    threads.clear();  // joins
    return *end;
}

std::vector<std::pair<CounterName, std::uint64_t>> DynamicsServer::counters() const {
    std::vector<std::pair<CounterName, std::uint64_t>> all;
    const auto add = [&all](const CounterName& name, std::uint64_t value) { all.emplace_back(name, value); };
    // Each handler has its own counters; the sums are returned.
    for (std::size_t i = 0; i < kIntakeCounterNames.size(); ++i) {
        std::uint64_t sum = 0;
        for (const auto& handler : handlers_)
            sum += handler->intake.counters().get(static_cast<IntakeCounter>(i));
        add(kIntakeCounterNames[i], sum);
    }
    std::uint64_t oversized = 0, high_water = 0;
    for (const auto& handler : handlers_) {
        oversized += handler->socket->oversized();
        high_water = std::max<std::uint64_t>(high_water, handler->ring.high_water_bytes());
    }
    add("intake.dropped_oversized", oversized);
    add({"intake.queue_high_water_bytes", OverPrograms::largest}, high_water);
    world_->counters().each(kWorldCounterNames, add);
    transport_->door_counters().each(kDoorCounterNames, add);
    transport_->counters().each(kUdpCounterNames, add);
    transport_->fan_out_counters().each(kFanOutCounterNames, add);
    lobby_->counters().each(kLobbyCounterNames, add);
    lobby_->frame_server_counters().each(net::kFrameServerCounterNames, add);
    add("lobby.accept_failures", listener_->accept_failures());
    return all;
}

Result<std::unique_ptr<WorldHost>> make_udp_host(const HostSetup& setup) {
    const auto listen = net::resolve(setup.listen);
    if (!listen) return tl::unexpected(listen.error());
    return std::make_unique<DynamicsServer>(ServerOptions{.listen = *listen,
                                                          .udp_port = setup.udp_port,
                                                          .credentials = setup.credentials,
                                                          .handlers = setup.handlers,
                                                          .note = setup.note});
}

}  // namespace synchrono::server::transport

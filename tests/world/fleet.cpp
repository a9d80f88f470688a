#include "tests/world/fleet.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "client/link/comm_server_link.hpp"
#include "client/program/engines.hpp"
#include "client/transport/udp/udp_factory.hpp"
#include "common/base/contract.hpp"
#include "pcp/synchrono_radio.h"
#include "pcp/synchrono_sensors.h"
#include "tests/support/proven_stream.hpp"
#include "tests/support/sample_bytes.hpp"
#include "tests/world/memory_world.hpp"

namespace synchrono::testing {
namespace {

const net::Endpoint kServerHost = net::Endpoint::parse("10.0.0.1:4000").value();
const net::Endpoint kCommServerHost = net::Endpoint::parse("10.0.0.2:4000").value();

/// A pilot that uses all it perceives, to the last bit, so that any difference between two runs soon
/// appears in the trajectories.
class TouchyPilot final : public client::pilot::PilotHost {
  public:
    TouchyPilot(std::uint64_t seed, std::optional<SimTime> leaves) : random_(seed), leaves_at_(leaves) {}
    void begin_step(const client::pilot::Perception& perception) override {
        leaves_ = leaves_ || (leaves_at_ && perception.now >= *leaves_at_);
        double sum = perception.ego.position.x * 0.7 + perception.now.to_seconds() + random_.uniform();
        for (const auto& other : perception.others) {
            sum += std::sin(other.motion.position.x * 3 + other.motion.velocity.y) + other.agent.value * 0.1;
        }
        if (perception.radio != nullptr) {
            outbox_.open(perception.radio->media);
            for (const SynMessage& message : perception.radio->messages) {
                for (std::uint32_t k = 0; k < message.bytes_count; ++k)
                    sum += message.bytes[k] * 0.01 * (k + 1);
                sum += message.power_dbm;
            }
            // Its messages depend on what it heard.
            if (random_.chance(0.3)) {
                const double words = sum;
                outbox_.send(SYN_MEDIUM_DEFAULT, &words, sizeof words);
            }
        }
        if (perception.sensors != nullptr) {
            measured_.clear();
            for (std::uint32_t i = 0; i < perception.sensors->samples_count; ++i)
                append_bytes(measured_, perception.sensors->samples[i]);
            std::uint64_t mixed = 0;
            for (const char byte : measured_) mixed = mix_bits(mixed ^ static_cast<unsigned char>(byte));
            sum += static_cast<double>(mixed % 1000) * 0.01;
        }
        answer_ = {.controls =
                       client::body::DriverInputs{
                           .steering = std::sin(sum), .throttle = 0.5 + 0.5 * std::cos(sum), .braking = 0},
                   .valid_from = perception.now,
                   .messages = outbox_.close(),
                   .leaves = leaves_};
    }
    std::optional<client::pilot::PilotAnswer> finish_step() override { return answer_; }

  private:
    Random random_;
    std::optional<SimTime> leaves_at_;
    bool leaves_ = false;
    client::radio::Outbox outbox_;
    client::pilot::PilotAnswer answer_;
    std::string measured_;
};

/// Returns more credentials than a fleet has clients. Each allows everything, since the tests say which
/// client brings which agents.
config::Credentials credentials_for_clients(const config::Scenario& scenario) {
    config::Credentials credentials;
    for (std::size_t i = 0; i < scenario.agents.size() + 8; ++i)
        credentials.push_back(credential_for_all(scenario, fmt::format("client{}", i)));
    return credentials;
}

/// A client's connections to the server on the simulated network.
class SimulatedPorts final : public client::transport::ServerPorts {
  public:
    SimulatedPorts(net::sim::Network& network, const net::Endpoint& host, net::TlsIdentity identity)
        : network_(network), host_(host), identity_(std::move(identity)) {}
    Result<std::unique_ptr<net::Stream>> connect() override {
        auto stream = network_.connect(host_, kServerHost);
        if (!stream) return fail("nobody listens");
        return net::secure_as_client(std::move(stream), identity_);
    }
    Result<Datagrams> open_datagrams(std::uint16_t port) override {
        return Datagrams{network_.bind(host_), kServerHost.with_port(port)};
    }

  private:
    net::sim::Network& network_;
    net::Endpoint host_;
    net::TlsIdentity identity_;
};

}  // namespace

/// A client's connection to the server. `door` is the client's door to a MemoryWorld; null with datagrams.
struct WayIn {
    std::unique_ptr<client::transport::TransportFactory> transports;
    MemoryWorld::Door* door = nullptr;
};

struct Fleet::Server {
    Server(const config::Scenario& scenario, std::function<void(const WorldEvent&)> on_event)
        : world({.scenario = scenario, .on_event = std::move(on_event)}) {}
    virtual ~Server() = default;
    virtual void step(WallTime now) = 0;
    virtual WayIn way_in(const Fleet& fleet, std::size_t client) = 0;
    virtual server::transport::Intake* intake() { return nullptr; }
    server::World world;
};

struct Fleet::DatagramServer final : Server {
    DatagramServer(const config::Scenario& scenario, const config::Credentials& credentials,
                   net::sim::Network& network, std::function<void(const WorldEvent&)> on_event)
        : Server(scenario, std::move(on_event)),
          socket(network.bind(kServerHost)),
          listener(network.listen(kServerHost)),
          ring(1 << 20),
          the_intake(*socket, ring, bell),
          transport({.scenario = scenario, .credentials = credentials, .port = kServerHost.port()}, world,
                    *socket, lobby),
          lobby(
              transport, [](const std::string&, bool) {},
              [&credentials](std::string_view name) { return config::find_secret(credentials, name); }) {
        transport.add_intake(the_intake, ring);
    }
    void step(WallTime now) override {
        listener->run_for(WallDuration{}, lobby.events());
        lobby.poll(now);
        the_intake.poll(WallDuration{});
        transport.poll(now);
        lobby.poll(now);
    }
    WayIn way_in(const Fleet& fleet, std::size_t client) override {
        return {std::make_unique<client::transport::UdpFactory>(
            std::make_unique<SimulatedPorts>(*fleet.network_, fleet.host(client), fleet.identity(client)),
            config::scenario_id(fleet.scenario_), fleet.scenario_.server_limit)};
    }
    server::transport::Intake* intake() override { return &the_intake; }
    std::unique_ptr<net::DatagramSocket> socket;
    std::unique_ptr<net::StreamListener> listener;
    SpscRecordRing ring;
    Doorbell bell;
    server::transport::Intake the_intake;
    server::transport::UdpTransport transport;
    server::transport::Lobby lobby;
};

struct Fleet::MemoryServer final : Server {
    using Server::Server;
    void step(WallTime now) override { memory.step(now); }
    WayIn way_in(const Fleet& fleet, std::size_t) override {
        auto door = memory.make_door(fleet.scenario_.server_limit);
        MemoryWorld::Door* const handle = door.get();
        return {std::move(door), handle};
    }
    MemoryWorld memory{world};
};

/// A communication server, and a recorder of what happens on the radio.
struct Fleet::CommServer final : comm_server::RadioRecorder {
    CommServer(const config::Scenario& scenario, const config::Credentials& credentials,
               net::sim::Network& network, std::string& the_history,
               std::vector<UnitMessage>& the_unit_messages, WallTime now)
        : history(the_history),
          unit_messages(the_unit_messages),
          first_unit{static_cast<std::uint32_t>(scenario.agents.size())},
          listener(network.listen(kCommServerHost)),
          exchange(
              {.scenario = scenario,
               .credentials = credentials,
               .units = comm_server::make_road_side_units(scenario).value(),
               .recorder = this,
               .find_secret =
                   [&credentials](std::string_view name) { return config::find_secret(credentials, name); }},
              now) {}
    void step(WallTime now) {
        listener->run_for(WallDuration{}, exchange.events());
        exchange.poll(now);
    }
    void on_settled(const comm_server::Settled& settled) override {
        if (settled.message.sender >= first_unit)
            unit_messages.push_back({settled.message.time, settled.message.sender, settled.message.payload});
        history += fmt::format("{} {} {} {}:", settled.message.sender.value, settled.message.sequence,
                               settled.message.time.count_ns(), settled.message.payload.size());
        for (const std::byte byte : settled.message.payload) history += fmt::format("{:02x}", byte);
        for (const auto& f : settled.fates) {
            history += fmt::format(" {}={}@{}/{}", f.fate.receiver.value, static_cast<int>(f.fate.outcome),
                                   f.fate.delivered.count_ns(), f.fate.power_dbm);
        }
        history += "\n";
    }
    void on_load(config::Medium, SimTime, SimTime,
                 std::span<const std::pair<AgentId, float>> ratios) override {
        for (const auto& [station, ratio] : ratios)
            history += fmt::format("{} busy {}\n", station.value, ratio);
    }
    void on_station(const RadioStation& station, SimTime time) override {
        history +=
            fmt::format("{} {} {}\n", station.name(), station.ended() ? "ended" : "here", time.count_ns());
    }
    void on_routed(SimTime) override {}

    std::string& history;
    std::vector<UnitMessage>& unit_messages;
    AgentId first_unit;
    std::unique_ptr<net::StreamListener> listener;
    comm_server::Exchange exchange;
};

struct Fleet::Client final : client::acu::Recorder {
    Client(Fleet& the_fleet, std::size_t the_index, std::vector<AgentId> the_agents)
        : fleet(the_fleet),
          index(the_index),
          agents(std::move(the_agents)),
          engine(client::make_engine(fleet.scenario_, agents).value()),
          ray_world(client::acu::ray_world_for(fleet.scenario_, agents, nullptr)),
          radio(fleet.scenario_,
                [this]() -> Result<std::unique_ptr<net::Stream>> {
                    auto stream = fleet.network_->connect(fleet.host(index), kCommServerHost);
                    if (!stream) return fail("nobody listens");
                    return net::secure_as_client(std::move(stream), fleet.identity(index));
                }),
          way(fleet.server_->way_in(fleet, index)),
          node({.scenario = fleet.scenario_, .agents = agents, .radio = &radio, .ray_world = ray_world.get()},
               *way.transports, *engine, this) {
        for (const AgentId id : is_of_elements() ? std::vector<AgentId>() : agents) {
            const auto leaves = fleet.setup_.leaves.find(id.value);
            const auto at = leaves == fleet.setup_.leaves.end()
                                ? std::nullopt
                                : std::optional(Tick{leaves->second}.at(fleet.scenario_.heartbeat));
            node.set_pilot(id, std::make_unique<TouchyPilot>(fleet.scenario_.seed * 1000 + id.value, at));
        }
        node.set_tap([this](const client::cache::Peer& peer) {
            fleet.checker_.consumed(index, peer.id, peer.newest, peer.any);
        });
    }
    /// Cuts the client off from both servers, in both directions, or connects it again.
    void set_cut_off(bool cut_off) {
        is_cut_off = cut_off;
        fleet.network_->set_partitioned(fleet.host(index), kServerHost, cut_off);
        fleet.network_->set_partitioned(fleet.host(index), kCommServerHost, cut_off);
        if (way.door != nullptr) way.door->set_shut(cut_off);
    }
    /// Ends the client's connections, as the kernel does when a process has died.
    void break_connections() {
        fleet.network_->break_streams(fleet.host(index));
        if (way.door != nullptr) way.door->break_connection();
    }
    WallTime wakes_at() const {
        return way.door != nullptr && way.door->has_unread() ? WallTime{} : last.wake_at;
    }
    bool is_of_elements() const {
        return !agents.empty() && fleet.scenario_.agents[agents[0].value].element.has_value();
    }
    void set_time(WallTime) override {}
    void record_sample(AgentId, std::size_t, const SynSample&, const geo::Motion&) override {}
    void record(AgentId agent, SimTime time, ByteView any) override {
        fleet.checker_.emitted(index, agent, fleet.tick_at(time), any);
    }
    void record_departure(AgentId agent, SimTime time) override {
        fleet.checker_.departed(agent, fleet.tick_at(time));
    }
    void record_clock(const client::transport::ClockReading&) override {}
    void record_late(AgentId agent, const client::radio::Delivery&, SimTime seen) override {
        if (fleet.scenario_.gate.kind == GatePolicy::Kind::exact)
            fleet.checker_.add_violation(
                fmt::format("agent {} heard something late at {}", agent.value, seen.count_ns()));
    }

    Fleet& fleet;
    std::size_t index;
    std::vector<AgentId> agents;
    std::unique_ptr<client::engine::Engine> engine;
    std::unique_ptr<client::sensors::RayWorld> ray_world;
    client::link::CommServerLinks radio;
    WayIn way;
    client::acu::ClientNode node;
    bool alive = true, is_cut_off = false;
    WallTime busy_until;
    client::acu::ClientNode::Outcome last;
};

Fleet::Fleet(FleetSetup setup)
    : setup_(std::move(setup)),
      scenario_(make_fleet_scenario(setup_)),
      checker_(scenario_),
      credentials_(credentials_for_clients(scenario_)),
      random_(setup_.seed, 1),
      network_(std::make_unique<net::sim::Network>(setup_.seed, clock_)) {
    network_->set_faults(setup_.faults);
    const auto on_event = [this](const WorldEvent& event) { happened(event); };
    if (setup_.carrier == Carrier::memory) {
        server_ = std::make_unique<MemoryServer>(scenario_, on_event);
    } else {
        server_ = std::make_unique<DatagramServer>(scenario_, credentials_, *network_, on_event);
    }
    if (scenario_.radio) {
        comm_server_ = std::make_unique<CommServer>(scenario_, credentials_, *network_, radio_history_,
                                                    unit_messages_, clock_.now());
    }
    for (auto& agents : divide_agents(scenario_, setup_)) start_client(clients_.size(), std::move(agents));
}

Fleet::~Fleet() {
    clients_.clear();
    comm_server_.reset();
    server_.reset();
}

net::TlsIdentity Fleet::identity(std::size_t client) const {
    const config::Credential& credential = credentials_.at(client);
    return {credential.name, credential.secret};
}

net::Endpoint Fleet::host(std::size_t client) const {
    return net::Endpoint::parse(fmt::format("10.0.{}.{}:0", 1 + client / 200, 1 + client % 200)).value();
}

void Fleet::start_client(std::size_t index, std::vector<AgentId> agents) {
    if (clients_.size() <= index) clients_.resize(index + 1);
    checker_.client_begins(index, agents);
    clients_[index] = std::make_unique<Client>(*this, index, std::move(agents));
    clients_[index]->busy_until =
        clock_.now() + WallDuration::microseconds(static_cast<std::int64_t>(random_.below(20'000)));
}

void Fleet::happened(const WorldEvent& event) {
    events_.push_back(event);
    if (event.has_joined()) {
        checker_.agent_joined(AgentId{event.joined().description().agent()},
                              tick_at(SimTime::nanoseconds(event.joined().time_ns())));
    }
    if (event.has_ended()) {
        checker_.agent_ended(AgentId{event.ended().agent()},
                             tick_at(SimTime::nanoseconds(event.ended().time_ns())));
    }
}

void Fleet::step() {
    if (server_) server_->step(clock_.now());
    if (comm_server_) comm_server_->step(clock_.now());
    const bool any_can_advance = std::any_of(clients_.begin(), clients_.end(), [](const auto& c) {
        return c->alive && !c->is_cut_off && !c->agents.empty() &&
               c->last.state == client::acu::ClientNode::State::running;
    });
    if (advanced_at_ && !any_can_advance) advanced_at_ = clock_.now();
    // Clients take their steps in a different order each time, each at its own speed.
    const std::size_t first = random_.below(clients_.size());
    for (std::size_t i = 0; i < clients_.size(); ++i) {
        Client& c = *clients_[(first + i) % clients_.size()];
        if (!c.alive || c.busy_until > clock_.now() || (c.last.pacing && c.last.wake_at > clock_.now()))
            continue;
        if (c.last.state != client::acu::ClientNode::State::running) continue;
        const Tick before = c.node.tick();
        const auto rejoins = c.node.counters().get(client::acu::NodeCounter::rejoins);
        c.last = c.node.run_once(clock_.now(), false);
        if (c.node.counters().get(client::acu::NodeCounter::rejoins) > rejoins)
            checker_.client_begins(c.index, c.agents);
        if (c.node.tick() > before) {
            if (advanced_at_) longest_stall_ = std::max(longest_stall_, clock_.now() - *advanced_at_);
            advanced_at_ = clock_.now();
            // Over memory, messages take no time. A step takes 400 us more instead; otherwise the world would
            // be over before late clients come.
            const auto microseconds =
                random_.below(100) * (1 + c.index % 4) + (setup_.carrier == Carrier::memory ? 400 : 0);
            c.busy_until = clock_.now() + WallDuration::microseconds(static_cast<std::int64_t>(microseconds));
        }
    }
    if (server_) server_->step(clock_.now());
    if (comm_server_) comm_server_->step(clock_.now());

    WallTime next = clock_.now() + WallDuration::milliseconds(5);
    if (const auto delivery = network_->next_delivery()) next = std::min(next, *delivery);
    for (const auto& c : clients_) {
        if (!c->alive || c->last.state != client::acu::ClientNode::State::running) continue;
        next = std::min(next, std::max(c->busy_until, c->wakes_at()));
    }
    clock_.set(std::max(next, clock_.now() + WallDuration::microseconds(1)));
}

bool Fleet::run_until(const std::function<bool()>& done, WallDuration limit) {
    const WallTime end = clock_.now() + limit;
    while (!done()) {
        if (clock_.now() > end) return false;
        step();
    }
    return true;
}

void Fleet::run(WallDuration limit) {
    const auto done = [this] {
        return std::all_of(clients_.begin(), clients_.end(), [](const auto& c) {
            return !c->alive || c->last.state != client::acu::ClientNode::State::running;
        });
    };
    if (!run_until(done, limit)) {
        std::string who;
        for (const auto& c : clients_) {
            if (c->alive && c->last.state == client::acu::ClientNode::State::running) {
                who += fmt::format(" client{} at {} waits for '{}'", c->index, c->node.tick().index,
                                   c->node.waiting_for());
            }
        }
        checker_.add_violation("the run did not end:" + who);
    }
}

void Fleet::kill(std::size_t client, bool silently) {
    clients_[client]->alive = false;
    // After a silent death the client's streams stand still; otherwise they break.
    if (silently) {
        clients_[client]->set_cut_off(true);
    } else {
        clients_[client]->break_connections();
    }
}

void Fleet::restart(std::size_t client) {
    clients_[client]->set_cut_off(false);
    clients_[client]->break_connections();
    auto agents = clients_[client]->agents;
    clients_[client].reset();
    start_client(client, std::move(agents));
}

void Fleet::set_cut_off(std::size_t client, bool cut_off) { clients_[client]->set_cut_off(cut_off); }
void Fleet::ask_to_stop(std::size_t client) { clients_[client]->node.ask_to_stop(); }

std::size_t Fleet::add_observer() {
    start_client(clients_.size(), {});
    return clients_.size() - 1;
}

void Fleet::stop_server(std::string why) { server_->world.stop(std::move(why)); }

void Fleet::kill_comm_server() {
    network_->break_streams(kCommServerHost);
    comm_server_.reset();
}

void Fleet::kill_server() {
    network_->break_streams(kServerHost);
    server_.reset();
}

std::size_t Fleet::clients() const { return clients_.size(); }
bool Fleet::alive(std::size_t client) const { return clients_[client]->alive; }
client::acu::ClientNode& Fleet::node(std::size_t client) { return clients_[client]->node; }
client::acu::ClientNode::State Fleet::state(std::size_t client) const { return clients_[client]->last.state; }
Tick Fleet::tick(std::size_t client) const { return clients_[client]->node.tick(); }
const std::string& Fleet::reason(std::size_t client) const { return clients_[client]->node.reason(); }
server::World& Fleet::world() { return server_->world; }
server::transport::Intake& Fleet::intake() { return *server_->intake(); }

std::uint64_t Fleet::rejoins(std::size_t client) const {
    return clients_[client]->node.counters().get(client::acu::NodeCounter::rejoins);
}

std::uint64_t Fleet::sum_of(client::acu::NodeCounter counter) const {
    std::uint64_t sum = 0;
    for (const auto& c : clients_) sum += c->node.counters().get(counter);
    return sum;
}

bool Fleet::all_finished() const {
    return std::all_of(clients_.begin(), clients_.end(), [](const auto& c) {
        return c->last.state == client::acu::ClientNode::State::finished;
    });
}

}  // namespace synchrono::testing

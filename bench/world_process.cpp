#include "bench/world_process.hpp"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

#include "client/acu/client_node.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "client/transport/udp/udp_factory.hpp"
#include "client/transport/udp/udp_ports.hpp"
#include "common/base/contract.hpp"
#include "server/transport/udp/dynamics_server.hpp"

namespace synchrono::bench {
namespace {

/// Leaves every agent where it began. No number of a state is zero, because protobuf leaves out zeros. A
/// state is therefore as long as that of a moving agent. If `decodes` is true, the client decodes the states
/// of the others.
class StandingBodies final : public client::engine::BodyEngine {
  public:
    explicit StandingBodies(bool decodes) : decodes_(decodes) {}
    void add(AgentId agent, const client::engine::NewBody& vehicle) override {
        client::body::BodyMotion motion;
        static_cast<geo::Motion&>(motion) = vehicle.start;
        motion.orientation = {0.5, 0.5, 0.5, 0.5};
        motion.velocity = motion.angular_velocity = motion.acceleration = {1, 1, 1};
        motion.applied = client::body::DriverInputs{0.1, 0.1, 0.1};
        motions_[agent] = motion;
    }
    void remove(AgentId agent) override { motions_.erase(agent); }
    void set_controls(AgentId, const client::body::Controls&) override {}
    bool uses_surroundings() const override { return decodes_; }
    void set_surroundings(const client::engine::Surroundings&) override {}
    void advance(SimDuration) override {}
    const client::body::BodyMotion& motion(AgentId agent) const override { return motions_.at(agent); }
    client::body::Machinery machinery(AgentId) const override { return {}; }

  private:
    const bool decodes_;
    std::unordered_map<AgentId, client::body::BodyMotion> motions_;
};

config::Scenario make_scenario(const WorldShape& shape) {
    config::Scenario scenario;
    scenario.name = "bench";
    scenario.duration = SimDuration::seconds(100'000);
    scenario.gate = shape.gate;
    scenario.interest = shape.interest;
    scenario.log_states = false;
    scenario.silence_limit = WallDuration::seconds(5);
    scenario.vehicles["cart"].name = "cart";
    for (int i = 0; i < shape.agents + shape.guest.agents; ++i) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(i)};
        agent.name = fmt::format("cart{}", i);
        agent.vehicle = "cart";
        agent.position = {1 + i * shape.spacing_m, 1, 1};
        agent.period = scenario.heartbeat;
        if (i >= shape.agents) agent.enter = SimTime{} + (scenario.duration - scenario.heartbeat);
        scenario.agents.push_back(agent);
    }
    return scenario;
}

/// Returns the server's address, with port 0.
net::Endpoint address_of(const WorldShape& shape) { return net::Endpoint::parse(shape.host + ":0").value(); }

/// Makes a credential for each client, for its share of the agents.
config::Credentials make_credentials(const WorldShape& shape) {
    config::Credentials credentials;
    const auto add = [&credentials](const std::string& name, int first, int end) {
        config::Credential& made = credentials.emplace_back();
        made.name = name;
        made.secret = make_secret();
        for (int i = first; i < end; ++i) made.agents.push_back(AgentId{static_cast<std::uint32_t>(i)});
    };
    for (int client = 0; client < shape.clients; ++client) {
        add(fmt::format("client{}", client), client * shape.agents / shape.clients,
            (client + 1) * shape.agents / shape.clients);
    }
    if (shape.guest.play) add("guest", shape.agents, shape.agents + shape.guest.agents);
    return credentials;
}

[[noreturn]] void run_client(const config::Scenario& scenario, const config::Credential& credential,
                             const WorldShape& shape, int port_pipe) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    shape.begin_client();
    std::uint16_t port = 0;
    if (read(port_pipe, &port, sizeof port) != static_cast<ssize_t>(sizeof port)) _exit(1);
    if (credential.name == "guest") {
        shape.guest.play(scenario, credential, address_of(shape).with_port(port));
        _exit(0);
    }
    const std::vector<AgentId>& agents = credential.agents;
    StandingBodies engine(shape.clients_decode);
    client::transport::UdpFactory transports(
        std::make_unique<client::transport::UdpPorts>(std::vector{address_of(shape).with_port(port)},
                                                      net::TlsIdentity{credential.name, credential.secret}),
        config::scenario_id(scenario), scenario.server_limit);
    client::acu::ClientNode node({.scenario = scenario, .agents = agents}, transports, engine, nullptr);
    const MonotonicClock clock;
    client::acu::ClientNode::State state;
    while ((state = node.run_once(clock.now(), true).state) == client::acu::ClientNode::State::running) {
    }

    if (state == client::acu::ClientNode::State::failed)
        fmt::print(stderr, "{}: {}\n", credential.name, node.reason());
    _exit(0);
}

CpuTime cpu(int who) {
    rusage usage{};
    SYN_REQUIRE(getrusage(who, &usage) == 0);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return {seconds(usage.ru_utime), seconds(usage.ru_stime)};
}

}  // namespace

CpuTime cpu_self() { return cpu(RUSAGE_SELF); }
CpuTime cpu_children() { return cpu(RUSAGE_CHILDREN); }

WorldRun run_world(const WorldShape& shape, WallDuration duration) {
    const config::Scenario scenario = make_scenario(shape);
    const config::Credentials credentials = make_credentials(shape);
    const CpuTime self_before = cpu_self(), children_before = cpu_children();

    // The children come first, because a process with threads must not fork.
    std::array<int, 2> port_pipe{};
    SYN_REQUIRE(pipe(port_pipe.data()) == 0);
    std::vector<pid_t> children;
    for (const config::Credential& credential : credentials) {
        const pid_t child = fork();
        SYN_REQUIRE(child >= 0);
        if (child == 0) run_client(scenario, credential, shape, port_pipe[0]);
        children.push_back(child);
    }
    server::transport::DynamicsServer server({.listen = address_of(shape), .credentials = credentials});
    SYN_REQUIRE(server.open({.scenario = scenario, .keep_open = true}).has_value());
    const std::uint16_t port = net::Endpoint::parse(server.address()).value().port();
    for (std::size_t i = 0; i < credentials.size(); ++i)
        SYN_REQUIRE(write(port_pipe[1], &port, sizeof port) == sizeof port);

    WorldRun run;
    const MonotonicClock clock;
    struct Mark {
        WallTime at;
        SimTime reached;
    };
    std::optional<Mark> first;
    const WallTime give_up = clock.now() + WallDuration::seconds(60);
    server.run([&](const server::WorldStatus& status) {
        const WallTime now = clock.now();
        run.heartbeats = static_cast<std::uint64_t>(status.reached.since_start() / scenario.heartbeat);
        if (!first && status.started && run.heartbeats > 200) first = Mark{now, status.reached};
        if (first && now > first->at) {
            const auto beats = (status.reached - first->reached) / scenario.heartbeat;
            run.heartbeats_per_second = static_cast<double>(beats) / (now - first->at).to_seconds();
        }
        return (first && now - first->at > duration) || now > give_up;
    });
    for (const pid_t child : children) {
        kill(child, SIGKILL);  // the run is over, and the clients write no logs that could be cut off
        waitpid(child, nullptr, 0);
    }
    close(port_pipe[0]);
    close(port_pipe[1]);
    run.server = cpu_self() - self_before;
    run.clients = cpu_children() - children_before;
    double updates = 0, bytes = 0;
    for (const auto& [name, value] : server.counters()) {
        // If the environment has a variable SHOW, prints every counter that is not zero.
        if (getenv("SHOW") && value) fmt::print(stderr, "{} {}\n", name.text, value);
        if (name.text == "fan_out.bytes") bytes = static_cast<double>(value);
        if (name.text == "fan_out.updates") updates = static_cast<double>(value);
        if (name.text == "world.requests") run.requests = value;
    }
    run.bytes_out_each = updates > 0 ? bytes / updates : 0;
    run.bytes_to_each_client_s =
        bytes / shape.clients / (static_cast<double>(run.heartbeats) * scenario.heartbeat.to_seconds());
    return run;
}

std::size_t agent_message_bytes() {
    StandingBodies engine(false);
    geo::Motion at;
    at.position = {101, 1, 1};
    engine.add(AgentId{10},
               {.vehicle = {}, .start = at, .model = client::engine::VehicleModel::full, .gear = {}});
    std::array<std::byte, client::body::kVehicleStateBytesMax> state;
    const std::size_t n = client::body::encode(engine.motion(AgentId{10}), state);
    Bytes any, message;
    net::append_any(any, client::body::kVehicleStateTypeUrl, ByteView(state).first(n));
    net::AgentHeader header{.agent = AgentId{10},
                            .time = SimTime::nanoseconds(10'000'000'000),
                            .period = SimDuration::milliseconds(5),
                            .wall = WallTime::nanoseconds(1),
                            .x_m = 1,
                            .y_m = 1,
                            .z_m = 1};
    net::append_agent_message(message, header, any);
    return net::field_bytes(message.size());
}

}  // namespace synchrono::bench

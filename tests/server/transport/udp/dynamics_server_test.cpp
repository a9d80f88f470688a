// Proves that the dynamics server works with its threads and with real sockets of the loopback interface.
// Clients on threads of their own run a short world to its end. In some tests the world thread itself
// receives the datagrams, in others one handler or several handlers do. A server that is stopped notifies its
// clients. Under the thread sanitizer this test examines how the server's threads hand data to each other.
#include "server/transport/udp/dynamics_server.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <thread>

#include "client/acu/client_node.hpp"
#include "client/engine/embedded/embedded_engine.hpp"
#include "client/transport/registry.hpp"
#include "tests/support/proven_stream.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::server::transport {
namespace {

using State = client::acu::ClientNode::State;

config::Scenario small_world(GatePolicy gate, SimDuration duration) {
    config::Scenario scenario;
    scenario.name = "small";
    scenario.gate = gate;
    scenario.duration = duration;
    // On a busy machine a client may be silent for long; that must not end its agents.
    scenario.silence_limit = WallDuration::seconds(20);
    scenario.server_limit = WallDuration::seconds(20);
    scenario.vehicles["sedan"] = sedan();
    for (std::uint32_t i = 0; i < 4; ++i) {
        config::AgentSpec agent;
        agent.id = AgentId{i};
        agent.name = "car" + std::to_string(i);
        agent.vehicle = "sedan";
        agent.position = {10.0 * i, 0, 0};
        agent.speed_m_s = 3;
        agent.period = scenario.heartbeat;
        scenario.agents.push_back(agent);
    }
    return scenario;
}

/// Runs a client with one agent on a thread of its own.
State run_client(const config::Scenario& scenario, const config::Credential& credential,
                 const std::string& server, std::uint32_t agent, std::string& reason) {
    const auto engine = client::engine::make_embedded_engine(scenario.step);
    const auto transports =
        client::transport::make_transport_factory({.address = server,
                                                   .scenario = config::scenario_id(scenario),
                                                   .server_limit = scenario.server_limit,
                                                   .identity = {credential.name, credential.secret}});
    EXPECT_TRUE(transports);
    client::acu::ClientNode node({.scenario = scenario, .agents = {AgentId{agent}}}, **transports, *engine,
                                 nullptr);
    std::size_t seen = 0;
    node.set_tap([&seen](const client::cache::Peer&) { ++seen; });
    const MonotonicClock clock;
    client::acu::ClientNode::Outcome last_pass;
    while (last_pass.state == State::running) last_pass = node.run_once(clock.now(), true);
    reason = node.reason() + (seen == 0 ? ", and saw nobody" : "");
    return last_pass.state;
}

struct Outcome {
    World::End end;
    std::vector<State> states = std::vector<State>(4);
    std::vector<std::string> reasons = std::vector<std::string>(4);
};

/// Runs a world to its end. If `stop_at` is given, asks the server to stop once the world has reached this
/// time.
Outcome run_world(const config::Scenario& scenario, std::size_t handlers, std::optional<SimTime> stop_at) {
    config::Credentials credentials;
    for (std::uint32_t i = 0; i < 4; ++i)
        credentials.push_back(synchrono::testing::credential_of("client" + std::to_string(i), {AgentId{i}}));
    DynamicsServer server(
        {.listen = net::Endpoint::loopback(0), .credentials = credentials, .handlers = handlers});
    const auto opened = server.open({.scenario = scenario});
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().text);
    Outcome outcome;
    std::vector<std::jthread> clients;
    for (std::uint32_t i = 0; i < 4; ++i) {
        clients.emplace_back([&, i] {
            outcome.states[i] = run_client(scenario, credentials[i], server.address(), i, outcome.reasons[i]);
        });
    }
    outcome.end =
        server.run([&](const WorldStatus& status) { return stop_at && status.reached >= *stop_at; });
    clients.clear();
    return outcome;
}

struct Case {
    std::size_t handlers;
    GatePolicy gate;
};
class DynamicsServerTest : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Handlers, DynamicsServerTest,
                         ::testing::Values(Case{0, {GatePolicy::Kind::window, 2}},
                                           Case{1, {GatePolicy::Kind::window, 2}},
                                           Case{3, {GatePolicy::Kind::window, 2}},
                                           Case{0, {GatePolicy::Kind::exact, 1}},
                                           Case{3, {GatePolicy::Kind::exact, 1}}));

TEST_P(DynamicsServerTest, RunsAWorldToItsEnd) {
    const auto outcome = run_world(small_world(GetParam().gate, SimDuration::milliseconds(500)),
                                   GetParam().handlers, std::nullopt);
    EXPECT_TRUE(outcome.end.good) << outcome.end.why;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(outcome.states[i], State::finished);
        EXPECT_EQ(outcome.reasons[i], "left");
    }
}

TEST_P(DynamicsServerTest, NotifiesItsClientsWhenItIsStopped) {
    const auto outcome = run_world(small_world(GetParam().gate, SimDuration::seconds(100'000)),
                                   GetParam().handlers, SimTime::nanoseconds(50'000'000));
    EXPECT_TRUE(outcome.end.good) << outcome.end.why;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(outcome.states[i], State::stopped) << outcome.reasons[i];
        EXPECT_EQ(outcome.reasons[i], "the server was asked to stop");
    }
}

TEST(DynamicsServerThreads, AnExceptionEndsTheRunWithItsReason) {
    const config::Scenario scenario = small_world({GatePolicy::Kind::window, 2}, SimDuration::seconds(1));
    const config::Credentials credentials{synchrono::testing::credential_of("client", {AgentId{0}})};
    auto server = std::make_unique<DynamicsServer>(
        ServerOptions{.listen = net::Endpoint::loopback(0), .credentials = credentials});
    const auto throws = [](const WorldEvent&) { throw std::runtime_error("the disk is on fire"); };
    ASSERT_TRUE(server->open({.scenario = scenario, .on_event = throws}));
    std::string reason;
    State state = State::running;
    std::jthread client([&, address = server->address()] {
        state = run_client(scenario, credentials[0], address, 0, reason);
    });
    const World::End end = server->run([](const WorldStatus&) { return false; });
    EXPECT_FALSE(end.good);
    EXPECT_EQ(end.why, "the thread of the world failed: the disk is on fire");
    server.reset();  // closes the client's connection
    client.join();
    EXPECT_EQ(state, State::failed) << reason;
}

}  // namespace
}  // namespace synchrono::server::transport

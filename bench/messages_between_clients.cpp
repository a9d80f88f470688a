// Each of N client processes has one agent. At each exchange every agent sends a message of 100 bytes, which
// reaches the agents of all other clients over a channel without losses. A client goes on when it has all
// messages of the exchange. The floor exchanges UDP datagrams of about the same lengths between as many
// processes, and does nothing else.
#include "bench/messages_between_clients.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "bench/floor.hpp"
#include "bench/median.hpp"
#include "bench/table.hpp"
#include "client/link/comm_server_link.hpp"
#include "comm_server/exchange.hpp"
#include "common/base/contract.hpp"
#include "common/net/tcp.hpp"
#include "common/net/tls.hpp"

namespace synchrono::bench {
namespace {

using client::link::RadioLink;

constexpr WallDuration kEach = WallDuration::milliseconds(1'500), kLimit = WallDuration::seconds(10);
constexpr std::size_t kPayloadBytes = 100;
constexpr std::size_t kFrameBytes =
    160;  // a message with its place, or with its arrival at one agent, sealed
constexpr int kRounds = 3;

config::Scenario make_scenario(int clients) {
    config::Scenario scenario;
    scenario.name = "bench";
    scenario.duration = SimDuration::seconds(100'000);
    scenario.vehicles["cart"].name = "cart";
    scenario.radio.emplace();
    scenario.radio->channels[config::Medium::dsrc] = {};
    scenario.radio->exchange = scenario.heartbeat;
    for (int i = 0; i < clients; ++i) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(i)};
        agent.name = fmt::format("cart{}", i);
        agent.vehicle = "cart";
        agent.period = scenario.heartbeat;
        agent.radio = true;
        scenario.agents.push_back(agent);
    }
    return scenario;
}

/// Counts the arrivals.
struct Arrivals final : client::link::RadioSink {
    void deliver(const client::link::DeliveredMessage&,
                 std::span<const client::link::RadioArrival> arrivals) override {
        count += arrivals.size();
    }
    std::uint64_t count = 0;
};

[[noreturn]] void run_client(const config::Scenario& scenario, const config::Credential& own, int port_pipe) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::uint16_t port = 0;
    if (read(port_pipe, &port, sizeof port) != static_cast<ssize_t>(sizeof port)) _exit(1);
    client::link::CommServerLinks links(scenario, [&] {
        return net::connect_secured(net::Endpoint::loopback(port), {own.name, own.secret}, kLimit);
    });
    if (!links.connect()) _exit(1);
    const MonotonicClock clock;
    Arrivals arrivals;
    Counters<client::link::RadioLinkCounter> counters;
    const auto link = links.join(own.agents, Tick{0}, arrivals, counters, clock.now());
    while (link->poll(clock.now(), kLimit, Tick{0}) == RadioLink::Status::joining) {
    }
    const Bytes payload(kPayloadBytes, std::byte{0x55});
    const client::link::AgentPlace place{own.agents[0], {1, 1, 1}};
    for (Tick tick{0}; link->status() == RadioLink::Status::member; tick = tick + 1) {
        const client::link::OutgoingMessage message{.agent = own.agents[0],
                                                    .time = tick.at(scenario.heartbeat),
                                                    .medium = config::Medium::dsrc,
                                                    .payload = payload};
        link->send(tick, {&place, 1}, {&message, 1}, {}, true, clock.now());
        while (link->delivered_until() <= tick &&
               link->poll(clock.now(), kLimit, tick + 1) == RadioLink::Status::member) {
        }
    }
    fmt::print(stderr, "{}: {}; {} arrivals\n", own.name, link->reason(), arrivals.count);
    _exit(1);
}

struct Rate {
    double exchanges_s = 0;
    double arrivals_s = 0;
};

Rate measure(int clients) {
    const config::Scenario scenario = make_scenario(clients);
    config::Credentials credentials;
    for (int i = 0; i < clients; ++i) {
        credentials.push_back({.name = fmt::format("client{}", i),
                               .secret = make_secret(),
                               .agents = {AgentId{static_cast<std::uint32_t>(i)}}});
    }
    std::array<int, 2> port_pipe{};
    SYN_REQUIRE(pipe(port_pipe.data()) == 0);
    std::vector<pid_t> children;
    for (const config::Credential& own : credentials) {
        const pid_t child = fork();
        SYN_REQUIRE(child >= 0);
        if (child == 0) run_client(scenario, own, port_pipe[0]);
        children.push_back(child);
    }
    const auto listener = net::TcpListener::open(net::Endpoint::loopback(0)).value();
    const MonotonicClock clock;
    comm_server::Exchange exchange(
        {.scenario = scenario,
         .credentials = credentials,
         .keep_open = true,
         .find_secret = [&](std::string_view name) { return config::find_secret(credentials, name); }},
        clock.now());
    const std::uint16_t port = listener->local().port();
    for (int i = 0; i < clients; ++i) SYN_REQUIRE(write(port_pipe[1], &port, sizeof port) == sizeof port);

    const auto delivered = [&] { return exchange.counters().get(comm_server::ExchangeCounter::delivered); };
    const auto run_until = [&](auto done) {
        for (const WallTime give_up = clock.now() + kLimit; !done() && clock.now() < give_up;) {
            listener->run_for(WallDuration::milliseconds(10), exchange.events());
            exchange.poll(clock.now());
        }
    };
    run_until([&] { return exchange.next_heartbeat() > Tick{200}; });
    const Tick first = exchange.next_heartbeat();
    const auto arrived = delivered();
    const WallTime from = clock.now();
    run_until([&] { return clock.now() - from > kEach; });
    const double seconds = (clock.now() - from).to_seconds();
    Rate rate{static_cast<double>(exchange.next_heartbeat().index - first.index) / seconds,
              static_cast<double>(delivered() - arrived) / seconds};
    SYN_REQUIRE(first.index > 200 && "the clients could not begin");
    const double expected = rate.exchanges_s * clients * (clients - 1);
    SYN_REQUIRE(std::abs(rate.arrivals_s - expected) < 0.05 * expected + 100 && "messages were lost");
    for (const pid_t child : children) {
        SYN_REQUIRE(waitpid(child, nullptr, WNOHANG) == 0 && "a client has ended early");
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
    close(port_pipe[0]);
    close(port_pipe[1]);
    return rate;
}

}  // namespace

void messages_between_clients() {
    const Table table({"clients", "floor, exchanges/s", "exchanges/s", "ratio", "arrivals/s"});
    for (const int clients : {2, 8, 30}) {
        std::vector<double> floors, rates, ratios, arrivals;
        for (int round = 0; round < kRounds; ++round) {
            floors.push_back(floor_heartbeats_per_second(
                {clients, kFrameBytes, kFrameBytes * static_cast<std::size_t>(clients - 1)}, kEach));
            const Rate rate = measure(clients);
            rates.push_back(rate.exchanges_s);
            arrivals.push_back(rate.arrivals_s);
            ratios.push_back(rate.exchanges_s / floors.back());
        }
        table.row({std::to_string(clients), with_commas(median(floors)), with_commas(median(rates)),
                   percent(median(ratios)), with_commas(median(arrivals))});
    }
}

}  // namespace synchrono::bench

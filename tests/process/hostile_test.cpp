// Proves that strangers do no harm to a real server: every wrong join is declined with its reason,
// connections that send nothing are closed, and datagrams that are not a member's own are dropped. All of
// these are counted, memory stays flat, and the honest clients in the same world do not notice.
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <limits>
#include <sys/resource.h>
#include <unistd.h>

#include "client/body/vehicle_state_codec.hpp"
#include "common/base/limits.hpp"
#include "common/base/random.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/seal.hpp"
#include "common/net/tcp.hpp"
#include "common/net/tls.hpp"
#include "common/net/udp_socket.hpp"
#include "tests/process/relay.hpp"
#include "tests/process/test_run.hpp"

namespace synchrono::testing {
namespace {

constexpr std::size_t kClients = 2;
constexpr double kMiB = 1024 * 1024;

/// Returns a scenario with two cars, whose clients are honest, in real time.
config::Scenario two_cars(SimDuration duration) { return ring(kClients, duration, kWindow2, 1.0); }

void start_clients(TestRun& run, std::optional<net::Endpoint> via = {}) {
    for (std::size_t i = 0; i < kClients; ++i) {
        run.start_client("client" + std::to_string(i), std::to_string(i), via);
    }
}

void expect_honest_clients_unaffected(TestRun& run) {
    run.expect_clean_ends();
    const auto heartbeats =
        static_cast<std::uint64_t>(run.scenario().duration / run.scenario().heartbeat) + 1;
    for (std::size_t i = 0; i < kClients; ++i) {
        auto counters = counters_of(run.folder(), "client" + std::to_string(i));
        EXPECT_EQ(counters["node.heartbeats"], heartbeats);
        EXPECT_EQ(counters["node.rejoins"], 0u);
        EXPECT_LT(counters["gate.longest_wait_ns"], 4'000'000'000u)
            << "a client must wait less than a stranger may stay silent";
    }
    auto server = counters_of(run.folder(), "server");
    EXPECT_EQ(server["world.joins"], kClients);
    EXPECT_EQ(server["world.shoot_downs"] + server["world.connections_lost"], 0u);
    expect_promise_kept(run.folder());
}

/// Returns the resident memory of a process in MiB.
double resident_mib(pid_t pid) {
    std::ifstream statm("/proc/" + std::to_string(pid) + "/statm");
    double size = 0, resident = 0;
    statm >> size >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / kMiB;
}

std::unique_ptr<net::Stream> connect(const net::Endpoint& server) {
    auto stream = net::tcp_connect(server, kBound);
    if (!stream) throw std::runtime_error(stream.error().text);
    return std::move(*stream);
}

/// Returns the next frame from the server, or nothing if the server hangs up or sends nothing in time.
std::optional<ServerFrame> answer(net::FrameChannel& channel) {
    const MonotonicClock clock;
    for (const WallTime until = clock.now() + kBound; clock.now() < until;) {
        const auto [event, bytes] = channel.poll();
        if (event == net::FrameChannel::Event::frame) {
            ServerFrame frame;
            EXPECT_TRUE(frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
            return frame;
        }
        if (event != net::FrameChannel::Event::nothing) break;
        channel.stream().wait_readable(until - clock.now());
    }
    return std::nullopt;
}

/// Expects that the server hangs up.
void expect_hang_up(net::Stream& stream) {
    const MonotonicClock clock;
    std::array<std::byte, 64> buffer;
    for (const WallTime until = clock.now() + kBound; clock.now() < until;) {
        const auto read = stream.read_some(buffer);
        if (read.status == net::Stream::Status::closed) return;
        if (read.status == net::Stream::Status::would_block) stream.wait_readable(until - clock.now());
    }
    ADD_FAILURE() << "the server did not hang up";
}

/// Connects as the holder of a credential.
Result<net::FrameChannel> connect_as(const TestRun& run, const std::string& name, const Secret& secret) {
    auto stream = net::connect_secured(run.address(), {name, secret}, kBound);
    if (!stream) return tl::unexpected(stream.error());
    return net::FrameChannel(std::move(*stream));
}

/// Returns a good request to join for one agent, or to watch.
JoinRequest request_for(const TestRun& run, std::optional<std::uint32_t> agent) {
    JoinRequest request;
    request.set_protocol_version(PROTOCOL_VERSION_4);
    request.set_scenario_id(std::string(as_text(config::scenario_id(run.scenario()).bytes)));
    request.mutable_interest()->mutable_whole_world();
    if (!agent) return request;
    auto& description = *request.add_agents();
    description.set_agent(*agent);
    description.set_name(run.scenario().agents[*agent].name);
    description.set_vehicle(run.scenario().agents[*agent].vehicle);
    description.set_state_type_url(std::string(client::body::kVehicleStateTypeUrl));
    return request;
}

std::string framed(const std::string& payload) {
    return std::string{0, 0, static_cast<char>(payload.size() >> 8), static_cast<char>(payload.size())} +
           payload;
}
std::string framed(const JoinRequest& request) {
    ClientFrame frame;
    *frame.mutable_join() = request;
    return framed(frame.SerializeAsString());
}

TEST(Strangers, AreDeclinedWithTheReason) {
    TestRun run(two_cars(SimDuration::milliseconds(1'500)));
    run.add_credential("limited", {AgentId{1}});
    run.start_server();
    start_clients(run);
    run.wait_for([](const auto& progress) { return progress.sim_s > 0; });

    auto wrong_version = request_for(run, {}), wrong_scenario = request_for(run, {});
    wrong_version.set_protocol_version(PROTOCOL_VERSION_4 + 1);
    wrong_scenario.mutable_scenario_id()->back() ^= 1;
    auto renamed = request_for(run, 1);
    renamed.mutable_agents(0)->set_name("\x1b]0;mine\x07");
    const struct {
        const char* what;
        const char* client;
        std::string bytes;
        JoinDeclined::Reason reason;
        const char* text;
    } cases[] = {
        {"wrong version", "client9", framed(wrong_version), JoinDeclined::VERSION, "version 4, the client 5"},
        {"wrong scenario", "client9", framed(wrong_scenario), JoinDeclined::SCENARIO, "another scenario"},
        {"an agent that is here", "client9", framed(request_for(run, 0)), JoinDeclined::DUPLICATE_AGENT,
         "agent 0 ('car0') is in the world"},
        {"another's agent", "limited", framed(request_for(run, 0)), JoinDeclined::CREDENTIAL,
         "agent 0 is not among those of the credential 'limited'"},
        {"watching", "limited", framed(request_for(run, {})), JoinDeclined::CREDENTIAL,
         "the credential 'limited' does not allow to join without agents"},
        {"a name of its own", "limited", framed(renamed), JoinDeclined::MALFORMED,
         "expected the name 'car1'"},
        {"an announced gigabyte", "client9", std::string("\x40\0\0\0", 4), JoinDeclined::MALFORMED,
         "longer than"},
        {"garbage", "client9", framed("garbage!"), JoinDeclined::MALFORMED, "not a join request"},
        {"an empty frame", "client9", framed(std::string()), JoinDeclined::MALFORMED, "not a join request"},
    };
    for (const auto& c : cases) {
        auto channel = connect_as(run, c.client, run.credential(c.client).secret);
        ASSERT_TRUE(channel) << channel.error().text;
        EXPECT_EQ(channel->stream().write_some(as_byte_view(c.bytes)).bytes, c.bytes.size());
        const auto frame = answer(*channel);
        ASSERT_TRUE(frame && frame->has_declined()) << c.what;
        EXPECT_EQ(frame->declined().reason(), c.reason) << c.what;
        EXPECT_THAT(frame->declined().text(), ::testing::HasSubstr(c.text)) << c.what;
        EXPECT_FALSE(answer(*channel)) << c.what << ": the connection should be closed";
    }

    expect_honest_clients_unaffected(run);
    auto counters = counters_of(run.folder(), "server");
    EXPECT_EQ(counters["world.declined_credential"], 2u);
    EXPECT_EQ(counters["world.declined_description"], 1u);
    EXPECT_EQ(counters["world.declined_version"], 1u);
    EXPECT_EQ(counters["world.declined_scenario"], 1u);
    EXPECT_EQ(counters["world.declined_duplicate_agent"], 1u);
    EXPECT_EQ(counters["hall.dropped_oversized"], 1u);
    EXPECT_EQ(counters["lobby.dropped_malformed"], 2u);
    EXPECT_EQ(counters["hall.connections"], kClients + std::size(cases));
    const auto lines = run.error_lines_of("server");
    EXPECT_THAT(lines, ::testing::Contains(::testing::ContainsRegex(
                           "limited .127.0.0.1:[0-9]+. was refused: agent 0 is not among those of")));
    EXPECT_THAT(lines, ::testing::Contains(
                           ::testing::ContainsRegex("client0 .127.0.0.1:[0-9]+. joined with agents 0")));
    EXPECT_THAT(lines,
                ::testing::Contains(::testing::ContainsRegex("client0 .127.0.0.1:[0-9]+. ended: left")));
    EXPECT_THAT(lines, ::testing::Each(::testing::Not(::testing::HasSubstr("\x1b"))));
}

TEST(Strangers, WithoutTheSecretGetNoConnection) {
    TestRun run(two_cars(SimDuration::milliseconds(1'500)));
    run.start_server();
    start_clients(run);
    run.wait_for([](const auto& progress) { return progress.sim_s > 0; });
    const std::string refusal =
        "the server does not accept the credential '{}': it does not know it, or has another secret for it";
    for (const std::string name : {"client9", "nobody"}) {
        const auto channel = connect_as(run, name, make_secret());
        ASSERT_FALSE(channel) << name;
        EXPECT_EQ(channel.error().text,
                  run.address().to_string() + ": " + fmt::format(fmt::runtime(refusal), name));
    }
    // A peer that does not speak TLS at all gets nothing that it could read.
    for (const std::string& bytes : {std::string("GET / HTTP/1.1\r\n\r\n"), framed(request_for(run, 0))}) {
        const auto plain = connect(run.address());
        plain->write_some(as_byte_view(bytes));
        expect_hang_up(*plain);
    }
    expect_honest_clients_unaffected(run);
    auto counters = counters_of(run.folder(), "server");
    EXPECT_EQ(counters["hall.dropped_unproven"], 4u);
    const auto lines = run.error_lines_of("server");
    for (const char* why : {"the secret is not that of the credential", "the credential is unknown"})
        EXPECT_THAT(lines, ::testing::Contains(::testing::HasSubstr(why)));
}

TEST(Strangers, AThousandSilentOrSlowConnectionsAreClosed) {
    constexpr std::size_t kSilent = 1'000;
    constexpr double kGrowthMax = 2;  // in MiB
    rlimit files{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
    ASSERT_GT(files.rlim_cur, kSilent + 100);

    TestRun run(two_cars(SimDuration::milliseconds(6'500)));
    run.start_server();
    const double before = resident_mib(run.server().pid());
    std::vector<std::unique_ptr<net::Stream>> silent;
    for (std::size_t i = 0; i < kSilent; ++i) silent.push_back(connect(run.address()));
    // The server keeps only kPendingHandshakesMax connections, and closes the oldest for each further one.
    // The connection below is the last that is closed in this way. Once it is closed, the server has accepted
    // all connections.
    expect_hang_up(*silent[kSilent - limits::kPendingHandshakesMax - 1]);
    EXPECT_LT(resident_mib(run.server().pid()) - before, kGrowthMax);

    // Honest clients join while the remaining strangers stay connected. Then a stranger begins a frame and
    // never ends it.
    start_clients(run);
    run.wait_for([](const auto& progress) { return progress.sim_s > 0; });
    const auto slow = connect(run.address());
    slow->write_some(as_byte_view(std::string("\0\0", 2)));
    expect_hang_up(*slow);
    expect_hang_up(*silent.back());
    EXPECT_LT(resident_mib(run.server().pid()) - before, 2 * kGrowthMax)
        << "the memory includes the valid clients";

    expect_honest_clients_unaffected(run);
    auto counters = counters_of(run.folder(), "server");
    EXPECT_EQ(counters["hall.connections"], kSilent + kClients + 1);
    EXPECT_EQ(counters["hall.dropped_for_newer"] + counters["hall.dropped_silent"], kSilent + 1);
    EXPECT_GE(counters["hall.dropped_silent"], limits::kPendingHandshakesMax - kClients - 1);
}

TEST(Strangers, ForgedDatagramsAreDroppedAndCounted) {
    constexpr std::size_t kEach = 40;  // so few that any socket buffer holds them and all are counted
    constexpr std::size_t kFlood = 50'000;
    constexpr double kGrowthMax = 2;  // in MiB
    TestRun run(two_cars(SimDuration::milliseconds(2'500)));
    run.start_server();
    Relay relay(run.address());
    start_clients(run, relay.address());
    run.wait_for([](const auto& progress) { return progress.sim_s >= 0.4; });

    const auto members = relay.memberships();
    ASSERT_EQ(members.size(), kClients);
    const auto& victim = members.front();
    ASSERT_GE(victim.first_sent.size(), kEach);
    auto opened = net::UdpSocket::open(net::Endpoint::loopback(0));
    ASSERT_TRUE(opened) << opened.error().text;
    net::UdpSocket& elsewhere = **opened;
    const auto send_from_elsewhere = [&](ByteView bytes) {
        const net::OutDatagram datagram{victim.server_datagrams, bytes};
        EXPECT_EQ(elsewhere.send({&datagram, 1}), 1u);
    };

    Random random(9);
    net::Sealer forger(victim.session, make_secret(), net::Direction::to_server);
    Bytes forged(net::kSealBytes + 40);
    // Moves the forger on to sequences that the member has not reached yet.
    for (int i = 0; i < 10'000; ++i) forger.seal(forged, 40);
    for (std::size_t i = 0; i < kEach; ++i) {
        send_from_elsewhere(forger.seal(forged, 40));            // wrong key, wrong address
        relay.send_as(victim.session, forger.seal(forged, 40));  // wrong key, right address
        relay.send_as(victim.session, victim.first_sent[i]);     // a replay of a captured datagram
        send_from_elsewhere(victim.first_sent[i]);               // the same from another address
        relay.send_as(victim.session,
                      ByteView(victim.first_sent[i]).first(i % net::kSealBytes));  // truncated
        relay.send_as(victim.session, ByteView(victim.first_sent[i]).first(net::kSealBytes + i % 4));
        Bytes noise(4 + random.below(200));
        for (auto& byte : noise) byte = static_cast<std::byte>(random.bits());
        noise[3] = std::byte{0xff};  // a session number that no server reaches
        send_from_elsewhere(noise);
    }

    // A flood of noise changes nothing, however much of it arrives.
    const double before = resident_mib(run.server().pid());
    Bytes noise(1'400);
    for (std::size_t i = 0; i < kFlood; ++i) {
        for (std::size_t at = 0; at < 16; ++at) noise[at] = static_cast<std::byte>(random.bits());
        const net::OutDatagram datagram{victim.server_datagrams,
                                        ByteView(noise).first(random.below(noise.size()))};
        elsewhere.send({&datagram, 1});
    }
    EXPECT_LT(resident_mib(run.server().pid()) - before, kGrowthMax);

    expect_honest_clients_unaffected(run);
    auto counters = counters_of(run.folder(), "server");
    EXPECT_GE(counters["intake.dropped_wrong_endpoint"], 2 * kEach);
    EXPECT_EQ(counters["intake.dropped_forged"], kEach);
    EXPECT_EQ(counters["intake.dropped_replayed"], 2 * kEach)
        << "a replay that is cut behind its sequence is dropped as well";
    EXPECT_GE(counters["intake.dropped_too_short"], kEach);
    EXPECT_GE(counters["intake.dropped_unknown_session"], kEach + kFlood / 100);
    EXPECT_EQ(counters["intake.dropped_malformed"], 0u) << "no forged datagram may get as far as decoding";
    EXPECT_EQ(counters["world.dropped_unknown_agent"], 0u);
}

}  // namespace
}  // namespace synchrono::testing

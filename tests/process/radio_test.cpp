// Proves with the real programs that under `exact` the radio's log is the same file, byte for byte,
// whatever the machine and the network do, and that nobody waits for ever when a client or the
// communication server dies.
#include <atomic>
#include <fstream>
#include <gmock/gmock.h>
#include <numeric>
#include <signal.h>
#include <sstream>
#include <thread>

#include "common/base/random.hpp"
#include "tests/process/relay.hpp"
#include "tests/process/test_run.hpp"

namespace synchrono::testing {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kVehicles = 30;
constexpr SimDuration kDuration = SimDuration::milliseconds(1'500);

std::string bytes_of(const std::filesystem::path& file) {
    std::ostringstream bytes;
    bytes << std::ifstream(file, std::ios::binary).rdbuf();
    return bytes.str();
}

struct Conditions {
    std::size_t agents_per_client = 5;
    std::uint64_t shuffle = 0;  // seed for the order in which clients start
    std::optional<RelayFaults> relay{};
};

/// Returns the radio's log of a run with the thirty vehicles.
std::string radio_log(const Conditions& conditions) {
    TestRun run(radio_ring(kVehicles, kDuration, kExact));
    run.start_server();
    std::optional<Relay> relay;
    if (conditions.relay) relay.emplace(run.address(), *conditions.relay);
    std::vector<std::size_t> order(kVehicles / conditions.agents_per_client);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(conditions.shuffle);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    for (const std::size_t client : order) {
        const std::size_t first = client * conditions.agents_per_client;
        run.start_client(
            "client" + std::to_string(client),
            std::to_string(first) + "-" + std::to_string(first + conditions.agents_per_client - 1),
            relay ? relay->address() : run.address());
    }
    run.start_client("world", std::to_string(kVehicles), relay ? relay->address() : run.address());
    run.expect_clean_ends();
    auto counters = counters_of(run.folder(), "comm_server");
    EXPECT_GT(counters["radio.delivered"], 1'000u);
    EXPECT_GT(counters["radio.lost"], 100u);
    EXPECT_EQ(counters["radio.shed"], 0u);
    return bytes_of(run.folder() / "radio.mcap");
}

TEST(ExactRadio, TheLogIsTheSameFileInEveryRepetition) {
    const std::string reference = radio_log({});
    EXPECT_GT(reference.size(), 10'000u);
    EXPECT_TRUE(radio_log({.agents_per_client = 10, .shuffle = 5}) == reference)
        << "other clients, another order";
    const RelayFaults faults{
        .seed = 3, .loss = 0.2, .duplicate = 0.1, .delay_max = WallDuration::microseconds(1'500)};
    EXPECT_TRUE(radio_log({.shuffle = 6, .relay = faults}) == reference) << "loss and reordering";
    std::atomic<bool> done{false};
    std::vector<std::jthread> spinners(std::max(2u, std::thread::hardware_concurrency()));
    for (auto& spinner : spinners) {
        spinner = std::jthread([&done] {
            while (!done.load(std::memory_order_relaxed)) continue;
        });
    }
    const std::string busy = radio_log({.agents_per_client = 3, .shuffle = 7});
    done = true;
    EXPECT_TRUE(busy == reference) << "all cores busy";
}

/// Returns the radio's log of a run in a network of its own, whose loopback loses two of a hundred packets
/// of TCP and UDP alike. Returns "" if this machine does not permit such a network.
std::string lossy_radio_log(std::size_t clients) {
    const TemporaryFolder folder;
    const std::string network = folder.path() / "network";
    const std::string script =
        "ip link set lo up && nft add table inet f && "
        "nft 'add chain inet f in { type filter hook input priority 0; }' && "
        "nft 'add rule inet f in numgen random mod 100 < 2 drop' && touch " +
        network +
        " && exec " SYN_BINARY_DIR "/bin/synchrono run " SYN_SOURCE_DIR
        "/scenarios/ring_radio.json --duration 0.5 --clients " +
        std::to_string(clients) + " --out " + (folder.path() / "run").string();
    auto run = tools::process::ChildProcess::spawn({.program = "/usr/bin/unshare",
                                                    .arguments = {"-n", "sh", "-c", script},
                                                    .log = folder.path() / "log"});
    if (!run) return {};
    const auto end = run->wait(kBound);
    if (!std::filesystem::exists(network)) return {};  // unshare is not permitted, or a tool is missing
    EXPECT_TRUE(end && end->clean()) << bytes_of(folder.path() / "log");
    return bytes_of(folder.path() / "run/radio.mcap");
}

TEST(ExactRadio, TheLogIsTheSameFileThroughPacketLoss) {
    const std::string one = lossy_radio_log(3);
    if (one.empty())
        GTEST_SKIP() << "needs root and Debian's iproute2 and nftables, for a network that loses";
    EXPECT_GT(one.size(), 10'000u);
    EXPECT_TRUE(lossy_radio_log(5) == one);
}

constexpr std::size_t kClients = 3;
std::string client(std::size_t i) { return "client" + std::to_string(i); }

/// Returns a scenario with three cars in real time, so that a test can act in the middle of the run.
config::Scenario three_cars(GatePolicy gate) {
    return radio_ring(kClients, SimDuration::seconds(2), gate, 1.0);
}

void start(TestRun& run) {
    run.start_server();
    for (std::size_t i = 0; i < kClients; ++i) run.start_client(client(i), std::to_string(i));
    run.wait_for([](const auto& progress) { return progress.sim_s >= 0.3; });
}

class RadioDeath : public ::testing::TestWithParam<GatePolicy> {};
INSTANTIATE_TEST_SUITE_P(BothGates, RadioDeath, ::testing::Values(kWindow2, kExact), [](const auto& gate) {
    return gate.param.kind == GatePolicy::Kind::exact ? "Exact" : "Window";
});

TEST_P(RadioDeath, AKilledClientLosesItsRadioAndTheOthersGoOn) {
    TestRun run(three_cars(GetParam()));
    start(run);
    run.program(client(1)).signal(SIGKILL);
    run.end_of(client(1));
    for (const char* name : {"client0", "client2", "comm_server"})
        EXPECT_EQ(run.end_of(name).to_string(), "exit 0") << name;
    auto counters = counters_of(run.folder(), "comm_server");
    EXPECT_EQ(counters["exchange.connections_lost"], 1u);
    expect_whole_log(run.folder(), "radio");
}

TEST_P(RadioDeath, TheOthersGoOnWhenTheClientOfTheSignalsDies) {
    auto scenario = three_cars(GetParam());
    config::AgentSpec lights;
    lights.id = AgentId{kClients};
    lights.name = "lights";
    lights.period = scenario.heartbeat;
    lights.radio = false;
    lights.element = config::SignalsElement{"crossing"};
    scenario.agents.push_back(lights);
    scenario.radio->road_side_units = {{AgentId{kClients + 1}, "rsu", {8, 8, 6}, "crossing"}};
    TestRun run(scenario);
    run.start_server();
    for (std::size_t i = 0; i < kClients; ++i) run.start_client(client(i), std::to_string(i));
    run.start_client("world", std::to_string(kClients));
    run.wait_for([](const auto& progress) { return progress.sim_s >= 0.3; });
    run.program("world").signal(SIGKILL);
    run.end_of("world");
    for (const char* name : {"client0", "client1", "client2", "comm_server"})
        EXPECT_EQ(run.end_of(name).to_string(), "exit 0") << name;
    EXPECT_EQ(run.end_of("server").to_string(), "exit 1") << "a run that lost its lights did not end well";
    expect_whole_log(run.folder(), "radio");
}

TEST_P(RadioDeath, AHangingClientIsShotDown) {
    auto scenario = three_cars(GetParam());
    scenario.silence_limit = WallDuration::milliseconds(1'500);
    TestRun run(scenario);
    start(run);
    run.program(client(1)).signal(SIGSTOP);
    for (const std::size_t i : {0u, 2u}) EXPECT_EQ(run.end_of(client(i)).to_string(), "exit 0");
    EXPECT_EQ(run.end_of("comm_server").to_string(), "exit 0");
    auto counters = counters_of(run.folder(), "comm_server");
    EXPECT_EQ(counters["exchange.shot_down"], 1u);
    run.program(client(1)).signal(SIGKILL);
    run.end_of(client(1));
}

TEST_P(RadioDeath, ClientsEndWhenTheCommunicationServerDies) {
    TestRun run(three_cars(GetParam()));
    start(run);
    run.program("comm_server").signal(SIGKILL);
    run.end_of("comm_server");
    for (std::size_t i = 0; i < kClients; ++i) {
        EXPECT_EQ(run.end_of(client(i)).to_string(), "exit 1");
        const auto words = run.error_lines_of(client(i));
        ASSERT_FALSE(words.empty());
        EXPECT_THAT(words.back(), HasSubstr("the connection to the communication server is lost"));
        expect_whole_log(run.folder(), client(i));
    }
    run.end_of("server");
}

}  // namespace
}  // namespace synchrono::testing

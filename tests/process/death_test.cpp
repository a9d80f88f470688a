// Proves what happens when programs die or fall silent: the other clients go on within the watchdog's limit,
// a client that comes back is seen again, and clients without a server end in time, with one clear line and
// whole logs.
#include <gmock/gmock.h>
#include <signal.h>

#include "tests/process/test_run.hpp"

namespace synchrono::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The time that a busy machine may add to a limit. The limits that a test does not set itself are longer than
// this, so that they cannot cause what the test waits for.
constexpr WallDuration kSlack = WallDuration::seconds(20);
constexpr std::size_t kClients = 3;

std::string client(std::size_t i) { return "client" + std::to_string(i); }
std::string car(std::size_t i) { return "car" + std::to_string(i); }

/// Returns a scenario with three cars in real time, so that a test can act in the middle of the run.
config::Scenario three_cars(SimDuration duration, GatePolicy gate = kWindow2) {
    auto scenario = ring(kClients, duration, gate, 1.0);
    scenario.silence_limit = WallDuration::seconds(30);
    scenario.server_limit = WallDuration::seconds(40);
    return scenario;
}

/// Starts the server and all clients, and waits until the world moves.
void start(TestRun& run) {
    run.start_server();
    for (std::size_t i = 0; i < kClients; ++i) run.start_client(client(i), std::to_string(i));
    run.wait_for([](const auto& progress) { return progress.sim_s >= 0.3; });
}

/// Returns the server's decisions about car1 in order: "joined", or the cause of its end.
std::vector<std::string> fate_of_car1(const TestRun& run) {
    std::vector<std::string> fate;
    for (const auto& event : events_of(run.folder())) {
        if (event.has_joined() && event.joined().description().agent() == 1) fate.push_back("joined");
        if (event.has_ended() && event.ended().agent() == 1) {
            fate.push_back(AgentEnded::Cause_Name(event.ended().cause()));
        }
    }
    return fate;
}

/// Expects that car0 and car2 published to the end, without a pause much longer than `limit`.
void expect_others_went_on(const TestRun& run, WallDuration limit = {}) {
    for (const std::size_t i : {0u, 2u}) {
        const auto states = states_of(run.folder(), client(i), car(i));
        ASSERT_FALSE(states.empty());
        EXPECT_EQ(states.back().time.since_start(), run.scenario().duration);
        EXPECT_EQ(states.size(),
                  static_cast<std::size_t>(run.scenario().duration / run.scenario().heartbeat) + 1);
        EXPECT_LT(longest_pause(states), limit + kSlack) << car(i);
        expect_whole_log(run.folder(), client(i));
    }
}

TEST(KilledClient, TheOthersGoOnAndTheServerNamesTheLostAgent) {
    TestRun run(three_cars(SimDuration::milliseconds(1'500)));
    start(run);
    run.program(client(1)).signal(SIGKILL);
    EXPECT_EQ(run.end_of(client(1)).to_string(), "killed by SIGKILL");
    EXPECT_EQ(run.end_of(client(0)).to_string(), "exit 0");
    EXPECT_EQ(run.end_of(client(2)).to_string(), "exit 0");
    EXPECT_EQ(run.end_of("server").to_string(), "exit 1") << "a run that lost agents did not end well";
    EXPECT_THAT(run.error_lines_of("server").back(),
                HasSubstr("all agents are gone; 1 of them was lost: car1"));

    expect_others_went_on(run);
    EXPECT_THAT(fate_of_car1(run), ElementsAre("joined", "CONNECTION_LOST"));
    expect_whole_log(run.folder(), "server");
    expect_promise_kept(run.folder());
}

class RestartedClient : public ::testing::TestWithParam<GatePolicy> {};

TEST_P(RestartedClient, RejoinsAndIsSeenAgain) {
    TestRun run(three_cars(SimDuration::seconds(4), GetParam()));
    start(run);
    run.program(client(1)).signal(SIGKILL);
    run.end_of(client(1));
    run.wait_for([](const auto& progress) { return progress.agents == 2; });
    run.start_client("client9", "1");
    run.wait_for([](const auto& progress) { return progress.agents == 3; });
    run.expect_clean_ends();

    expect_others_went_on(run);
    EXPECT_THAT(fate_of_car1(run), ElementsAre("joined", "CONNECTION_LOST", "joined", "LEFT"));
    std::int64_t lost_ns = 0, back_ns = 0;
    for (const auto& event : events_of(run.folder())) {
        if (event.has_ended() && event.ended().cause() == AgentEnded::CONNECTION_LOST)
            lost_ns = event.ended().time_ns();
        if (event.has_joined() && event.joined().description().agent() == 1)
            back_ns = event.joined().time_ns();
    }
    EXPECT_GT(back_ns, lost_ns);
    const auto states = states_of(run.folder(), "client9", car(1));
    ASSERT_FALSE(states.empty());
    EXPECT_EQ(states.front().time.count_ns(), back_ns);
    EXPECT_EQ(states.back().time.since_start(), run.scenario().duration);
    expect_promise_kept(run.folder());
}

INSTANTIATE_TEST_SUITE_P(BothGates, RestartedClient, ::testing::Values(kWindow2, kExact),
                         [](const auto& gate) {
                             return gate.param.kind == GatePolicy::Kind::exact ? "Exact" : "Window";
                         });

/// Returns how long a client was silent when the server shot it down, in seconds, as the server says.
double silence_of(const std::vector<std::string>& lines) {
    constexpr std::string_view kBefore = "shot down: silent for ";
    for (const std::string& line : lines) {
        if (const auto at = line.find(kBefore); at != line.npos)
            return std::strtod(line.c_str() + at + kBefore.size(), nullptr);
    }
    return -1;
}

TEST(SilentClient, IsShotDownAtTheDefaultLimitAndRejoinsWhenItResumes) {
    auto scenario = three_cars(SimDuration::seconds(5));
    scenario.silence_limit = config::Scenario().silence_limit;
    TestRun run(scenario);
    start(run);
    run.program(client(1)).signal(SIGSTOP);  // its connection stays open
    run.wait_for([](const auto& progress) { return progress.agents == 2; });
    run.program(client(1)).signal(SIGCONT);
    run.wait_for([](const auto& progress) { return progress.agents == 3; });
    run.expect_clean_ends();

    expect_others_went_on(run, scenario.silence_limit);
    // However busy the machine is: a server that does nothing for half the limit forgives everybody.
    const double silence_s = silence_of(run.error_lines_of("server")),
                 limit_s = scenario.silence_limit.to_seconds();
    EXPECT_GE(silence_s, limit_s);
    EXPECT_LT(silence_s, 1.5 * limit_s + 0.05);
    EXPECT_GT(longest_pause(states_of(run.folder(), client(0), car(0))), scenario.silence_limit / 2)
        << "without a watchdog the gate would have stayed shut";
    EXPECT_THAT(fate_of_car1(run), ElementsAre("joined", "SHOT_DOWN", "joined", "LEFT"));
    EXPECT_EQ(counters_of(run.folder(), "server")["world.shoot_downs"], 1u);
    EXPECT_EQ(counters_of(run.folder(), client(1))["node.rejoins"], 1u);
    EXPECT_EQ(states_of(run.folder(), client(1), car(1)).back().time.since_start(), run.scenario().duration);
    expect_promise_kept(run.folder());
}

/// Matches the line that says that a client has joined.
const auto kJoined = HasSubstr("joined the world");

/// Expects that every client ends within `limit` with exit 1 and only one line, which contains `what`, after
/// the one that says that it has joined.
void expect_clients_give_up(TestRun& run, WallDuration limit, const std::string& what) {
    const MonotonicClock clock;
    const WallTime until = clock.now() + limit + kSlack;
    for (std::size_t i = 0; i < kClients; ++i) {
        EXPECT_EQ(run.end_of(client(i), std::max(WallDuration{}, until - clock.now())).to_string(), "exit 1");
        EXPECT_THAT(run.error_lines_of(client(i)),
                    ElementsAre(kJoined, ::testing::AllOf(HasSubstr("error"), HasSubstr(what))));
        expect_whole_log(run.folder(), client(i));
        EXPECT_GT(states_of(run.folder(), client(i), car(i)).back().time.to_seconds(), 0.29);
    }
}

TEST(KilledServer, ClientsEndAtOnceWithOneLineAndWholeLogs) {
    TestRun run(three_cars(SimDuration::seconds(30)));
    start(run);
    run.server().signal(SIGKILL);
    run.end_of("server");
    expect_clients_give_up(run, WallDuration{}, "the connection to the server is lost");
    expect_promise_kept(run.folder());
}

TEST(SilentServer, ClientsEndWithinTheirLimitWithOneLineAndWholeLogs) {
    auto scenario = three_cars(SimDuration::seconds(30));
    scenario.server_limit = WallDuration::seconds(2);
    TestRun run(scenario);
    start(run);
    run.server().signal(SIGSTOP);
    expect_clients_give_up(run, scenario.server_limit, "the server has been silent for 2 s");
    run.server().signal(SIGKILL);
    run.end_of("server");
    expect_promise_kept(run.folder());
}

TEST(StoppedServer, ClientsEndCleanly) {
    TestRun run(three_cars(SimDuration::seconds(30)));
    start(run);
    run.server().signal(SIGTERM);
    run.expect_clean_ends();
    for (std::size_t i = 0; i < kClients; ++i) {
        EXPECT_THAT(run.error_lines_of(client(i)), ElementsAre(kJoined, HasSubstr("asked to stop")));
        expect_whole_log(run.folder(), client(i));
    }
    expect_whole_log(run.folder(), "server");
    expect_promise_kept(run.folder());
}

TEST(StoppedClient, LeavesCleanlyAndTheOthersGoOn) {
    TestRun run(three_cars(SimDuration::milliseconds(1'500)));
    start(run);
    run.program(client(1)).signal(SIGINT);
    run.expect_clean_ends();
    expect_others_went_on(run);
    EXPECT_THAT(fate_of_car1(run), ElementsAre("joined", "LEFT"));
    expect_whole_log(run.folder(), client(1));
    expect_promise_kept(run.folder());
}

}  // namespace
}  // namespace synchrono::testing

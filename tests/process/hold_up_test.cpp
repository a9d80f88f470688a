// Proves that a client which holds the others up is shot down, in whichever way it does that, and nobody in
// its place: the honest clients drive to the end. Each test prints how long the honest clients stood still in
// all; docs/reliability.md has a table of these figures.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>

#include "tests/process/hostile_client.hpp"
#include "tests/process/test_run.hpp"

namespace synchrono::testing {
namespace {

constexpr std::size_t kClients = 3;
constexpr std::size_t kHostile = 1;

struct Way {
    Cheat cheat;
    GatePolicy gate;
    friend void PrintTo(const Way& way, std::ostream* out) { *out << to_string(way.cheat); }
};

/// Returns how long a client stood still in all, beyond the pace of the run. Pauses of less than 50 ms are
/// those of a busy machine.
WallDuration stood_still(const std::vector<LoggedState>& states) {
    constexpr WallDuration kOrdinary = WallDuration::milliseconds(50);
    WallDuration sum;
    for (std::size_t i = 1; i < states.size(); ++i) {
        const WallDuration pause = states[i].wall - states[i - 1].wall;
        if (pause > kOrdinary) sum = sum + pause;
    }
    return sum;
}

class HoldUps : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(
    Ways, HoldUps,
    ::testing::Values(Way{Cheat::publishes_no_more, kWindow2}, Way{Cheat::publishes_no_more, kExact},
                      Way{Cheat::publishes_rarely, kExact}, Way{Cheat::forgets_what_it_has, kExact},
                      Way{Cheat::sends_no_batches, kWindow2}, Way{Cheat::sends_no_batches, kExact},
                      Way{Cheat::never_joins_radio, kExact}, Way{Cheat::radio_alone, kExact}),
    [](const auto& way) {
        std::string name(to_string(way.param.cheat));
        std::replace(name.begin(), name.end(), ' ', '_');
        return name + (way.param.gate.kind == GatePolicy::Kind::exact ? "_exact" : "_window");
    });

TEST_P(HoldUps, EndWithTheCulpritAndNobodyElse) {
    auto scenario = radio_ring(kClients, SimDuration::seconds(3), GetParam().gate, 1.0);
    scenario.silence_limit = WallDuration::seconds(1);
    TestRun run(scenario);
    run.start_server();
    const std::string name = "client" + std::to_string(kHostile);
    const HostileClient hostile({.scenario = run.scenario(),
                                 .credential = run.credential(name),
                                 .agents = {AgentId{kHostile}},
                                 .server = run.address(),
                                 .radio = run.radio_address(),
                                 .cheat = GetParam().cheat,
                                 .from = Tick{60}});
    for (const char* const i : {"0", "2"}) run.start_client(std::string("client") + i, i);
    for (const char* const honest : {"client0", "client2"})
        EXPECT_EQ(run.end_of(honest).to_string(), "exit 0") << honest;
    // Otherwise the servers wait for lost clients to come back.
    for (const char* const server : {"server", "comm_server"}) {
        run.program(server).signal(SIGTERM);
        EXPECT_EQ(run.end_of(server).to_string(), "exit 0") << server;
    }
    WallDuration worst;
    for (const char* const i : {"0", "2"}) {
        const auto states = states_of(run.folder(), std::string("client") + i, std::string("car") + i);
        ASSERT_FALSE(states.empty());
        EXPECT_EQ(states.back().time.since_start(), scenario.duration);
        worst = std::max(worst, stood_still(states));
    }
    std::cout << fmt::format("held up: {:<24} {:<8} {:.2f} s\n", to_string(GetParam().cheat),
                             GetParam().gate.kind == GatePolicy::Kind::exact ? "exact" : "window",
                             worst.to_seconds());
    for (const auto& event : events_of(run.folder())) {
        const bool lost = event.has_ended() && event.ended().cause() != AgentEnded::LEFT;
        EXPECT_TRUE(!lost || event.ended().agent() == kHostile) << event.ShortDebugString();
    }
    const auto lines = run.error_lines_of("server");
    const auto is_of_culprit = [&](const std::string& line) {
        return line.find(name + " (") != std::string::npos &&
               (line.find("held the others up for 1 s below its least rate of 0.05") != std::string::npos ||
                line.find("its connection ended") != std::string::npos);
    };
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), is_of_culprit)) << ::testing::PrintToString(lines);
}

}  // namespace
}  // namespace synchrono::testing

// Runs whole worlds with a radio. Proves that under `exact` all messages sent and received are the same in
// every run, whatever the network does and however fast clients are. A client that dies or is cut off stops
// nobody.
#include <gtest/gtest.h>

#include "tests/world/fleet.hpp"

namespace synchrono::testing {
namespace {

constexpr auto kWindow = GatePolicy::Kind::window;
constexpr auto kExact = GatePolicy::Kind::exact;

net::sim::Faults heavy_faults() {
    net::sim::Faults faults;
    faults.loss = 0.2;
    faults.duplicate = 0.1;
    faults.delay_min = WallDuration::microseconds(100);
    faults.delay_max = WallDuration::milliseconds(10);
    return faults;
}

std::pair<std::string, std::map<AgentId, Trajectory>> lived(FleetSetup setup) {
    setup.radio = true;
    Fleet fleet(std::move(setup));
    fleet.run();
    for (const auto& violation : fleet.violations()) ADD_FAILURE() << violation;
    EXPECT_TRUE(fleet.all_finished());
    return {fleet.radio_history(), fleet.trajectories()};
}

TEST(ExactRadio, RepeatsBitForBitOnAnyNetworkAndDivision) {
    for (const std::int64_t lag : {1, 3}) {
        FleetSetup setup{.gate = {kExact, lag}, .clients = 6, .heartbeats = 60, .faults = {}, .interest = {}};
        const auto reference = lived(setup);
        EXPECT_NE(reference.first.find("=1@"), std::string::npos) << "something was heard";
        EXPECT_NE(reference.first.find("=6@"), std::string::npos) << "some message must not arrive";
        for (const std::uint64_t seed : {2, 3}) {
            setup.seed = seed;
            setup.faults = heavy_faults();
            EXPECT_TRUE(lived(setup) == reference) << "lag " << lag << ", network seed " << seed;
        }
        setup.clients = 2;
        setup.agents_per_client = 3;
        EXPECT_TRUE(lived(setup) == reference) << "lag " << lag << ", other clients";
        setup.carrier = Carrier::memory;
        EXPECT_TRUE(lived(setup) == reference) << "lag " << lag << ", over memory";
    }
}

TEST(ExactRadio, RepeatsWhenMessagesComeEveryFourthHeartbeat) {
    for (const std::int64_t lag : {1, 3}) {
        FleetSetup setup{.gate = {kExact, lag},
                         .clients = 4,
                         .heartbeats = 60,
                         .faults = {},
                         .interest = {},
                         .pilot_period = 3,
                         .radio_exchange = 4};
        const auto reference = lived(setup);
        EXPECT_NE(reference.first.find("=1@"), std::string::npos) << "something was heard";
        for (const std::uint64_t seed : {2, 3}) {
            setup.seed = seed;
            setup.faults = heavy_faults();
            EXPECT_TRUE(lived(setup) == reference) << "lag " << lag << ", network seed " << seed;
        }
        setup.clients = 2;
        setup.agents_per_client = 2;
        EXPECT_TRUE(lived(setup) == reference) << "lag " << lag << ", other clients";
        setup.radio_exchange = 1;
        EXPECT_FALSE(lived(setup) == reference) << "exchanging at each heartbeat must change the run";
    }
}

TEST(ExactRadio, AnAgentThatLeavesIsOffTheRadio) {
    FleetSetup setup{.gate = {kExact, 1},
                     .clients = 2,
                     .agents_per_client = 3,
                     .heartbeats = 60,
                     .faults = {},
                     .interest = {},
                     .leaves = {{1, 20}}};
    const auto reference = lived(setup);
    const std::string& history = reference.first;
    const std::string end = "cart1 ended " + std::to_string(21 * 5'000'000) + "\n";
    const auto at = history.find(end);
    ASSERT_NE(at, std::string::npos) << "the agent must end after its last message";
    EXPECT_NE(history.substr(0, at).find(" 1=1@"), std::string::npos)
        << "the agent must hear others before its end";
    EXPECT_NE(history.substr(at).find(" 2=1@"), std::string::npos) << "the others must still hear";
    for (auto place = history.find(" 1=1@", at); place != std::string::npos;
         place = history.find(" 1=1@", place + 1)) {
        ADD_FAILURE() << history.substr(place, 40);
        break;
    }
    EXPECT_EQ(history.find("\n1 ", at), std::string::npos) << "the agent must send nothing after its end";
    setup.clients = 6;
    setup.agents_per_client = 1;
    setup.seed = 5;
    setup.faults = heavy_faults();
    EXPECT_TRUE(lived(setup) == reference) << "the division into clients must not matter";
}

class BothGatesRadio : public ::testing::TestWithParam<GatePolicy> {};
INSTANTIATE_TEST_SUITE_P(Gate, BothGatesRadio,
                         ::testing::Values(GatePolicy{kWindow, 2}, GatePolicy{kExact, 1}));

TEST_P(BothGatesRadio, AKilledClientStopsNobodyAndReturnsToTheRadio) {
    Fleet fleet({.gate = GetParam(),
                 .clients = 4,
                 .heartbeats = 200,
                 .faults = heavy_faults(),
                 .interest = {},
                 .radio = true});
    fleet.run_until([&] { return fleet.tick(0) > Tick{20}; });
    fleet.kill(1);
    fleet.run_until([&] { return fleet.tick(0) > Tick{60}; });
    EXPECT_NE(fleet.radio_history().find("cart1 ended"), std::string::npos);
    fleet.restart(1);
    fleet.run();
    for (const auto& violation : fleet.violations()) ADD_FAILURE() << violation;
    EXPECT_TRUE(fleet.all_finished());
    const std::string& history = fleet.radio_history();
    EXPECT_NE(history.find("cart1 here", history.find("cart1 ended")), std::string::npos);
}

TEST_P(BothGatesRadio, AClientThatIsCutOffIsGivenUpAndReturns) {
    Fleet fleet(
        {.gate = GetParam(), .clients = 3, .heartbeats = 600, .faults = {}, .interest = {}, .radio = true});
    fleet.run_until([&] { return fleet.tick(0) > Tick{20}; });
    fleet.set_cut_off(2, true);
    fleet.run_until([&] { return fleet.tick(0) > Tick{40}; });
    EXPECT_GT(fleet.tick(0), Tick{40}) << "the others go on";
    fleet.set_cut_off(2, false);
    fleet.restart(2);
    fleet.run();
    EXPECT_TRUE(fleet.all_finished());
}

TEST_P(BothGatesRadio, ClientsEndWithoutTheirCommunicationServer) {
    Fleet fleet(
        {.gate = GetParam(), .clients = 3, .heartbeats = 200, .faults = {}, .interest = {}, .radio = true});
    fleet.run_until([&] { return fleet.tick(0) > Tick{20}; });
    fleet.kill_comm_server();
    fleet.run();
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(fleet.state(i), client::acu::ClientNode::State::failed);
        EXPECT_EQ(fleet.reason(i), "the connection to the communication server is lost");
    }
}

}  // namespace
}  // namespace synchrono::testing

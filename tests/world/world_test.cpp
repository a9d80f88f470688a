// Runs whole worlds, one story in each test. Proves which results repeat, and what happens when a client
// dies, is cut off, enters late or leaves, and when the server ends. Most tests run over datagrams and over
// memory; those about loss run over datagrams alone. Under `exact` the results are the same over both, to the
// last bit.
#include <gtest/gtest.h>

#include "tests/world/fleet.hpp"

namespace synchrono::testing {
namespace {

using State = client::acu::ClientNode::State;
constexpr auto kWindow = GatePolicy::Kind::window;
constexpr auto kExact = GatePolicy::Kind::exact;

net::sim::Faults light_faults() {
    net::sim::Faults faults;
    faults.delay_min = WallDuration::microseconds(50);
    faults.delay_max = WallDuration::microseconds(200);
    return faults;
}

net::sim::Faults heavy_faults() {
    net::sim::Faults faults;
    faults.loss = 0.3;
    faults.duplicate = 0.1;
    faults.replay = 0.05;
    faults.corrupt = 0.05;
    faults.delay_min = WallDuration::microseconds(100);
    faults.delay_max = WallDuration::milliseconds(20);
    return faults;
}

void expect_no_violations(const Fleet& fleet) {
    for (const auto& violation : fleet.violations()) ADD_FAILURE() << violation;
}

std::map<AgentId, Trajectory> trajectories_of(FleetSetup setup) {
    Fleet fleet(std::move(setup));
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
    return fleet.trajectories();
}

/// Returns the trajectories of the same world over memory, where nothing is lost and nothing is late.
std::map<AgentId, Trajectory> over_memory(FleetSetup setup) {
    setup.carrier = Carrier::memory;
    return trajectories_of(std::move(setup));
}

TEST(Exact, RepeatsBitForBitOnAnyNetworkAndAtAnySpeed) {
    for (const std::int64_t lag : {1, 2, 4}) {
        FleetSetup setup{.seed = 1,
                         .gate = {kExact, lag},
                         .clients = 5,
                         .heartbeats = 60,
                         .faults = light_faults(),
                         .interest = {}};
        const auto reference = trajectories_of(setup);
        EXPECT_EQ(reference.size(), 5u);
        for (const auto& [agent, trajectory] : reference) EXPECT_EQ(trajectory.size(), 61u);
        for (const std::uint64_t seed : {2, 3, 4}) {
            setup.seed = seed;
            setup.faults = heavy_faults();
            EXPECT_TRUE(trajectories_of(setup) == reference) << "lag " << lag << ", network seed " << seed;
        }
        EXPECT_TRUE(over_memory(setup) == reference) << "lag " << lag << ", over memory";
    }
}

TEST(Exact, RepeatsForAnyDivisionOfAgents) {
    FleetSetup apart{
        .gate = {kExact, 1}, .clients = 6, .agents_per_client = 1, .faults = light_faults(), .interest = {}};
    FleetSetup together{
        .gate = {kExact, 1}, .clients = 2, .agents_per_client = 3, .faults = heavy_faults(), .interest = {}};
    const auto reference = trajectories_of(apart);
    EXPECT_TRUE(trajectories_of(together) == reference);
    EXPECT_TRUE(over_memory(apart) == reference);
    EXPECT_TRUE(over_memory(together) == reference);
}

TEST(Exact, RepeatsWhatSensorsMeasure) {
    FleetSetup apart{.gate = {kExact, 1},
                     .clients = 4,
                     .heartbeats = 60,
                     .faults = light_faults(),
                     .interest = {},
                     .last_enters_at = 7,
                     .pilot_period = 2,
                     .sensors = true,
                     .element_clients = 1};
    const auto reference = trajectories_of(apart);
    apart.seed = 5;
    apart.faults = heavy_faults();
    EXPECT_TRUE(trajectories_of(apart) == reference);
    FleetSetup together = apart;
    together.clients = 2;
    together.agents_per_client = 2;
    EXPECT_TRUE(trajectories_of(together) == reference) << "divided among other clients";
    EXPECT_TRUE(over_memory(together) == reference);
    apart.sensors = false;
    EXPECT_FALSE(trajectories_of(apart) == reference) << "sensors must change what the pilots do";
}

TEST(Exact, RepeatsMessagesAboutSensedObjects) {
    FleetSetup apart{.gate = {kExact, 1},
                     .clients = 3,
                     .heartbeats = 80,
                     .faults = light_faults(),
                     .interest = {},
                     .pilot_period = 2,
                     .radio = true,
                     .sensors = true};
    const auto reference = trajectories_of(apart);
    FleetSetup together = apart;
    together.seed = 7;
    together.faults = heavy_faults();
    together.clients = 1;
    together.agents_per_client = 3;
    EXPECT_TRUE(trajectories_of(together) == reference);
    EXPECT_TRUE(over_memory(apart) == reference);
}

TEST(Exact, SensorsSeeOnlyWhatTheirAgentMayKnow) {
    for (const config::Interest& interest :
         {config::Interest{.kind = config::Interest::Kind::radius, .radius_m = 15, .agents = {}},
          config::Interest{
              .kind = config::Interest::Kind::agents, .radius_m = 0, .agents = {AgentId{0}, AgentId{2}}}}) {
        FleetSetup apart{.gate = {kExact, 1},
                         .clients = 4,
                         .heartbeats = 40,
                         .faults = light_faults(),
                         .interest = interest,
                         .sensors = true,
                         .element_clients = 1};
        const auto reference = trajectories_of(apart);
        FleetSetup together = apart;
        together.clients = 1;
        together.agents_per_client = 4;
        EXPECT_TRUE(trajectories_of(together) == reference);
        EXPECT_TRUE(over_memory(apart) == reference);
    }
}

TEST(Exact, RepeatsWithRadiusInterestAndSlowFlows) {
    FleetSetup setup{.gate = {kExact, 2},
                     .clients = 5,
                     .faults = light_faults(),
                     .interest = {.kind = config::Interest::Kind::radius, .radius_m = 15, .agents = {}},
                     .periods = {1, 3, 2},
                     .last_enters_at = 11};
    const auto reference = trajectories_of(setup);
    setup.seed = 9;
    setup.faults = heavy_faults();
    EXPECT_TRUE(trajectories_of(setup) == reference);
    EXPECT_TRUE(over_memory(setup) == reference);
}

TEST(Exact, RepeatsWithSingleAgentsAsInterest) {
    // Agents that have ended stay in the interest, so that a lost datagram with their last messages is
    // repeated.
    FleetSetup setup{
        .gate = {kExact, 1},
        .clients = 4,
        .faults = light_faults(),
        .interest = {
            .kind = config::Interest::Kind::agents, .radius_m = 0, .agents = {AgentId{0}, AgentId{2}}}};
    const auto reference = trajectories_of(setup);
    for (const std::uint64_t seed : {2, 3, 4, 5, 6, 7, 8, 9}) {
        setup.seed = seed;
        setup.faults = heavy_faults();
        EXPECT_TRUE(trajectories_of(setup) == reference) << "network seed " << seed;
    }
    EXPECT_TRUE(over_memory(setup) == reference);
}

TEST(Exact, AnotherSeedChangesTheRun) {
    FleetSetup setup{.gate = {kExact, 1}, .faults = light_faults(), .interest = {}};
    const auto reference = trajectories_of(setup);
    setup.scenario_seed = 8;
    EXPECT_FALSE(trajectories_of(setup) == reference);
}

class OverDatagrams : public ::testing::TestWithParam<GatePolicy> {};
INSTANTIATE_TEST_SUITE_P(Gate, OverDatagrams,
                         ::testing::Values(GatePolicy{kWindow, 2}, GatePolicy{kExact, 1}));

TEST_P(OverDatagrams, CompletesUnderHeavyLoss) {
    Fleet fleet(
        {.gate = GetParam(), .clients = 5, .heartbeats = 100, .faults = heavy_faults(), .interest = {}});
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
    EXPECT_GT(fleet.network().fates().lost, 0u);
    // Clients asked again for lost datagrams, and the intake dropped damaged or repeated ones.
    EXPECT_GT(fleet.world().counters().get(server::WorldCounter::requests), 0u);
    EXPECT_GT(fleet.intake().counters().get(server::transport::IntakeCounter::forged), 0u);
    EXPECT_GT(fleet.intake().counters().get(server::transport::IntakeCounter::replayed), 0u);
}

struct Way {
    GatePolicy gate;
    Carrier carrier;
};
class BothGates : public ::testing::TestWithParam<Way> {
  protected:
    Fleet fleet_of(FleetSetup setup) const {
        setup.gate = GetParam().gate;
        setup.carrier = GetParam().carrier;
        return Fleet(std::move(setup));
    }
    static bool is_exact() { return GetParam().gate.kind == kExact; }
};
INSTANTIATE_TEST_SUITE_P(Way, BothGates,
                         ::testing::Values(Way{{kWindow, 2}, Carrier::datagrams},
                                           Way{{kExact, 1}, Carrier::datagrams},
                                           Way{{kWindow, 2}, Carrier::memory},
                                           Way{{kExact, 1}, Carrier::memory}),
                         [](const auto& way) {
                             return std::string(way.param.gate.kind == kExact ? "exact" : "window") +
                                    (way.param.carrier == Carrier::memory ? "_memory" : "_datagrams");
                         });

TEST_P(BothGates, StartsWhenAllAgentsHaveJoined) {
    Fleet fleet = fleet_of({.gate = {}, .clients = 3, .faults = light_faults(), .interest = {}});
    fleet.set_cut_off(2, true);
    const WallTime until = fleet.clock().now() + WallDuration::seconds(1);
    fleet.run_until([&] { return fleet.clock().now() > until; });
    EXPECT_EQ(fleet.tick(0).index, 0);
    EXPECT_NE(fleet.node(0).waiting_for().find("cart2"), std::string::npos) << fleet.node(0).waiting_for();
    fleet.set_cut_off(2, false);
    fleet.restart(2);
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
}

TEST_P(BothGates, ASilentDeathStallsTheOthersForTheSilenceLimitOnly) {
    Fleet fleet = fleet_of({.gate = {},
                            .clients = 4,
                            .faults = light_faults(),
                            .interest = {},
                            .silence_limit = WallDuration::milliseconds(200)});
    fleet.run_until([&] { return fleet.tick(1).index >= 10; });
    fleet.kill(1, true);
    const WallTime died = fleet.clock().now();
    // The others go on for a few heartbeats; then the gate is shut until the watchdog acts.
    ASSERT_TRUE(fleet.run_until([&] { return fleet.tick(0).index >= 20; }, WallDuration::seconds(5)));
    EXPECT_LT((fleet.clock().now() - died).count_ns(), WallDuration::milliseconds(300).count_ns());
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_EQ(fleet.state(0), State::finished);
    EXPECT_EQ(fleet.world().counters().get(server::WorldCounter::shoot_downs), 1u);
    // All survivors have consumed the same messages of the dead client's agent.
    EXPECT_GE(fleet.consumed(0, AgentId{1}), 9);
    if (is_exact()) {
        EXPECT_EQ(fleet.consumed(0, AgentId{1}), fleet.consumed(2, AgentId{1}));
        EXPECT_EQ(fleet.consumed(0, AgentId{1}), fleet.consumed(3, AgentId{1}));
    }
}

TEST_P(BothGates, ALostConnectionIsNoticedAtOnce) {
    Fleet fleet = fleet_of({.gate = {},
                            .clients = 3,
                            .faults = light_faults(),
                            .interest = {},
                            .silence_limit = WallDuration::seconds(10)});
    fleet.run_until([&] { return fleet.tick(1).index >= 10; });
    fleet.kill(1);
    const WallTime died = fleet.clock().now();
    ASSERT_TRUE(fleet.run_until([&] { return fleet.tick(0).index >= 20; }, WallDuration::seconds(5)));
    EXPECT_LT((fleet.clock().now() - died).count_ns(), WallDuration::milliseconds(200).count_ns());
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_EQ(fleet.world().counters().get(server::WorldCounter::connections_lost), 1u);
}

TEST_P(BothGates, ARestartedClientIsSeenAgain) {
    Fleet fleet =
        fleet_of({.gate = {}, .clients = 3, .heartbeats = 120, .faults = light_faults(), .interest = {}});
    fleet.run_until([&] { return fleet.tick(1).index >= 20; });
    fleet.kill(1);
    fleet.run_until([&] { return fleet.tick(0).index >= 40; });
    const std::int64_t last_seen = fleet.consumed(0, AgentId{1});
    EXPECT_LT(last_seen, 30);
    fleet.restart(1);
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
    EXPECT_GT(fleet.consumed(0, AgentId{1}), last_seen + 10);
    EXPECT_GT(fleet.node(1).first_tick()->index, 30);
}

TEST_P(BothGates, AShotDownClientRejoinsByItself) {
    Fleet fleet = fleet_of({.gate = {},
                            .clients = 3,
                            .heartbeats = 150,
                            .faults = light_faults(),
                            .interest = {},
                            .silence_limit = WallDuration::milliseconds(100)});
    fleet.run_until([&] { return fleet.tick(1).index >= 20; });
    fleet.set_cut_off(1, true);
    fleet.run_until([&] { return fleet.tick(0).index >= 40; });
    fleet.set_cut_off(1, false);
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
    EXPECT_EQ(fleet.rejoins(1), 1u);
    EXPECT_GT(fleet.consumed(0, AgentId{1}), 41);
}

TEST_P(BothGates, AShotDownClientRejoinsWithItsSensors) {
    Fleet fleet = fleet_of({.gate = {},
                            .clients = 3,
                            .heartbeats = 150,
                            .faults = light_faults(),
                            .interest = {},
                            .silence_limit = WallDuration::milliseconds(100),
                            .radio = true,
                            .sensors = true});
    // The cut comes in the middle of lidar sweeps and camera exposures.
    fleet.run_until([&] { return fleet.tick(1).index >= 22; });
    fleet.set_cut_off(1, true);
    fleet.run_until([&] { return fleet.tick(0).index >= 43; });
    fleet.set_cut_off(1, false);
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
    EXPECT_EQ(fleet.rejoins(1), 1u);
    EXPECT_GT(fleet.consumed(0, AgentId{1}), 44);
}

TEST_P(BothGates, AClientThatLeavesEndsAtAHeartbeatAndTheOthersGoOn) {
    Fleet fleet = fleet_of({.gate = {},
                            .clients = 3,
                            .heartbeats = 60,
                            .faults = light_faults(),
                            .interest = {},
                            .periods = {3, 1}});
    fleet.run_until([&] { return fleet.tick(0).index >= 20; });
    fleet.ask_to_stop(0);
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
    EXPECT_EQ(fleet.tick(1).index, 60);
    EXPECT_LT(fleet.tick(0).index, 25);
    EXPECT_EQ(fleet.tick(0).index % 3, 0) << "the flow must end at its next announced message";
    if (is_exact() || GetParam().carrier == Carrier::datagrams) {
        EXPECT_EQ(fleet.consumed(1, AgentId{0}), fleet.tick(0).index) << "its last message must be consumed";
    } else {
        // Over memory, the notice of the end comes as fast as the last messages, and messages of agents that
        // have ended are not consumed.
        EXPECT_GE(fleet.consumed(1, AgentId{0}), fleet.tick(0).index - 3);
    }
}

TEST_P(BothGates, AnAgentThatLeavesEndsAndItsClientGoesOn) {
    for (const auto& faults : {light_faults(), heavy_faults()}) {
        Fleet fleet = fleet_of({.gate = {},
                                .clients = 3,
                                .agents_per_client = 2,
                                .heartbeats = 60,
                                .faults = faults,
                                .interest = {},
                                .leaves = {{1, 20}}});
        fleet.run();
        expect_no_violations(fleet);
        EXPECT_TRUE(fleet.all_finished());
        // The agent's last message is the one after its pilot decided to leave.
        EXPECT_EQ(fleet.trajectories().at(AgentId{1}).rbegin()->first, 21);
        EXPECT_EQ(fleet.trajectories().at(AgentId{0}).rbegin()->first, 60);
        EXPECT_EQ(fleet.tick(0).index, 60);
        for (const std::size_t peer : {1u, 2u}) {
            EXPECT_LE(fleet.consumed(peer, AgentId{1}), 21);
            if (is_exact()) {
                EXPECT_EQ(fleet.consumed(peer, AgentId{1}), 21);
            }
        }
        EXPECT_EQ(fleet.world().counters().get(server::WorldCounter::leaves), 6u);
        for (const auto& event : fleet.events()) {
            if (!event.has_ended() || event.ended().agent() != 1) continue;
            EXPECT_EQ(event.ended().cause(), AgentEnded::LEFT);
            EXPECT_EQ(event.ended().time_ns(), Tick{22}.at(fleet.scenario().heartbeat).count_ns());
        }
        ASSERT_TRUE(fleet.run_until([&] { return fleet.world().ended().has_value(); }));
        EXPECT_EQ(fleet.world().ended()->why, "every agent has ended");
        EXPECT_FALSE(fleet.world().ended()->left);
    }
}

TEST_P(BothGates, TheRunEndsWellWhenAllAgentsHaveLeft) {
    Fleet fleet = fleet_of({.gate = {},
                            .clients = 2,
                            .agents_per_client = 2,
                            .heartbeats = 1'000,
                            .faults = heavy_faults(),
                            .interest = {},
                            .periods = {1, 3},
                            .leaves = {{0, 10}, {1, 31}, {2, 25}, {3, 10}}});
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
    EXPECT_EQ(fleet.reason(0), "all agents of this client have left");
    EXPECT_EQ(fleet.tick(0).index, 33) << "the slower agent ends at its next message";
    EXPECT_EQ(fleet.tick(1).index, 26);
    ASSERT_TRUE(fleet.run_until([&] { return fleet.world().ended().has_value(); }));
    EXPECT_TRUE(fleet.world().ended()->good);
    EXPECT_TRUE(fleet.world().ended()->left);
    EXPECT_EQ(fleet.world().ended()->why, "all agents left before the scenario's end");
}

TEST_P(BothGates, AReturningClientComesWithoutAgentsThatHaveLeft) {
    Fleet fleet = fleet_of({.gate = {},
                            .clients = 2,
                            .agents_per_client = 2,
                            .heartbeats = 400,
                            .faults = light_faults(),
                            .interest = {},
                            .silence_limit = WallDuration::milliseconds(100),
                            .leaves = {{2, 5}}});
    fleet.run_until([&] { return fleet.tick(1).index >= 20; });
    fleet.set_cut_off(1, true);
    fleet.run_until([&] { return fleet.tick(0).index >= 40; });
    fleet.set_cut_off(1, false);
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
    EXPECT_EQ(fleet.rejoins(1), 1u);
    EXPECT_EQ(fleet.trajectories().at(AgentId{2}).rbegin()->first, 6);
    EXPECT_EQ(fleet.trajectories().at(AgentId{3}).rbegin()->first, 400);
}

TEST(Exact, RepeatsWithAgentsThatLeaveForAnyDivision) {
    FleetSetup setup{.gate = {kExact, 2},
                     .clients = 6,
                     .faults = light_faults(),
                     .interest = {},
                     .periods = {1, 3, 2},
                     .leaves = {{1, 7}, {4, 12}, {5, 30}}};
    const auto reference = trajectories_of(setup);
    setup.seed = 9;
    setup.faults = heavy_faults();
    EXPECT_TRUE(trajectories_of(setup) == reference);
    EXPECT_TRUE(over_memory(setup) == reference);
    setup.clients = 2;
    setup.agents_per_client = 3;
    EXPECT_TRUE(trajectories_of(setup) == reference);
    EXPECT_TRUE(over_memory(setup) == reference);
}

TEST_P(BothGates, ALateAgentEntersAtItsHeartbeat) {
    Fleet fleet = fleet_of({.gate = {},
                            .clients = 3,
                            .heartbeats = 60,
                            .faults = light_faults(),
                            .interest = {},
                            .last_enters_at = 25});
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_TRUE(fleet.all_finished());
    EXPECT_EQ(fleet.trajectories().at(AgentId{2}).begin()->first, 25);
    EXPECT_EQ(fleet.trajectories().at(AgentId{2}).size(), 36u);
}

TEST_P(BothGates, AnObserverFollowsAndTheRunCompletes) {
    Fleet fleet =
        fleet_of({.gate = {}, .clients = 2, .heartbeats = 80, .faults = heavy_faults(), .interest = {}});
    fleet.run_until([&] { return fleet.tick(0).index >= 10; });
    const std::size_t observer = fleet.add_observer();
    fleet.run();
    expect_no_violations(fleet);
    EXPECT_EQ(fleet.state(0), State::finished);
    EXPECT_GT(fleet.consumed(observer, AgentId{0}), 40);
}

TEST_P(BothGates, AStoppedServerNotifiesItsClients) {
    Fleet fleet =
        fleet_of({.gate = {}, .clients = 3, .heartbeats = 1000, .faults = light_faults(), .interest = {}});
    fleet.run_until([&] { return fleet.tick(0).index >= 10; });
    fleet.stop_server("enough");
    fleet.run();
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(fleet.state(i), State::stopped);
        EXPECT_EQ(fleet.reason(i), "enough");
    }
}

TEST_P(BothGates, ADeadServerIsNoticedWithinTheLimit) {
    for (const bool silently : {false, true}) {
        Fleet fleet = fleet_of(
            {.gate = {}, .clients = 3, .heartbeats = 1000, .faults = light_faults(), .interest = {}});
        fleet.run_until([&] { return fleet.tick(0).index >= 10; });
        const WallTime died = fleet.clock().now();
        if (silently) {
            for (std::size_t i = 0; i < 3; ++i) fleet.set_cut_off(i, true);
        } else {
            fleet.kill_server();
        }
        fleet.run();
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(fleet.state(i), State::failed);
            EXPECT_EQ(fleet.reason(i), silently ? "the server has been silent for 2 s"
                                                : "the connection to the server is lost");
        }
        EXPECT_LT((fleet.clock().now() - died).count_ns(), WallDuration::milliseconds(2'200).count_ns());
        EXPECT_TRUE(fleet.violations().empty());
    }
}

TEST(Window, NoClientRunsFurtherAheadThanTheWindow) {
    for (const std::int64_t n : {1, 2, 5}) {
        Fleet fleet({.seed = 3,
                     .gate = {kWindow, n},
                     .clients = 6,
                     .heartbeats = 100,
                     .faults = heavy_faults(),
                     .interest = {}});
        fleet.run();
        expect_no_violations(fleet);
        EXPECT_TRUE(fleet.all_finished());
    }
}

}  // namespace
}  // namespace synchrono::testing

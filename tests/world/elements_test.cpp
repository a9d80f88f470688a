// Runs whole worlds with elements (signals, a pedestrian, a cone and a ball). Proves that under `exact` every
// run is the same, whatever the network does and however agents are divided among clients. Road-side units
// send the state of the lamps. The death of the client that simulates the elements stops nobody.
#include <algorithm>
#include <gtest/gtest.h>

#include "client/body/vehicle_state_codec.hpp"
#include "common/j2735/codec.hpp"
#include "common/net/agent_message.hpp"
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

FleetSetup setup(GatePolicy gate, std::int64_t heartbeats) {
    return {.gate = gate,
            .clients = 4,
            .heartbeats = heartbeats,
            .faults = {},
            .interest = {},
            .radio = true,
            .element_clients = 1};
}

AgentId agent_named(const config::Scenario& scenario, const std::string& name) {
    for (const config::AgentSpec& agent : scenario.agents) {
        if (agent.name == name) return agent.id;
    }
    throw std::out_of_range(name);
}

ByteView state_in(const std::string& any) {
    std::string_view type_url;
    ByteView state;
    EXPECT_TRUE(net::decode_any(as_byte_view(any), type_url, state));
    return state;
}

client::body::BodyMotion motion_in(const std::string& any) {
    client::body::BodyMotion motion;
    EXPECT_TRUE(client::body::decode(state_in(any), motion));
    return motion;
}

std::vector<client::body::Lamp> lamps_in(const std::string& any) {
    client::body::SignalsInSight signals;
    EXPECT_TRUE(client::body::decode(state_in(any), signals));
    return signals.groups;
}

struct Lived {
    std::string radio;
    std::map<AgentId, Trajectory> trajectories;
    friend bool operator==(const Lived&, const Lived&) = default;
};

Lived lived(FleetSetup setup) {
    Fleet fleet(std::move(setup));
    fleet.run();
    for (const auto& violation : fleet.violations()) ADD_FAILURE() << violation;
    EXPECT_TRUE(fleet.all_finished());
    return {fleet.radio_history(), fleet.trajectories()};
}

TEST(ExactElements, RepeatBitForBitOnAnyNetworkAndDivision) {
    for (const std::int64_t lag : {1, 3}) {
        FleetSetup one = setup({kExact, lag}, 240);
        const Lived reference = lived(one);
        for (const std::uint64_t seed : {2, 3}) {
            one.seed = seed;
            one.faults = heavy_faults();
            EXPECT_TRUE(lived(one) == reference) << "lag " << lag << ", network seed " << seed;
        }
        one.clients = 2;
        one.agents_per_client = 2;
        one.element_clients = 3;
        EXPECT_TRUE(lived(one) == reference) << "lag " << lag << ", other clients";
        one.carrier = Carrier::memory;
        EXPECT_TRUE(lived(one) == reference) << "lag " << lag << ", over memory";
    }
}

TEST(ExactElements, EndWhenAllVehiclesHaveLeft) {
    FleetSetup one = setup({kExact, 2}, 10'000);
    one.leaves = {{0, 30}, {1, 45}, {2, 50}, {3, 20}};
    Fleet fleet(one);
    fleet.run();
    for (const auto& violation : fleet.violations()) ADD_FAILURE() << violation;
    EXPECT_TRUE(fleet.all_finished());
    const auto& said = fleet.trajectories();
    EXPECT_EQ(said.at(AgentId{2}).rbegin()->first, 51);
    const std::int64_t last = said.at(agent_named(fleet.scenario(), "cone")).rbegin()->first;
    EXPECT_GT(last, 51);
    EXPECT_LT(last, 60);
    ASSERT_TRUE(fleet.run_until([&] { return fleet.world().ended().has_value(); }));
    EXPECT_TRUE(fleet.world().ended()->left);

    const Lived reference = lived(one);
    one.seed = 4;
    one.faults = heavy_faults();
    one.clients = 2;
    one.agents_per_client = 2;
    one.element_clients = 3;
    EXPECT_TRUE(lived(one) == reference) << "they must end at the same heartbeat in every repetition";
}

TEST(Elements, WalkMoveAndChangeAsSpecified) {
    Fleet fleet(setup({kExact, 1}, 600));
    fleet.run();
    EXPECT_TRUE(fleet.all_finished());
    const auto& scenario = fleet.scenario();
    const auto& said = fleet.trajectories();
    const Trajectory &walker = said.at(agent_named(scenario, "walker")),
                     &cone = said.at(agent_named(scenario, "cone")),
                     &ball = said.at(agent_named(scenario, "ball"));
    // The fixed programme lets people walk from 0.1 s to 0.13 s and again every 0.2 s. The pedestrian waits
    // 0.1 m along its path from 0.072 s on, sees the signal at 0.1 s as everybody does, and has walked for
    // one heartbeat at 0.105 s.
    EXPECT_EQ(motion_in(walker.at(19)).velocity.y, 0);
    EXPECT_NEAR(motion_in(walker.at(20)).position.y, 2.1, 1e-6);
    EXPECT_NEAR(motion_in(walker.at(21)).position.y, 2.1 + 1.4 * 0.005, 1e-6);
    EXPECT_NEAR(motion_in(walker.at(21)).velocity.y, 1.4, 1e-6);
    // The car behind the cone and the ball pushes both ahead.
    EXPECT_GT(motion_in(cone.rbegin()->second).position.x, 15.5);
    EXPECT_GT(motion_in(ball.rbegin()->second).position.x, 16);
    // Every group showed each of its three states.
    std::set<client::body::Lamp, decltype([](const client::body::Lamp& a, const client::body::Lamp& b) {
                 return std::pair(a.group, a.state) < std::pair(b.group, b.state);
             })>
        seen;
    for (const char* name : {"fixed_lights", "actuated_lights"}) {
        seen.clear();
        for (const auto& [tick, any] : said.at(agent_named(scenario, name))) {
            for (const client::body::Lamp& lamp : lamps_in(any)) seen.insert(lamp);
        }
        EXPECT_EQ(seen.size(), 9u) << name << ": expected green, yellow and red of three groups";
    }
}

TEST(Elements, RoadSideUnitsSendTheStateOfTheLamps) {
    FleetSetup fast = setup({kExact, 1}, 400);
    Fleet fleet(fast);
    fleet.run();
    EXPECT_TRUE(fleet.all_finished());
    const auto& scenario = fleet.scenario();
    std::size_t compared = 0;
    for (const auto& [time, unit, payload] : fleet.unit_messages()) {
        const auto frame = j2735::decode(payload);
        ASSERT_TRUE(frame);
        const auto* spat = std::get_if<j2735::Spat>(&frame->value);
        if (spat == nullptr) continue;
        const j2735::IntersectionState& state = spat->intersections.at(0);
        const AgentId lights = agent_named(scenario, state.id.id == 7 ? "fixed_lights" : "actuated_lights");
        // The client sends the lamps at heartbeats; a message that a unit sends between two heartbeats
        // includes the changes since the first of them.
        const std::int64_t tick = time.since_start() / scenario.heartbeat;
        const auto before = lamps_in(fleet.trajectories().at(lights).at(tick));
        const auto after = fleet.trajectories().at(lights).contains(tick + 1)
                               ? lamps_in(fleet.trajectories().at(lights).at(tick + 1))
                               : before;
        const bool on_heartbeat = time.since_start() % scenario.heartbeat == SimDuration{};
        ASSERT_EQ(state.states.size(), before.size());
        for (std::size_t i = 0; i < before.size(); ++i) {
            EXPECT_EQ(state.states[i].signal_group, before[i].group);
            const auto announced = static_cast<int>(state.states[i].state_time_speed.at(0).event_state);
            const bool as_before = announced == static_cast<int>(before[i].state);
            const bool as_after = announced == static_cast<int>(after[i].state);
            EXPECT_TRUE(as_before || (!on_heartbeat && as_after))
                << "unit " << unit.value << " at " << time.count_ns() << " group " << int{before[i].group};
            ++compared;
        }
    }
    EXPECT_EQ(compared, 2u * 20 * 3) << "expected two units, ten times a second, for two seconds";
}

class BothGatesElements : public ::testing::TestWithParam<GatePolicy> {};
INSTANTIATE_TEST_SUITE_P(Gate, BothGatesElements,
                         ::testing::Values(GatePolicy{kWindow, 2}, GatePolicy{kExact, 1}));

TEST_P(BothGatesElements, OthersGoOnWhenTheirClientDiesAndTheyReturn) {
    FleetSetup doomed = setup(GetParam(), 300);
    doomed.faults = heavy_faults();
    Fleet fleet(doomed);
    fleet.run_until([&] { return fleet.tick(0) > Tick{50}; });
    fleet.kill(4);
    fleet.run_until([&] { return fleet.tick(0) > Tick{120}; });
    ASSERT_GT(fleet.tick(0), Tick{120}) << "the others go on";
    const auto spats = [&] {
        return std::count_if(
            fleet.unit_messages().begin(), fleet.unit_messages().end(), [](const auto& announced) {
                return std::holds_alternative<j2735::Spat>(j2735::decode(announced.payload)->value);
            });
    };
    const auto while_dead = spats();
    EXPECT_LE(while_dead, 2 * 4) << "no client runs the signals";
    fleet.restart(4);
    fleet.run();
    for (const auto& violation : fleet.violations()) ADD_FAILURE() << violation;
    EXPECT_TRUE(fleet.all_finished());
    EXPECT_GT(spats(), while_dead + 6) << "the signals are run again";
}

}  // namespace
}  // namespace synchrono::testing

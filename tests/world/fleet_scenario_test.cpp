// Proves that a fleet's scenario is what the setup says: which agents it has, in which client each agent is,
// and when and how often the agent sends. Sensors, elements and the radio come only if the setup asks for
// them.
#include "tests/world/fleet_scenario.hpp"

#include <gmock/gmock.h>

namespace synchrono::testing {
namespace {

using ::testing::ElementsAre;

TEST(FleetScenario, HasTheAgentsAndTheTimesOfItsSetup) {
    const FleetSetup setup{.gate = {GatePolicy::Kind::exact, 2},
                           .clients = 2,
                           .agents_per_client = 2,
                           .heartbeats = 30,
                           .scenario_seed = 11,
                           .faults = {},
                           .interest = {},
                           .periods = {1, 3},
                           .last_enters_at = 9,
                           .pilot_period = 2};
    const config::Scenario scenario = make_fleet_scenario(setup);
    EXPECT_EQ(scenario.duration, scenario.heartbeat * 30);
    EXPECT_EQ(scenario.seed, 11u);
    EXPECT_EQ(scenario.gate, setup.gate);
    EXPECT_FALSE(scenario.radio);
    EXPECT_TRUE(scenario.sensors.empty());
    ASSERT_EQ(scenario.agents.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto& agent = scenario.agents[i];
        EXPECT_EQ(agent.id.value, i);
        EXPECT_TRUE(scenario.vehicles.contains(agent.vehicle));
        EXPECT_EQ(agent.period, scenario.heartbeat * (i % 2 == 0 ? 1 : 3));
        EXPECT_EQ(agent.pilot_period, scenario.heartbeat * 2);
        EXPECT_EQ(agent.enter, Tick{i == 3 ? 9 : 0}.at(scenario.heartbeat))
            << "only the last agent enters late";
    }
    EXPECT_THAT(divide_agents(scenario, setup),
                ElementsAre(ElementsAre(AgentId{0}, AgentId{1}), ElementsAre(AgentId{2}, AgentId{3})));
}

TEST(FleetScenario, AddsElementsSensorsAndRadioWhenAsked) {
    const FleetSetup setup{.gate = {},
                           .clients = 1,
                           .agents_per_client = 2,
                           .faults = {},
                           .interest = {},
                           .radio_exchange = 2,
                           .radio = true,
                           .sensors = true,
                           .element_clients = 2};
    const config::Scenario scenario = make_fleet_scenario(setup);
    EXPECT_EQ(scenario.vehicle_count(), 2u);
    ASSERT_EQ(scenario.agents.size(), 7u);
    for (const auto& agent : scenario.agents) {
        EXPECT_EQ(agent.element.has_value(), agent.id.value >= 2);
        EXPECT_EQ(agent.sensors.size(), agent.element ? 0 : scenario.sensors.size());
    }
    EXPECT_THAT(divide_agents(scenario, setup), ElementsAre(ElementsAre(AgentId{0}, AgentId{1}),
                                                            ElementsAre(AgentId{2}, AgentId{4}, AgentId{6}),
                                                            ElementsAre(AgentId{3}, AgentId{5})));
    ASSERT_TRUE(scenario.radio);
    EXPECT_EQ(scenario.radio->exchange, scenario.heartbeat * 2);
    ASSERT_EQ(scenario.radio->road_side_units.size(), 2u);
    EXPECT_EQ(scenario.radio->road_side_units[0].id, AgentId{7})
        << "numbers of units must follow those of agents";
}

}  // namespace
}  // namespace synchrono::testing

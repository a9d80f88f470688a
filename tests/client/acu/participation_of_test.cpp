// Proves how a client describes its agents to the world: who they are, which type of state each publishes,
// and which other agents they want to hear of.
#include "client/acu/participation_of.hpp"

#include <gtest/gtest.h>

#include "client/body/signals_in_sight.hpp"
#include "client/body/vehicle_state_codec.hpp"

namespace synchrono::client::acu {
namespace {

struct ParticipationTest : ::testing::Test {
    ParticipationTest() {
        scenario.interest = {config::Interest::Kind::agents, 0, {AgentId{9}}};
        for (std::uint32_t i = 0; i < 2; ++i) {
            config::AgentSpec agent;
            agent.id = AgentId{i};
            agent.name = "car" + std::to_string(i);
            agent.vehicle = "cart";
            scenario.agents.push_back(agent);
        }
        config::AgentSpec lights;
        lights.id = AgentId{2};
        lights.name = "lights";
        lights.element = config::SignalsElement{"crossing"};
        scenario.agents.push_back(lights);
    }
    config::Scenario scenario;
};

TEST_F(ParticipationTest, NamesItsAgentsAndTheirStates) {
    const transport::Participation some = participation_of(scenario, std::vector{AgentId{1}});
    ASSERT_EQ(some.agents.size(), 1u);
    EXPECT_EQ(some.agents[0].id, AgentId{1});
    EXPECT_EQ(some.agents[0].name, "car1");
    EXPECT_EQ(some.agents[0].vehicle, "cart");
    EXPECT_EQ(some.agents[0].state_type_url, body::kVehicleStateTypeUrl);
    EXPECT_EQ(some.interest, scenario.interest);
}

TEST_F(ParticipationTest, WithAnElementItsInterestIsTheWholeWorld) {
    const transport::Participation lights = participation_of(scenario, std::vector{AgentId{2}});
    ASSERT_EQ(lights.agents.size(), 1u);
    EXPECT_EQ(lights.agents[0].vehicle, "");
    EXPECT_EQ(lights.agents[0].state_type_url, body::kSignalsStateTypeUrl);
    EXPECT_EQ(lights.interest.kind, config::Interest::Kind::world) << "whatever the interest of the scenario";
}

TEST_F(ParticipationTest, AnObserverHasNoAgents) {
    const transport::Participation nobody = participation_of(scenario, {});
    EXPECT_TRUE(nobody.agents.empty());
    EXPECT_EQ(nobody.interest, scenario.interest);
}

}  // namespace
}  // namespace synchrono::client::acu

// Proves that a client's agents get the engine that the scenario names, that elements get an engine of their
// own, and that an agent is refused if the client lacks its engine or the engine cannot move its vehicle.
#include "client/program/engines.hpp"

#include <gtest/gtest.h>

#include "client/engine/engine_registry.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client {
namespace {

struct EnginesTest : ::testing::Test {
    EnginesTest() {
        scenario.vehicles["sedan"] = sedan();
        for (const char* const name : {"car", "ball"}) {
            config::AgentSpec agent;
            agent.id = AgentId{static_cast<std::uint32_t>(scenario.agents.size())};
            agent.name = name;
            agent.vehicle = "sedan";
            scenario.agents.push_back(agent);
        }
        scenario.agents[1].engine = config::kWorldEngine;
        scenario.agents[1].element = config::BodyElement::of("ball");
    }
    config::Scenario scenario;
};

TEST_F(EnginesTest, VehiclesAndElementsHaveSeparateEngines) {
    const auto of_cars = make_engine(scenario, {AgentId{0}}),
               of_elements = make_engine(scenario, {AgentId{1}});
    ASSERT_TRUE(of_cars && of_elements);
    EXPECT_NE((*of_cars)->bodies(), nullptr);
    EXPECT_EQ((*of_cars)->elements(), nullptr);
    EXPECT_EQ((*of_elements)->bodies(), nullptr);
    EXPECT_NE((*of_elements)->elements(), nullptr);
}

TEST_F(EnginesTest, AnObserverHasAnEmptyEngine) {
    const auto engine = make_engine(scenario, {});
    ASSERT_TRUE(engine);
    EXPECT_FALSE((*engine)->uses_surroundings());
}

TEST_F(EnginesTest, AnObjectionNamesTheAgent) {
    EXPECT_FALSE(objection_to_engine(scenario, scenario.agents[0]));
    EXPECT_FALSE(objection_to_engine(scenario, scenario.agents[1]));
    scenario.vehicles["sedan"].axles.clear();
    EXPECT_EQ(objection_to_engine(scenario, scenario.agents[0]),
              "agent 'car': vehicle 'sedan' can be used only with the engine 'chrono'");
    scenario.agents[0].engine = "steam";
    EXPECT_EQ(objection_to_engine(scenario, scenario.agents[0]),
              "agent 'car': unknown engine 'steam'; expected one of " + engine::engine_names());
}

}  // namespace
}  // namespace synchrono::client

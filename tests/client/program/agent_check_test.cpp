// Proves which objections a client raises against agents. Also proves that each objection names the key of
// the scenario that is at fault, and that agents that are alike are checked only once.
#include "client/program/agent_check.hpp"

#include <gmock/gmock.h>

#include "client/sensors/sensor_log.hpp"
#include "tests/client/kind/free_body.hpp"
#include "tests/support/sensor_samples.hpp"

namespace synchrono::client {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

auto objection(std::uint32_t agent, const std::string& key, const std::string& problem) {
    return AllOf(Field("agent", &Objection::agent, AgentId{agent}), Field("key", &Objection::key, key),
                 Field("problem", &Objection::problem, HasSubstr(problem)));
}

struct AgentCheckTest : ::testing::Test {
    AgentCheckTest() {
        add("first");
        add("second");
    }
    config::AgentSpec& add(const std::string& name) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(scenario.agents.size())};
        agent.name = name;
        agent.vehicle = "sedan";
        scenario.vehicles["sedan"] = sedan();
        agents.push_back(agent.id);
        return scenario.agents.emplace_back(agent);
    }
    void add_lidar_that_no_log_takes(config::AgentSpec& agent) {
        scenario.sensors["roof"].model = config::LidarSpec{
            .elevations_deg = std::vector<double>(512), .azimuths_deg = {}, .columns = 8192};
        agent.sensors.resize(1);
        agent.sensors[0].name = agent.sensors[0].sensor = "roof";
    }
    std::vector<Objection> objections() const {
        std::vector<Objection> all;
        check_agents(scenario, agents, [&all](const Objection& one) { all.push_back(one); });
        return all;
    }

    config::Scenario scenario;
    std::vector<AgentId> agents;
};

TEST_F(AgentCheckTest, AcceptsAgentsThatTheClientCanSimulate) {
    EXPECT_THAT(objections(), IsEmpty());
    EXPECT_TRUE(require_no_objection(scenario, agents, true));
    EXPECT_TRUE(require_driven_or_elements(scenario, agents));
    EXPECT_TRUE(require_driven_or_elements(scenario, {})) << "a client without agents watches";
}

TEST_F(AgentCheckTest, AMissingEngineIsReportedOnce) {
    for (auto& agent : scenario.agents) agent.engine = "steam";
    EXPECT_THAT(objections(), ElementsAre(objection(0, "engine", "unknown engine 'steam'")));
    scenario.agents[1].engine = "sail";
    EXPECT_THAT(objections(), ElementsAre(objection(0, "engine", "unknown engine 'steam'"),
                                          objection(1, "engine", "unknown engine 'sail'")));
    const auto refused = require_no_objection(scenario, agents, false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, objections()[0].problem) << "the first one";
}

TEST_F(AgentCheckTest, AnUnknownOrWrongBodyIsRefusedForAnyAgent) {
    scenario.agents[1].body = config::BodySpecification{.kind = "submarine"};
    const std::string why = "agent 'second': unknown kind of body 'submarine'; expected one of 'vehicle'";
    EXPECT_THAT(objections(), ElementsAre(objection(1, "body", why)));
    const auto refused = require_known_bodies(scenario);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, objections()[0].problem);
    kind::register_free_body();
    kind::make_free_body(scenario.agents[1], 1);
    EXPECT_THAT(objections(), IsEmpty());
    EXPECT_TRUE(require_known_bodies(scenario));
    scenario.agents[1].body->json = R"({"radius_m":-1})";
    EXPECT_THAT(objections(), ElementsAre(objection(1, "body", "agent 'second': key 'radius_m': expected")));
    EXPECT_FALSE(require_known_bodies(scenario));
    scenario.agents[1].body->json = R"({"radius_m":1})";
    scenario.agents[1].engine = "embedded";
    EXPECT_THAT(objections(),
                ElementsAre(objection(1, "engine", "cannot move a body of the kind 'test_free_body'")));
}

TEST_F(AgentCheckTest, AMissingPilotIsReportedButNotRefused) {
    scenario.agents[1].pilot = "/nowhere/to/be.found";
    EXPECT_THAT(objections(), ElementsAre(objection(1, "pilot.library", "/nowhere/to/be.found")));
    EXPECT_TRUE(require_no_objection(scenario, agents, true));
}

TEST_F(AgentCheckTest, TooLongSamplesAreRefusedOnlyWithALog) {
    for (auto& agent : scenario.agents) add_lidar_that_no_log_takes(agent);
    EXPECT_THAT(objections(), ElementsAre(objection(0, "sensors", "a sample of sensor 'roof'")));
    EXPECT_TRUE(require_no_objection(scenario, agents, false));
    const auto refused = require_no_objection(scenario, agents, true);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().text, HasSubstr("agent 'first': a sample of sensor 'roof'"));
}

TEST_F(AgentCheckTest, AClientTakesEitherVehiclesOrElements) {
    scenario.agents[1].element.emplace();
    EXPECT_TRUE(require_driven_or_elements(scenario, {AgentId{0}}));
    EXPECT_TRUE(require_driven_or_elements(scenario, {AgentId{1}}));
    const auto refused = require_driven_or_elements(scenario, agents);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text,
              "--agents: 'first' is a vehicle and 'second' is an element of the world; a client can have one "
              "or the other, not both");
}

}  // namespace
}  // namespace synchrono::client

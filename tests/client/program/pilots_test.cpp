// Proves that a client makes a pilot for each agent that has one, that a person who drives takes the place of
// a pilot, and that the safe stop guards either of them.
#include "client/program/pilots.hpp"

#include <gmock/gmock.h>
#include <limits>

#include "tests/support/vehicles.hpp"

namespace synchrono::client {
namespace {

using ::testing::HasSubstr;

/// A pilot that always gives the same controls.
struct Hands final : pilot::PilotHost {
    explicit Hands(const body::DriverInputs& held) : inputs(held) {}
    void begin_step(const pilot::Perception&) override {}
    std::optional<pilot::PilotAnswer> finish_step() override {
        return pilot::PilotAnswer{.controls = inputs};
    }
    body::DriverInputs inputs;
};

struct PilotsTest : ::testing::Test {
    PilotsTest() {
        scenario.vehicles["sedan"] = sedan();
        for (const char* const name : {"first", "second", "third"}) {
            config::AgentSpec agent;
            agent.id = AgentId{static_cast<std::uint32_t>(scenario.agents.size())};
            agent.name = name;
            agent.vehicle = "sedan";
            agents.push_back(agent.id);
            scenario.agents.push_back(agent);
        }
    }
    std::vector<std::pair<AgentId, std::unique_ptr<pilot::PilotHost>>> driven(
        const body::DriverInputs& inputs) const {
        return make_pilots(scenario, agents, nullptr,
                           DrivenByHand{AgentId{1}, std::make_unique<Hands>(inputs)});
    }
    config::Scenario scenario;
    std::vector<AgentId> agents;
};

TEST_F(PilotsTest, AreMadeForAgentsWithAPilot) {
    EXPECT_TRUE(make_pilots(scenario, agents, nullptr, std::nullopt).empty());
    scenario.agents[2].pilot = "/nowhere/to/be.found";
    const auto pilots = make_pilots(scenario, agents, nullptr, std::nullopt);
    ASSERT_EQ(pilots.size(), 1u);
    EXPECT_EQ(pilots[0].first, AgentId{2});
    EXPECT_THAT(std::string(pilots[0].second->fault()), HasSubstr("; the vehicle brakes to a stop"));
}

TEST_F(PilotsTest, AHumanDriverReplacesThePilot) {
    for (const char* const pilot : {"", "/nowhere/to/be.found"}) {
        scenario.agents[1].pilot = pilot;
        const auto pilots = driven({.steering = 0.5, .throttle = 0.25});
        ASSERT_EQ(pilots.size(), 1u);
        EXPECT_EQ(pilots[0].first, AgentId{1});
        pilots[0].second->begin_step({});
        const auto answer = pilots[0].second->finish_step();
        ASSERT_TRUE(answer);
        EXPECT_EQ(body::driver_inputs(answer->controls),
                  (body::DriverInputs{.steering = 0.5, .throttle = 0.25}));
        EXPECT_EQ(pilots[0].second->fault(), "");
    }
}

TEST_F(PilotsTest, AHumanDriverIsStoppedSafelyToo) {
    const auto pilots = driven({.steering = std::numeric_limits<double>::quiet_NaN()});
    pilots[0].second->begin_step({});
    const auto answer = pilots[0].second->finish_step();
    ASSERT_TRUE(answer);
    EXPECT_EQ(body::driver_inputs(answer->controls), (body::DriverInputs{.braking = 1}));
    EXPECT_EQ(pilots[0].second->fault(),
              "agent 'second': the driver at the window failed at 0 s: steering is not a number; the vehicle "
              "brakes to a stop");
}

}  // namespace
}  // namespace synchrono::client

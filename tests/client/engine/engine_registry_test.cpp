// Proves that engines are found by the names that scenarios use, refuse what they cannot move, and move each
// agent as an engine of its own would. Also proves that a newly registered engine works like those that ship.
#include "client/engine/engine_registry.hpp"

#include <gtest/gtest.h>

#include "client/engine/embedded/embedded_engine.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::engine {
namespace {

/// An engine whose agents stay where they were put.
class Still final : public BodyEngine {
  public:
    void add(AgentId agent, const NewBody& vehicle) override {
        static_cast<geo::Motion&>(motions_[agent]) = vehicle.start;
    }
    void remove(AgentId agent) override { motions_.erase(agent); }
    void set_controls(AgentId, const body::Controls&) override {}
    void set_surroundings(const Surroundings&) override {}
    void advance(SimDuration) override {}
    const body::BodyMotion& motion(AgentId agent) const override { return motions_.at(agent); }

  private:
    std::map<AgentId, body::BodyMotion> motions_;
};

/// Registers the engine "still" once for all tests.
void register_still() {
    if (engine_named("still") != nullptr) return;
    register_engine({.name = "still",
                     .moves = {config::kVehicleKind},
                     .state_type_url = "/synchrono.VehicleState",
                     .objection =
                         [](const config::Scenario&, const config::AgentSpec& agent) {
                             return agent.speed_m_s == 0 ? std::string() : "it moves";
                         },
                     .make = [](const config::Scenario&, const std::shared_ptr<const ground::Ground>&)
                         -> Result<std::unique_ptr<BodyEngine>> { return std::make_unique<Still>(); }});
}

struct EngineRegistryTest : ::testing::Test {
    EngineRegistryTest() { scenario.vehicles["sedan"] = sedan(); }
    const config::AgentSpec& add(const std::string& engine, double speed_m_s = 10) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(scenario.agents.size())};
        agent.vehicle = "sedan";
        agent.engine = engine;
        agent.speed_m_s = speed_m_s;
        agents.push_back(agent.id);
        return scenario.agents.emplace_back(agent);
    }
    std::unique_ptr<BodyEngine> make() {
        auto engine = make_body_engine(scenario, agents).value();
        for (const config::AgentSpec& agent : scenario.agents)
            engine->add(agent.id, new_body_of(scenario, agent));
        return engine;
    }
    std::string objection(const config::AgentSpec& agent) const {
        return objection_of(*engine_named(agent.engine), scenario, agent);
    }

    config::Scenario scenario;
    std::vector<AgentId> agents;
};

TEST_F(EngineRegistryTest, FindsTheShippedEnginesByName) {
    for (const char* const name : {"embedded", "single_track", "chrono"}) {
        ASSERT_NE(engine_named(name), nullptr);
        EXPECT_EQ(engine_named(name)->name, name);
    }
    EXPECT_EQ(engine_named("steam"), nullptr);
    EXPECT_EQ(engine_named(""), nullptr);
    EXPECT_TRUE(engine_names().starts_with("'embedded', ")) << engine_names();
}

TEST_F(EngineRegistryTest, AgentsPublishTheStateTypeOfTheirEngine) {
    EXPECT_EQ(state_type_url(add("embedded")), "/synchrono.VehicleState");
    EXPECT_EQ(state_type_url(add("single_track")), "/synchrono.VehicleState");
    EXPECT_EQ(state_type_url(add("chrono")), "/synchrono.MachineState");
    config::AgentSpec element;
    element.engine = config::kWorldEngine;
    element.element = config::SignalsElement{"crossing"};
    EXPECT_EQ(state_type_url(element), "/synchrono.SignalsState");
    element.element = config::BodyElement::of("ball");
    EXPECT_EQ(state_type_url(element), "/synchrono.VehicleState");
}

TEST_F(EngineRegistryTest, EmbeddedEnginesRefuseLongStepsAndVehiclesOfChrono) {
    for (const char* const engine : {"embedded", "single_track"}) {
        const config::AgentSpec& agent = add(engine);
        scenario.step = kEmbeddedStepMax;
        EXPECT_EQ(objection(agent), "");
        scenario.step = SimDuration::milliseconds(6);
        EXPECT_EQ(objection(agent),
                  "the embedded engines take steps of at most 5 ms; the scenario's step is 6 ms");
        scenario.vehicles["sedan"].axles.clear();
        EXPECT_EQ(objection(agent), "vehicle 'sedan' can be used only with the engine 'chrono'");
        scenario.vehicles["sedan"] = sedan();
    }
}

TEST_F(EngineRegistryTest, ChronoRefusesAVehicleWithoutItsFiles) {
    scenario.vehicles["sedan"].chrono = {};
    EXPECT_EQ(objection(add("chrono")),
              "vehicle 'sedan' cannot be used with the engine 'chrono': its file has no key 'chrono'");
}

TEST_F(EngineRegistryTest, EachAgentMovesWithItsOwnEngine) {
    register_still();
    add("embedded");
    add("still", 0);
    add("single_track");
    const auto engine = make();
    const auto alone = make_embedded_engine(scenario.step);
    alone->add(AgentId{0}, new_body_of(scenario, scenario.agents[0]));
    alone->add(AgentId{2}, new_body_of(scenario, scenario.agents[2]));
    EXPECT_EQ(new_body_of(scenario, scenario.agents[2]).model, VehicleModel::single_track);
    for (BodyEngine* const one : {engine.get(), alone.get()}) {
        one->set_controls(AgentId{0}, body::DriverInputs{.steering = 0.1, .throttle = 0.5});
        one->set_controls(AgentId{2}, body::DriverInputs{.steering = 0.1, .throttle = 0.5});
        one->advance(SimDuration::milliseconds(100));
    }
    EXPECT_EQ(engine->motion(AgentId{0}).position, alone->motion(AgentId{0}).position);
    EXPECT_EQ(engine->motion(AgentId{2}).position, alone->motion(AgentId{2}).position);
    EXPECT_EQ(engine->machinery(AgentId{0}).wheels.size(), 4u);
    EXPECT_TRUE(engine->machinery(AgentId{2}).wheels.empty());
    EXPECT_EQ(engine->motion(AgentId{1}).position, geo::Vec3{});
    EXPECT_TRUE(engine->uses_surroundings()) << "one of them does";
}

TEST_F(EngineRegistryTest, EnginesWithTheSameMakerAreMadeOnce) {
    add("embedded");
    add("single_track");
    EXPECT_FALSE(make()->uses_surroundings());
}

TEST_F(EngineRegistryTest, AnEngineWithoutAgentsAcceptsAnyStep) {
    scenario.step = SimDuration::milliseconds(20);
    EXPECT_TRUE(make_body_engine(scenario, {}));
}

TEST_F(EngineRegistryTest, ARegisteredEngineIsUsedLikeTheOthers) {
    register_still();
    EXPECT_NE(engine_names().find(" and 'still'"), std::string::npos) << engine_names();
    EXPECT_EQ(objection(add("still", 3)), "it moves");
    const config::AgentSpec& agent = add("still", 0);
    EXPECT_EQ(objection(agent), "");
    EXPECT_EQ(state_type_url(agent), "/synchrono.VehicleState");
}

TEST_F(EngineRegistryTest, BrokenContractsStopTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(register_engine(*engine_named("embedded")), "requirement failed");
    EXPECT_DEATH(register_engine({}), "requirement failed");
    EngineEntry steam = *engine_named("embedded");
    steam.name = "steam";
    steam.state_type_url = "/test.Steam";
    EXPECT_DEATH(register_engine(steam), "requirement failed") << "vehicles have no such state";
    steam.state_type_url = engine_named("embedded")->state_type_url;
    steam.moves = {"locomotive"};
    EXPECT_DEATH(register_engine(steam), "requirement failed") << "there is no such kind of body";
    EXPECT_DEATH(state_type_url(add("steam")), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::engine

// Proves that the kind of a body is found by what its specification says, and that a kind which somebody
// registers stands beside those that ship.
#include "client/kind/kind_registry.hpp"

#include <gtest/gtest.h>

#include "client/engine/engine_registry.hpp"
#include "tests/client/kind/free_body.hpp"

namespace synchrono::client {
namespace {

TEST(KindRegistry, ABodyThatNothingElseIsSaidOfIsAVehicle) {
    EXPECT_EQ(kind_of(config::AgentSpec()).name(), "vehicle");
    EXPECT_EQ(kind_named("vehicle"), &kind_of({}));
    EXPECT_EQ(kind_named("submarine"), nullptr);
}

TEST(KindRegistry, AnElementPublishesWhatAVehicleWould) {
    config::AgentSpec agent;
    EXPECT_EQ(&publishes_as(agent), &kind_of(agent));
    agent.element = config::BodyElement::of("ball");
    EXPECT_EQ(&publishes_as(agent), kind_named(config::kVehicleKind));
}

TEST(KindRegistry, AKindThatIsRegisteredIsFoundByItsSpecification) {
    testing::register_free_body();
    config::AgentSpec agent;
    testing::make_free_body(agent, 1);
    EXPECT_EQ(kind_of(agent).name(), testing::kFreeBody);
    EXPECT_EQ(kind_named(testing::kFreeBody), &kind_of(agent));
}

TEST(KindRegistry, ABodyThatCannotBeHadIsToldInOneLine) {
    testing::register_free_body();
    const config::Scenario scenario;
    config::AgentSpec agent;
    EXPECT_EQ(objection_to_body(scenario, agent), "");
    testing::make_free_body(agent, 1);
    EXPECT_EQ(objection_to_body(scenario, agent), "");
    agent.body->json = R"({"radius_m":0,"colour":1})";
    EXPECT_EQ(objection_to_body(scenario, agent),
              "key 'radius_m': expected more than 0 and at most 10; "
              "key 'colour': unknown; known here: radius_m");
    agent.body->json = "{}";
    EXPECT_EQ(objection_to_body(scenario, agent), "key 'radius_m': missing");
    agent.body->kind = "submarine";
    const std::string why = objection_to_body(scenario, agent);
    EXPECT_TRUE(why.starts_with("this client knows no body of the kind 'submarine', only 'vehicle'")) << why;
    EXPECT_NE(why.find("'test_free_body'"), why.npos) << why;
}

TEST(KindRegistry, EveryKindNamesItsStates) {
    testing::register_free_body();
    EXPECT_GE(body_kinds().size(), 2u);
    for (const BodyKind* const kind : body_kinds()) {
        EXPECT_EQ(kind_named(kind->name()), kind);
        ASSERT_FALSE(kind->states().empty()) << kind->name();
        for (const StateType& type : kind->states()) EXPECT_EQ(kind->state_named(type.url), &type);
        EXPECT_EQ(kind->state_named("/test.Other"), nullptr);
    }
}

TEST(KindRegistry, ABodyWithoutControlsHasNothingToStop) {
    testing::register_free_body();
    const BodyKind& kind = *kind_named(testing::kFreeBody);
    EXPECT_TRUE(kind.controls().empty());
    EXPECT_EQ(kind.safe_stop({}), Controls());
    EXPECT_EQ(kind.told_of_safe_stop(), "nobody drives it any more");
}

TEST(KindRegistry, AnEngineIsGivenNoBodyOfAKindThatItDoesNotMove) {
    testing::register_free_body();
    config::Scenario scenario;
    config::AgentSpec agent;
    testing::make_free_body(agent, 1);
    EXPECT_EQ(objection_of(*engine_named(agent.engine), scenario, agent), "");
    EXPECT_EQ(objection_of(*engine_named("embedded"), scenario, agent),
              "the engine 'embedded' moves no body of the kind 'test_free_body'");
}

TEST(KindRegistryDeath, BrokenContractsStop) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(register_kind(kind_of({})), "requirement failed");
    config::AgentSpec agent;
    agent.body = config::Specification{.kind = "submarine"};
    EXPECT_DEATH(kind_of(agent), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client

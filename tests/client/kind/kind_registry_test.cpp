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
    struct Unknown final : config::Specification {
        std::string_view kind() const override { return "submarine"; }
        std::string to_json() const override { return "{}"; }
    };
    config::AgentSpec agent;
    agent.body = std::make_shared<Unknown>();
    EXPECT_DEATH(kind_of(agent), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client

// Proves that the kind of a body is found by its specification, and that a newly registered kind works like
// those that ship.
#include "client/kind/kind_registry.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "client/engine/engine_registry.hpp"
#include "tests/client/kind/free_body.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::kind {
namespace {

/// A kind of vehicle with another name and other controls.
struct OtherControls final : BodyKind {
    OtherControls(std::string_view its_name, std::span<const body::ControlRange> its_ranges)
        : kind_name(its_name), ranges(its_ranges) {}
    std::string_view name() const override { return kind_name; }
    std::span<const body::ControlRange> controls() const override { return ranges; }
    std::span<const StateType> states() const override { return vehicles.states(); }
    void append_state(Bytes& out, std::string_view type_url, const body::BodyMotion& motion,
                      const body::Machinery& machinery) const override {
        vehicles.append_state(out, type_url, motion, machinery);
    }
    bool read_state(std::string_view type_url, ByteView state, body::BodyMotion& motion,
                    body::Machinery* machinery) const override {
        return vehicles.read_state(type_url, state, motion, machinery);
    }
    body::SeenAs seen_as() const override { return vehicles.seen_as(); }
    geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent) const override {
        return vehicles.size_of(scenario, agent);
    }
    scenery::Shape shape_of(const config::Scenario& scenario, const config::AgentSpec& agent) const override {
        return vehicles.shape_of(scenario, agent);
    }
    scenery::Coat paint_of(const config::AgentSpec& agent) const override { return vehicles.paint_of(agent); }
    std::string shape_name(const config::AgentSpec& agent) const override {
        return vehicles.shape_name(agent);
    }
    const config::VehicleSpec* as_vehicle(const config::Scenario&, const config::AgentSpec&) const override {
        return &vehicle;
    }

    const BodyKind& vehicles = *kind_named(config::kVehicleKind);
    const config::VehicleSpec vehicle = sedan();
    const std::string_view kind_name;
    const std::span<const body::ControlRange> ranges;
};

TEST(KindRegistry, ABodyIsAVehicleByDefault) {
    EXPECT_EQ(kind_of(config::AgentSpec()).name(), "vehicle");
    EXPECT_EQ(kind_named("vehicle"), &kind_of({}));
    EXPECT_EQ(kind_named("submarine"), nullptr);
}

TEST(KindRegistry, AnElementPublishesLikeAVehicle) {
    config::AgentSpec agent;
    EXPECT_EQ(&publishes_as(agent), &kind_of(agent));
    agent.element = config::BodyElement::of("ball");
    EXPECT_EQ(&publishes_as(agent), kind_named(config::kVehicleKind));
}

TEST(KindRegistry, ARegisteredKindIsFoundByItsSpecification) {
    register_free_body();
    config::AgentSpec agent;
    make_free_body(agent, 1);
    EXPECT_EQ(kind_of(agent).name(), kFreeBody);
    EXPECT_EQ(kind_named(kFreeBody), &kind_of(agent));
}

TEST(KindRegistry, AnImpossibleBodyIsRefusedInOneLine) {
    register_free_body();
    const config::Scenario scenario;
    config::AgentSpec agent;
    EXPECT_EQ(objection_to_body(scenario, agent), "");
    make_free_body(agent, 1);
    EXPECT_EQ(objection_to_body(scenario, agent), "");
    agent.body->json = R"({"radius_m":0,"colour":1})";
    EXPECT_EQ(objection_to_body(scenario, agent),
              "key 'radius_m': expected more than 0 and at most 10; "
              "key 'colour': unknown; known here: radius_m");
    agent.body->json = "{}";
    EXPECT_EQ(objection_to_body(scenario, agent), "key 'radius_m': missing");
    agent.body->kind = "submarine";
    const std::string why = objection_to_body(scenario, agent);
    EXPECT_TRUE(why.starts_with("unknown kind of body 'submarine'; expected one of 'vehicle'")) << why;
    EXPECT_NE(why.find("'test_free_body'"), why.npos) << why;
}

TEST(KindRegistry, EveryKindNamesItsStates) {
    register_free_body();
    EXPECT_GE(body_kinds().size(), 2u);
    for (const BodyKind* const kind : body_kinds()) {
        EXPECT_EQ(kind_named(kind->name()), kind);
        ASSERT_FALSE(kind->states().empty()) << kind->name();
        for (const StateType& type : kind->states()) EXPECT_EQ(kind->state_named(type.url), &type);
        EXPECT_EQ(kind->state_named("/test.Other"), nullptr);
    }
}

TEST(KindRegistry, ABodyWithoutControlsHasNothingToStop) {
    register_free_body();
    const BodyKind& kind = *kind_named(kFreeBody);
    EXPECT_TRUE(kind.controls().empty());
    EXPECT_EQ(kind.safe_stop({}), body::Controls());
    EXPECT_EQ(kind.safe_stop_text(), "nothing drives the body any more");
}

TEST(KindRegistry, AnEngineRefusesBodiesOfAKindThatItCannotMove) {
    register_free_body();
    config::Scenario scenario;
    config::AgentSpec agent;
    make_free_body(agent, 1);
    EXPECT_EQ(engine::objection_of(*engine::engine_named(agent.engine), scenario, agent), "");
    EXPECT_EQ(engine::objection_of(*engine::engine_named("embedded"), scenario, agent),
              "the engine 'embedded' cannot move a body of the kind 'test_free_body'");
}

TEST(KindRegistry, AsVehicleReturnsOnlyVehicles) {
    register_free_body();
    config::Scenario scenario;
    scenario.vehicles["sedan"] = sedan();
    config::AgentSpec agent;
    agent.vehicle = "sedan";
    EXPECT_EQ(as_vehicle(scenario, agent), &scenario.vehicles.at("sedan"));
    make_free_body(agent, 1);
    EXPECT_EQ(as_vehicle(scenario, agent), nullptr);
}

TEST(KindRegistryDeath, ControlsThatDoNotFitStopTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const std::vector<body::ControlRange> most(body::kControlsMax, {"lever", 0, 1}),
        too_many(body::kControlsMax + 1, {"lever", 0, 1});
    const OtherControls crane("test_crane", most), organ("test_organ", too_many);
    EXPECT_DEATH(register_kind(organ), "requirement failed");
    const auto drive_a_crane = [&crane] {
        register_kind(crane);
        config::AgentSpec agent;
        agent.body = config::BodySpecification{.kind = "test_crane"};
        as_vehicle({}, agent);
    };
    EXPECT_DEATH(drive_a_crane(), "requirement failed");
}

TEST(KindRegistryDeath, BrokenContractsStopTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(register_kind(kind_of({})), "requirement failed");
    config::AgentSpec agent;
    agent.body = config::BodySpecification{.kind = "submarine"};
    EXPECT_DEATH(kind_of(agent), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::kind

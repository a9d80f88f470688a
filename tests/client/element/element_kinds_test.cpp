// Proves that the shapes of elements have the elements' sizes and stand on the ground. Also proves that a new
// kind of loose body, which is one row of data, is read from a scenario, written, seen and pushed like the
// kinds that ship.
#include <algorithm>
#include <gtest/gtest.h>

#include "client/element/element_registry.hpp"
#include "client/scenery/palette.hpp"
#include "common/config/loose/loose_kinds.hpp"

namespace synchrono::client::element {
namespace {

using config::LooseSolid;

constexpr LooseSolid kBinSolids[]{
    {.height = 0.9, .radius_low = 0.8},
    {.form = LooseSolid::Form::slab, .foot = 0.9, .height = 0.1, .paint = LooseSolid::Paint::dark}};
constexpr config::LooseKind kBin{
    .name = "bin",
    .measures = {.diameter_m = 0.6, .height_m = 1.1, .mass_kg = 12, .friction = 0.5, .restitution = 0.2},
    .colour = {20, 120, 60},
    .solids = kBinSolids};

/// Registers the kind "bin" once for all tests.
void register_bin() {
    if (config::loose_kind_named(kBin.name) == nullptr) config::register_loose_kind(kBin);
}

bool has_colour(const scenery::Mesh& mesh, scenery::Colour colour) {
    return std::any_of(mesh.vertices().begin(), mesh.vertices().end(),
                       [colour](const scenery::Vertex& v) { return v.colour == colour; });
}

TEST(ElementKinds, HaveShapesOfTheirSizeThatStandOnTheGround) {
    register_bin();
    std::vector<config::Element> all{config::PedestrianElement()};
    for (const config::LooseKind* const kind : config::loose_kinds())
        all.emplace_back(config::BodyElement::of(kind->name));
    for (const config::Element& element : all) {
        SCOPED_TRACE(config::kind_of(element));
        config::AgentSpec agent;
        agent.element = element;
        const scenery::Shape shape = element_kind(element).shape_of(agent);
        EXPECT_EQ(shape.size, config::size_of(element));
        EXPECT_EQ(shape.above_ground_m, shape.size.z / 2);
        double low = 9, high = -9;
        for (const scenery::Vertex& v : shape.body.vertices()) {
            low = std::min<double>(low, v.at[2]);
            high = std::max<double>(high, v.at[2]);
        }
        EXPECT_NEAR(low, -shape.above_ground_m, 1e-6);
        EXPECT_NEAR(high, shape.size.z / 2, 0.02);
    }
}

TEST(ElementKinds, ALooseBodyIsAddedByARow) {
    register_bin();
    const auto scenario = config::read_scenario(R"({
        "name": "bins", "duration_s": 1,
        "agents": [{ "name": "car", "vehicle": "sedan", "place": { "position": [-9, 2, 0] } }],
        "elements": [{ "name": "one", "kind": "bin", "position": [1, 2, 0], "mass_kg": 20 }] })",
                                                SYN_SOURCE_DIR "/scenarios/bins.json");
    ASSERT_TRUE(scenario) << scenario.error().text;
    const config::AgentSpec& bin = scenario->agents.at(1);
    EXPECT_EQ(std::get<config::BodyElement>(*bin.element),
              (config::BodyElement{{0.6, 1.1, 20, 0.5, 0.2}, &kBin}));
    const auto again = config::read_scenario(config::to_json(*scenario), "/elsewhere/s.json");
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(*again, *scenario);

    const ElementKind& kind = element_kind(*bin.element);
    const scenery::Mesh body = kind.shape_of(bin).body;
    EXPECT_TRUE(has_colour(body, {20, 120, 60}));
    EXPECT_TRUE(has_colour(body, scenery::palette::kDark));
    EXPECT_FALSE(has_colour(body, scenery::palette::kBand));

    const auto actor = kind.make(*scenario, bin, SimTime());
    EXPECT_EQ(actor->motion().position, (geo::Vec3{1, 2, 0.55}));
    ElementSurroundings world;
    world.boxes.push_back(
        {.middle = {-1.7, 2}, .half_length = 2.5, .half_width = 1, .velocity = {3, 0}, .high = 1.5});
    actor->advance(world, scenario->heartbeat);
    EXPECT_GE(actor->motion().velocity.x, 2.9) << "the box pushes it";
    kind.add_obstacle(bin, {.agent = bin.id, .motion = actor->motion()}, world);
    ASSERT_EQ(world.loose.size(), 1u);
    EXPECT_EQ(world.loose[0].mass_kg, 20);
    EXPECT_EQ(world.boxes.size(), 1u) << "a loose body is not a fixed box";
}

TEST(ElementKinds, BrokenContractsStopTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    register_bin();
    EXPECT_DEATH(config::register_loose_kind(kBin), "requirement failed");
    EXPECT_DEATH(config::register_loose_kind({}), "requirement failed");
    EXPECT_DEATH(config::BodyElement::of("barrow"), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::element

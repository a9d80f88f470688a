// Proves that every agent, vehicle or element, is seen as what it is, in its own size and with a material.
// Also proves that equal agents share the name of their shape, and that different agents do not.
#include "client/kind/appearance.hpp"

#include <gtest/gtest.h>

#include "tests/client/kind/free_body.hpp"
#include "tests/client/scenery/small_world.hpp"

namespace synchrono::client::kind {
namespace {

using scenery::Mesh;
using scenery::Shape;

bool has_shape(const config::AgentSpec& agent) {
    return !agent.element || !std::holds_alternative<config::SignalsElement>(*agent.element);
}

TEST(Appearance, HasAMaterialAtEveryVertex) {
    const config::Scenario scenario = scenery::testing::small_world();
    for (const config::AgentSpec& agent : scenario.agents) {
        if (!has_shape(agent)) continue;
        const Shape shape = shape_of(scenario, agent);
        EXPECT_FALSE(shape.body.empty()) << agent.name;
        std::vector<const Mesh*> meshes{&shape.body, &shape.brake_lights};
        for (const Mesh& wheel : shape.wheels) meshes.push_back(&wheel);
        for (const Mesh* mesh : meshes) {
            for (const scenery::Vertex& v : mesh->vertices())
                ASSERT_NE(v.material, scenery::Material::none) << agent.name;
        }
    }
}

TEST(Appearance, GivesTheKindAndTheSizeOfEachAgent) {
    const config::Scenario scenario = scenery::testing::small_world();
    for (const config::AgentSpec& agent : scenario.agents) {
        const geo::Vec3 size = size_of(scenario, agent);
        if (agent.name == "red") {
            EXPECT_EQ(seen_as(agent), body::SeenAs::vehicle);
            EXPECT_EQ(size.x, scenario.vehicles.at("sedan").body.length_m);
            EXPECT_EQ(size.z, scenario.vehicles.at("sedan").body.height_m);
        } else if (agent.name == "walker") {
            EXPECT_EQ(seen_as(agent), body::SeenAs::pedestrian);
            EXPECT_EQ(size.z, config::PedestrianElement().height_m);
        } else if (agent.name == "cone") {
            EXPECT_EQ(seen_as(agent), body::SeenAs::object);
            EXPECT_EQ(size.x, config::BodyElement::of("cone").diameter_m);
        } else if (agent.name == "lights") {
            EXPECT_EQ(size, geo::Vec3{});
        }
    }
}

TEST(Appearance, EqualAgentsShareTheNameOfTheirShape) {
    register_free_body();
    config::Scenario scenario = scenery::testing::small_world();
    EXPECT_EQ(shape_name(scenario.agents[0]), shape_name(scenario.agents[1])) << "two sedans";
    std::set<std::string> names;
    for (const config::AgentSpec& agent : scenario.agents) names.insert(shape_name(agent));
    EXPECT_EQ(names.size(), 4u) << "a sedan, lights, a cone and a walker";
    make_free_body(scenario.agents[1], 0.5);
    EXPECT_FALSE(names.contains(shape_name(scenario.agents[1])));
}

TEST(Appearance, IsDefinedByTheKindOfTheBody) {
    register_free_body();
    config::Scenario scenario = scenery::testing::small_world();
    config::AgentSpec& agent = scenario.agents[1];
    make_free_body(agent, 0.5);
    EXPECT_EQ(seen_as(agent), body::SeenAs::object);
    EXPECT_EQ(size_of(scenario, agent), (geo::Vec3{1, 1, 1}));
    const Shape shape = shape_of(scenario, agent);
    EXPECT_TRUE(shape.wheels.empty());
    ASSERT_FALSE(shape.body.empty());
    for (const scenery::Vertex& v : shape.body.vertices())
        EXPECT_NEAR(geo::length({v.at[0], v.at[1], v.at[2]}), 0.5, 1e-6);
}

}  // namespace
}  // namespace synchrono::client::kind

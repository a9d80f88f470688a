// Proves that what agents look like is as large as they are, stands on the ground and is made of something.
#include "client/scenery/shapes.hpp"

#include <gtest/gtest.h>

#include "tests/client/scenery/small_world.hpp"

namespace synchrono::scenery {
namespace {

TEST(Shapes, AreAsLargeAsTheirVehicles) {
    const config::Scenario scenario = testing::small_world();
    const Shape shape = shape_of(scenario, scenario.agents[0]);
    const config::BodySpec& body = scenario.vehicles.at("sedan").body;
    geo::Vec3 low{9, 9, 9}, high{-9, -9, -9};
    for (const Vertex& v : shape.body.vertices()) {
        low = {std::min<double>(low.x, v.at[0]), std::min<double>(low.y, v.at[1]),
               std::min<double>(low.z, v.at[2])};
        high = {std::max<double>(high.x, v.at[0]), std::max<double>(high.y, v.at[1]),
                std::max<double>(high.z, v.at[2])};
    }
    EXPECT_NEAR(high.x - low.x, body.length_m, 0.1);
    EXPECT_NEAR(high.y - low.y, body.width_m, 0.1);
    EXPECT_NEAR(high.z + shape.below_m, body.height_m, 0.05) << "above the ground";
    EXPECT_EQ(shape.wheels.size(), 4u);
}

TEST(Shapes, OfEverybodyAreMadeOfSomething) {
    const config::Scenario scenario = testing::small_world();
    for (const config::AgentSpec& agent : scenario.agents) {
        if (agent.element && std::holds_alternative<config::SignalsElement>(*agent.element)) continue;
        const Shape shape = shape_of(scenario, agent);
        EXPECT_FALSE(shape.body.empty()) << agent.name;
        std::vector<const Mesh*> meshes{&shape.body, &shape.brake_lights};
        for (const Mesh& wheel : shape.wheels) meshes.push_back(&wheel);
        for (const Mesh* mesh : meshes) {
            for (const Vertex& v : mesh->vertices()) ASSERT_NE(v.material, Material::none) << agent.name;
        }
    }
}

}  // namespace
}  // namespace synchrono::scenery

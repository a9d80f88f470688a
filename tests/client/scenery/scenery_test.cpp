// Proves which parts a world without a map has, that they lie on the ground, and that each part names its
// owner and its material.
#include "client/scenery/scenery.hpp"

#include <gtest/gtest.h>
#include <set>

#include "client/scenery/palette.hpp"
#include "client/scenery/signal_heads.hpp"
#include "tests/client/scenery/small_world.hpp"

namespace synchrono::client::scenery {
namespace {

geo::Vec3 at(const Mesh& mesh, std::size_t index) {
    const auto& p = mesh.vertices()[mesh.indices()[index]].at;
    return {p[0], p[1], p[2]};
}

double area_seen_from_above(const Mesh& mesh, Colour colour) {
    double twice = 0;
    for (std::size_t i = 0; i < mesh.indices().size(); i += 3) {
        if (!(mesh.vertices()[mesh.indices()[i]].colour == colour)) continue;
        const geo::Vec3 a = at(mesh, i), b = at(mesh, i + 1), c = at(mesh, i + 2);
        twice += (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    }
    return twice / 2;
}

TEST(Scenery, APathWithoutAMapIsDrawnAsARoad) {
    const config::Scenario scenario = testing::small_world();
    const Scenery scenery = make_scenery(scenario, nullptr, ground::PlaneGround());
    EXPECT_GT(area_seen_from_above(scenery.roads, palette::kAsphalt), 160 * 7) << "and the crossing's lanes";
    EXPECT_LE(scenery.low.x, -80);
    EXPECT_GE(scenery.high.x, 80);
    EXPECT_GT(area_seen_from_above(scenery.land, palette::kLand), 1e6);
}

TEST(Scenery, LiesOnTheGround) {
    const config::Scenario scenario = testing::small_world();
    const ground::PlaneGround slope({.normal = {-0.6, 0, 0.8}, .offset = 0.8});
    const Scenery scenery = make_scenery(scenario, nullptr, slope);
    for (const Vertex& v : scenery.roads.vertices()) ASSERT_NEAR(v.at[2], 1 + 0.75 * v.at[0], 1e-3);
}

TEST(Scenery, PaintLiesOverTheRoads) {
    const Scenery scenery = make_scenery(testing::small_world(), nullptr, ground::PlaneGround());
    ASSERT_FALSE(scenery.paint.empty());
    for (const Vertex& v : scenery.paint.vertices()) ASSERT_NEAR(v.at[2], 0.012, 1e-6);
    for (const Vertex& v : scenery.land.vertices()) ASSERT_LT(v.at[2], -0.01);
}

TEST(Scenery, EveryPartHasAMaterial) {
    const config::Scenario scenario = testing::small_world();
    const ground::PlaneGround level;
    Scenery scenery = make_scenery(scenario, nullptr, level);
    place_signal_heads(scenario, nullptr, height_on(level), scenery);
    for (const Mesh* mesh : {&scenery.land, &scenery.roads, &scenery.paint, &scenery.solids}) {
        for (const Vertex& v : mesh->vertices()) ASSERT_NE(v.material, Material::none);
    }
}

TEST(Scenery, EachBuildingIsAPartOfItsOwn) {
    Scenery scenery;
    const HeightAt level = [](double, double) { return 0.0; };
    const Canvas canvas{scenery, level};
    const std::vector<geo::Vec3> house{{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}};
    draw_building(canvas, house, 8);
    draw_building(canvas, house, 12);
    ASSERT_EQ(scenery.parts.size(), 2u);
    EXPECT_EQ(scenery.buildings, 2u);
    for (std::uint32_t i = 0; i < 2; ++i) {
        EXPECT_EQ(scenery.parts[i].thing, Thing::building);
        EXPECT_EQ(scenery.parts[i].number, i);
    }
    EXPECT_EQ(scenery.parts[0].first, 0u);
    double high = 0;
    for (std::size_t k = 0; k < scenery.parts[1].first * std::size_t{3}; ++k)
        high = std::max(high, at(scenery.solids, k).z);
    EXPECT_NEAR(high, 8, 1e-6) << "the first one's triangles end where the second one's begin";
}

}  // namespace
}  // namespace synchrono::client::scenery

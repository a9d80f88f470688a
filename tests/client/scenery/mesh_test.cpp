// Proves that solids are closed and face outwards, that a coat keeps its material in any shade of its colour,
// and that triangles cover the whole of an outline.
#include "client/scenery/mesh.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace synchrono::client::scenery {
namespace {

constexpr Colour kGrey{128, 128, 128};

geo::Vec3 at(const Mesh& mesh, std::size_t index) {
    const auto& p = mesh.vertices()[mesh.indices()[index]].at;
    return {p[0], p[1], p[2]};
}

/// Returns the volume by the divergence theorem, which is right only for closed meshes that face outwards.
double volume(const Mesh& mesh) {
    double six = 0;
    for (std::size_t i = 0; i < mesh.indices().size(); i += 3)
        six += geo::dot(at(mesh, i), geo::cross(at(mesh, i + 1), at(mesh, i + 2)));
    return six / 6;
}

TEST(Mesh, SolidsAreClosedAndFaceOutwards) {
    Mesh box, drum, ball, cone;
    box.box({1, 2, 3}, {2, 4, 6}, kGrey);
    EXPECT_NEAR(volume(box), 6, 1e-5);
    drum.drum({5, 5, 5}, 1, 0.5, kGrey, kGrey, 200);
    EXPECT_NEAR(volume(drum), 3.14159, 0.01);
    ball.ball({-3, 0, 1}, 1, kGrey, 40);
    EXPECT_NEAR(volume(ball), 4.18879, 0.05);
    cone.cone({0, 0, 0}, 1, 0, 3, kGrey, 200);
    EXPECT_NEAR(volume(cone), 3.14159, 0.01)
        << "its missing foot passes through the origin and adds no volume";
}

TEST(Mesh, AProfileNarrowsToTheTop) {
    Mesh mesh;
    const std::array<Point2, 4> outline{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}};
    mesh.profile(outline, 1, 0.5, kGrey);
    EXPECT_NEAR(volume(mesh), 2 * (2 + 1) / 2.0, 1e-6) << "the volume of a trapezium of length 2";
}

TEST(Triangulated, CoversAnOutlineInEitherDirection) {
    const std::vector<Point2> around{{0, 0}, {4, 0}, {4, 3}, {2, 1}, {0, 3}};
    for (const bool backwards : {false, true}) {
        std::vector<Point2> outline = around;
        if (backwards) std::reverse(outline.begin(), outline.end());
        double twice = 0;
        const auto indices = triangulated(outline);
        EXPECT_EQ(indices.size(), 9u);
        for (std::size_t i = 0; i < indices.size(); i += 3) {
            const auto &a = outline[indices[i]], &b = outline[indices[i + 1]], &c = outline[indices[i + 2]];
            const double one = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            EXPECT_GT(one, 0);
            twice += one;
        }
        EXPECT_NEAR(twice / 2, 8, 1e-12);
    }
}

TEST(Triangulated, EndsForAnOutlineThatCrossesItself) {
    const std::vector<Point2> bow{{0, 0}, {2, 2}, {2, 0}, {0, 2}, {1, 5}, {0, 0}};
    EXPECT_LE(triangulated(bow).size(), 12u);
}

TEST(Coat, KeepsItsMaterialInAnyShade) {
    const Coat wall{{100, 200, 40}, Material::building};
    EXPECT_EQ(shaded(wall, 2), (Colour{200, 255, 80}));
    EXPECT_EQ(shaded(wall, 2).material, Material::building);
    Mesh mesh, moved;
    mesh.box({0, 0, 0}, {1, 1, 1}, wall);
    moved.add(mesh, {{5, 0, 0}, {}});
    for (const Vertex& vertex : moved.vertices()) {
        EXPECT_EQ(vertex.material, Material::building);
        EXPECT_EQ(vertex.colour, wall);
    }
}

}  // namespace
}  // namespace synchrono::client::scenery

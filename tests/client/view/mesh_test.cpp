// Proves that solids are closed and face outwards, that outlines are covered, and what scenery is made of.
#include "client/view/internal/mesh.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "client/view/internal/palette.hpp"
#include "client/view/internal/scenery.hpp"
#include "client/view/internal/shapes.hpp"
#include "client/view/internal/stroke_font.hpp"
#include "tests/client/view/view_fixture.hpp"

namespace synchrono::view {
namespace {

constexpr Colour kGrey{128, 128, 128};

geo::Vec3 at(const Mesh& mesh, std::size_t index) {
    const auto& p = mesh.vertices()[mesh.indices()[index]].at;
    return {p[0], p[1], p[2]};
}

/// By the divergence theorem: right only of what is closed and faces outwards.
double volume(const Mesh& mesh) {
    double six = 0;
    for (std::size_t i = 0; i < mesh.indices().size(); i += 3)
        six += geo::dot(at(mesh, i), geo::cross(at(mesh, i + 1), at(mesh, i + 2)));
    return six / 6;
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

TEST(Mesh, SolidsAreClosedAndFaceOutwards) {
    Mesh box, drum, ball, cone;
    box.box({1, 2, 3}, {2, 4, 6}, kGrey);
    EXPECT_NEAR(volume(box), 6, 1e-5);
    drum.drum({5, 5, 5}, 1, 0.5, kGrey, kGrey, 200);
    EXPECT_NEAR(volume(drum), 3.14159, 0.01);
    ball.ball({-3, 0, 1}, 1, kGrey, 40);
    EXPECT_NEAR(volume(ball), 4.18879, 0.05);
    cone.cone({0, 0, 0}, 1, 0, 3, kGrey, 200);
    EXPECT_NEAR(volume(cone), 3.14159, 0.01) << "its foot, which nobody sees, passes through the origin";
}

TEST(Mesh, AProfileLeansIn) {
    Mesh mesh;
    const std::array<Point2, 4> outline{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}};
    mesh.profile(outline, 1, 0.5, kGrey);
    EXPECT_NEAR(volume(mesh), 2 * (2 + 1) / 2.0, 1e-6) << "a trapezium two long";
}

TEST(Triangulated, CoversAnOutlineEitherWayRound) {
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

TEST(Triangulated, EndsWithWhatCrossesItself) {
    const std::vector<Point2> bow{{0, 0}, {2, 2}, {2, 0}, {0, 2}, {1, 5}, {0, 0}};
    EXPECT_LE(triangulated(bow).size(), 12u);
}

TEST(Scenery, APathWithoutAMapIsARoad) {
    const config::Scenario scenario = testing::small_world();
    const Scenery scenery = make_scenery(scenario, nullptr, client::PlaneGround());
    EXPECT_GT(area_seen_from_above(scenery.roads, palette::kAsphalt), 160 * 7) << "and the crossing's lanes";
    EXPECT_LE(scenery.low.x, -80);
    EXPECT_GE(scenery.high.x, 80);
    EXPECT_GT(area_seen_from_above(scenery.land, palette::kLand), 1e6);
}

TEST(Scenery, LiesOnTheGround) {
    const config::Scenario scenario = testing::small_world();
    const client::PlaneGround slope({.normal = {-0.6, 0, 0.8}, .offset = 0.8});
    const Scenery scenery = make_scenery(scenario, nullptr, slope);
    for (const Vertex& v : scenery.roads.vertices()) ASSERT_NEAR(v.at[2], 1 + 0.75 * v.at[0], 1e-3);
}

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

TEST(StrokeFont, HasEveryLetter) {
    const auto shape_of_letter = [](char letter) {
        std::string shape;
        for (const Stroke& stroke : strokes_of(std::string(1, letter)))
            for (const double part : {stroke.from[0], stroke.from[1], stroke.to[0], stroke.to[1]})
                shape += std::to_string(part) + " ";
        return shape;
    };
    for (char letter = '!'; letter <= '~'; ++letter) {
        EXPECT_FALSE(shape_of_letter(letter).empty()) << letter;
        EXPECT_NE(shape_of_letter(letter), shape_of_letter('\x01')) << letter;
    }
    EXPECT_GT(width_of("mm"), 1.5 * width_of("m"));
    EXPECT_TRUE(strokes_of(" ").empty());
}

}  // namespace
}  // namespace synchrono::view

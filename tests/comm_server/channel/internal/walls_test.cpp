// Proves that losses in buildings agree with those counted by hand, and that the grid over the buildings
// finds the same as a search through all of them.
#include "comm_server/channel/internal/walls.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "common/base/random.hpp"

namespace synchrono::comm_server::channel {
namespace {

constexpr double kAll_db = 1e9;

config::Building box(double x, double y, double width, double depth) {
    return {{{x, y}, {x + width, y}, {x + width, y + depth}, {x, y + depth}}, 9, 0.4};
}

TEST(Walls, LossGrowsWithWallsAndMetres) {
    const std::vector<config::Building> one{box(10, -5, 20, 10)};
    Walls walls(one);
    EXPECT_NEAR(walls.loss_db({0, 0, 0}, {50, 0, 0}, kAll_db), 2 * 9 + 20 * 0.4, 1e-9)
        << "the ray goes through the building";
    EXPECT_NEAR(walls.loss_db({0, 0, 0}, {15, 0, 0}, kAll_db), 9 + 5 * 0.4, 1e-9)
        << "the ray ends in the building";
    EXPECT_NEAR(walls.loss_db({12, 0, 0}, {22, 0, 0}, kAll_db), 10 * 0.4, 1e-9)
        << "the ray begins in the building";
    EXPECT_EQ(walls.loss_db({0, 6, 0}, {50, 6, 0}, kAll_db), 0) << "the ray passes beside the building";
    EXPECT_EQ(walls.loss_db({0, 0, 0}, {9, 0, 0}, kAll_db), 0) << "the ray ends before the building";
    EXPECT_NEAR(walls.loss_db({20, -20, 0}, {20, 20, 0}, kAll_db), 2 * 9 + 10 * 0.4, 1e-9)
        << "the ray goes straight north";
}

TEST(Walls, CountsEachWingOfABuilding) {
    // A building shaped like a U that opens to the north.
    const std::vector<config::Building> u{
        {{{0, 0}, {30, 0}, {30, 20}, {20, 20}, {20, 5}, {10, 5}, {10, 20}, {0, 20}}, 10, 0}};
    Walls walls(u);
    EXPECT_NEAR(walls.loss_db({-5, 15, 0}, {35, 15, 0}, kAll_db), 40, 1e-9);
    EXPECT_NEAR(walls.loss_db({-5, 2, 0}, {35, 2, 0}, kAll_db), 20, 1e-9);
    EXPECT_NEAR(walls.loss_db({15, 10, 0}, {35, 10, 0}, kAll_db), 20, 1e-9)
        << "the ray begins between the wings";
}

TEST(Walls, ARayThroughACornerCountsBothWallsOrNone) {
    const std::vector<config::Building> one{box(0, 0, 10, 10)};
    Walls walls(one);
    // The ray follows the diagonal: it enters the building at one corner and leaves it at the opposite one.
    EXPECT_NEAR(walls.loss_db({-5, -5, 0}, {15, 15, 0}, kAll_db), 18 + 0.4 * std::sqrt(200), 1e-9);
    const double touched = walls.loss_db({-5, 5, 0}, {5, -5, 0}, kAll_db);
    EXPECT_TRUE(touched == 0 || touched == 18) << touched;
}

TEST(Walls, FindsBlockedSight) {
    const std::vector<config::Building> one{box(10, -5, 20, 10)};
    Walls walls(one);
    EXPECT_TRUE(walls.blocks({0, 0, 0}, {50, 0, 0}));
    EXPECT_TRUE(walls.blocks({12, 0, 0}, {22, 0, 0}));
    EXPECT_FALSE(walls.blocks({0, 6, 0}, {50, 6, 0}));
    EXPECT_FALSE(walls.blocks({0, 0, 0}, {0, 0, 0}));
}

TEST(Walls, WithoutBuildingsNothingIsLost) {
    Walls none({});
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(none.loss_db({0, 0, 0}, {50, 0, 0}, kAll_db), 0);
    EXPECT_FALSE(none.blocks({0, 0, 0}, {50, 0, 0}));
}

TEST(Walls, InvalidPlacesHaveNoLoss) {
    const std::vector<config::Building> one{box(10, -5, 20, 10)};
    Walls walls(one);
    EXPECT_EQ(walls.loss_db({std::nan(""), 0, 0}, {50, 0, 0}, kAll_db), 0);
    EXPECT_EQ(walls.loss_db({-INFINITY, 0, 0}, {INFINITY, 0, 0}, kAll_db), 0);
}

TEST(Walls, StopsAtTheGivenLoss) {
    std::vector<config::Building> row;
    for (int i = 0; i < 20; ++i) row.push_back(box(10 + 100 * i, -5, 20, 10));
    Walls walls(row);
    const double some = walls.loss_db({0, 0, 0}, {2100, 0, 0}, 30);
    EXPECT_GT(some, 30);
    EXPECT_LT(some, walls.loss_db({0, 0, 0}, {2100, 0, 0}, kAll_db));
}

TEST(Walls, TheGridAgreesWithCheckingEveryBuilding) {
    Random random(11);
    std::vector<config::Building> town;
    std::vector<Walls> each;
    for (int i = 0; i < 150; ++i) {
        town.push_back(box(random.uniform(-600, 600), random.uniform(-400, 900), random.uniform(1, 120),
                           random.uniform(1, 120)));
        each.emplace_back(std::span(&town.back(), 1));
    }
    Walls walls(town);
    for (int i = 0; i < 1000; ++i) {
        const geo::Vec3 from{random.uniform(-900, 900), random.uniform(-900, 1300), 0};
        geo::Vec3 to{random.uniform(-900, 900), random.uniform(-900, 1300), 0};
        if (i % 10 == 0) to.x = from.x;
        if (i % 10 == 1) to.y = from.y;
        double expected = 0;
        for (Walls& one : each) expected += one.loss_db(from, to, kAll_db);
        EXPECT_NEAR(walls.loss_db(from, to, kAll_db), expected, 1e-6) << i;
        EXPECT_EQ(walls.loss_db(from, to, kAll_db), walls.loss_db(to, from, kAll_db)) << i;
        EXPECT_EQ(walls.blocks(from, to), expected > 0) << i;
    }
}

}  // namespace
}  // namespace synchrono::comm_server::channel

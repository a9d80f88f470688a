// Proves that the outlines that a line meets are those counted by hand, and that the grid over the outlines
// finds the same as a search through all of them.
#include "common/geo/footprints.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "common/base/random.hpp"

namespace synchrono::geo {
namespace {

using Outline = Footprints::Outline;

Outline box(double x, double y, double width, double depth) {
    return {{x, y}, {x + width, y}, {x + width, y + depth}, {x, y + depth}};
}

TEST(Footprints, GiveTheOutlinesThatALineCrosses) {
    const std::vector<Outline> two{box(10, -5, 20, 10), {{0, 0}, {1, 1}}, box(50, -5, 10, 10)};
    Footprints footprints(two);
    std::vector<Footprints::Crossed> met;
    const auto trace = [&](Vec3 from, Vec3 to) {
        met.clear();
        footprints.along(from, to, [&](const Footprints::Crossed& crossed) {
            met.push_back(crossed);
            return true;
        });
    };
    for (const bool back : {false, true}) {
        trace({back ? 100.0 : 0, 0, 0}, {back ? 0 : 100.0, 0, 7});
        ASSERT_EQ(met.size(), 2u);
        EXPECT_EQ(met[0].outline, 0u) << "the order is the same in both directions";
        EXPECT_EQ(met[0].walls, 2u);
        EXPECT_DOUBLE_EQ(met[0].inside_m, 20);
        EXPECT_EQ(met[1].outline, 2u) << "its place in the list";
    }
    trace({0, 0, 0}, {15, 0, 0});
    ASSERT_EQ(met.size(), 1u);
    EXPECT_EQ(met[0].walls, 1u);
    EXPECT_DOUBLE_EQ(met[0].inside_m, 5);
    trace({12, 0, 0}, {22, 0, 0});
    ASSERT_EQ(met.size(), 1u);
    EXPECT_EQ(met[0].walls, 0u) << "within it";
    trace({0, 6, 0}, {100, 6, 0});
    EXPECT_TRUE(met.empty());
}

TEST(Footprints, BlockSightOrNot) {
    const std::vector<Outline> one{box(10, -5, 20, 10)};
    Footprints footprints(one);
    EXPECT_TRUE(footprints.blocks({0, 0, 0}, {50, 0, 0}));
    EXPECT_TRUE(footprints.blocks({12, 0, 0}, {22, 0, 0}));
    EXPECT_FALSE(footprints.blocks({0, 6, 0}, {50, 6, 0}));
    EXPECT_FALSE(footprints.blocks({0, 0, 0}, {0, 0, 0}));
    EXPECT_FALSE(footprints.blocks({std::nan(""), 0, 0}, {50, 0, 0}));
    EXPECT_FALSE(Footprints({}).blocks({0, 0, 0}, {50, 0, 0}));
}

TEST(Footprints, TheGridFindsTheSameAsAFullSearch) {
    Random random(11);
    std::vector<Outline> town;
    std::vector<Footprints> each;
    for (int i = 0; i < 150; ++i) {
        town.push_back(box(random.uniform(-600, 600), random.uniform(-400, 900), random.uniform(1, 120),
                           random.uniform(1, 120)));
        each.emplace_back(std::span(&town.back(), 1));
    }
    Footprints all(town);
    for (int i = 0; i < 1000; ++i) {
        const Vec3 from{random.uniform(-900, 900), random.uniform(-900, 1300), 0};
        Vec3 to{random.uniform(-900, 900), random.uniform(-900, 1300), 0};
        if (i % 10 == 0) to.x = from.x;
        if (i % 10 == 1) to.y = from.y;
        std::vector<bool> expected, found(town.size());
        for (Footprints& one : each) expected.push_back(one.blocks(from, to));
        all.along(from, to, [&](const Footprints::Crossed& crossed) {
            EXPECT_FALSE(found[crossed.outline]) << "twice";
            found[crossed.outline] = true;
            return true;
        });
        EXPECT_EQ(found, expected) << i;
    }
}

}  // namespace
}  // namespace synchrono::geo

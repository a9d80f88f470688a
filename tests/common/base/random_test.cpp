// Proves that numbers depend only on seed, stream and position, never on the machine. The results of `exact`
// runs rest on mix_bits(), which is therefore compared with reference values. The distribution of the numbers
// is checked only as far as a simulation needs it.
#include "common/base/random.hpp"

#include <array>
#include <gtest/gtest.h>
#include <set>

namespace synchrono {
namespace {

TEST(Random, MixBitsIsTheFinaliserOfSplitMix64) {
    // This is the reference output of SplitMix64 from state 0.
    EXPECT_EQ(mix_bits(0), 0xe220a8397b1dcdafULL);
    EXPECT_EQ(mix_bits(0x9e3779b97f4a7c15ULL), 0x6e789e6aa1b965f4ULL);
}

TEST(Random, SameSeedAndStreamGiveTheSameNumbers) {
    Random a(7, 3);
    Random b(7, 3);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(a.bits(), b.bits()) << "number " << i;
}

TEST(Random, AnotherSeedOrStreamGivesOtherNumbers) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        for (std::uint64_t stream = 0; stream < 30; ++stream) {
            Random random(seed, stream);
            for (int i = 0; i < 4; ++i) seen.insert(random.bits());
        }
    }
    EXPECT_EQ(seen.size(), 30u * 30u * 4u);
}

TEST(Random, UniformFillsItsRangeEvenly) {
    Random random(1);
    std::array<int, 10> histogram{};
    for (int i = 0; i < 100'000; ++i) {
        const double x = random.uniform();
        ASSERT_GE(x, 0.0);
        ASSERT_LT(x, 1.0);
        ++histogram[static_cast<std::size_t>(x * 10)];
    }
    // Each bin should hold ten thousand; the tolerance is five standard deviations.
    for (const int n : histogram) EXPECT_NEAR(n, 10'000, 475);
}

TEST(Random, UniformWithBoundsStaysWithinThem) {
    Random random(2);
    for (int i = 0; i < 1'000; ++i) {
        const double x = random.uniform(-3, 5);
        ASSERT_GE(x, -3);
        ASSERT_LT(x, 5);
    }
}

TEST(Random, BelowGivesEveryValueBelowItsBoundAndNoOther) {
    Random random(3);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 1'000; ++i) seen.insert(random.below(6));
    EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1, 2, 3, 4, 5}));
}

TEST(Random, ChanceIsCertainAtZeroAndOneAndFairBetween) {
    Random random(4);
    int hits = 0;
    for (int i = 0; i < 10'000; ++i) {
        ASSERT_FALSE(random.chance(0));
        ASSERT_TRUE(random.chance(1));
        hits += random.chance(0.3) ? 1 : 0;
    }
    EXPECT_NEAR(hits, 3'000, 230);
}

}  // namespace
}  // namespace synchrono

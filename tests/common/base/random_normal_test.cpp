// Proves that the quantile agrees with the error function of the C library, and that random numbers follow
// the distribution. The tests check moments, tails and the Kolmogorov-Smirnov distance of two hundred
// thousand numbers, all from one seed. Most bounds are five standard deviations of the estimate, which a
// correct generator exceeds with one seed in a million.
#include "common/base/random_normal.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <vector>

namespace synchrono {
namespace {

double probability_below(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

TEST(NormalQuantile, InvertsTheDistribution) {
    for (int i = -800; i <= 0; ++i) {
        const double x = i * 0.01;
        ASSERT_NEAR(normal_quantile(probability_below(x)), x, 4e-14) << x;
    }
    // Above the middle the bound is wider, because a double near 1 holds its distance from 1 less precisely.
    for (int i = 0; i <= 300; ++i) {
        const double x = i * 0.01;
        ASSERT_NEAR(normal_quantile(probability_below(x)), x, 2e-13) << x;
    }
}

TEST(NormalQuantile, IsOddAndRising) {
    double last = -std::numeric_limits<double>::infinity();
    for (int i = 1; i < 4'096; ++i) {
        const double x = normal_quantile(i / 4'096.0);
        ASSERT_GT(x, last) << i;
        ASSERT_EQ(x, -normal_quantile(1 - i / 4'096.0)) << i;
        last = x;
    }
}

TEST(Normal, IsFiniteForAnyBits) {
    EXPECT_NEAR(normal_from(0), -8.29, 0.01);
    EXPECT_NEAR(normal_from(~std::uint64_t{0}), 8.21, 0.01);
    EXPECT_NEAR(normal_from(std::uint64_t{1} << 63), 0, 1e-15);
}

TEST(Normal, HasTheMomentsAndTailsOfItsDistribution) {
    constexpr int kCount = 200'000;
    Random random(20260101);
    std::vector<double> numbers(kCount);
    for (double& x : numbers) x = normal(random);
    double mean = 0, square = 0, cube = 0, fourth = 0;
    for (const double x : numbers) {
        mean += x / kCount;
        square += x * x / kCount;
        cube += x * x * x / kCount;
        fourth += x * x * x * x / kCount;
    }
    const double root = std::sqrt(kCount);
    EXPECT_NEAR(mean, 0, 5 / root);
    EXPECT_NEAR(square, 1, 5 * std::sqrt(2) / root);
    EXPECT_NEAR(cube, 0, 5 * std::sqrt(15) / root);
    EXPECT_NEAR(fourth, 3, 5 * std::sqrt(96) / root);

    for (const double beyond : {1.0, 2.0, 3.0, 4.0, 4.5}) {
        const double share = 2 * probability_below(-beyond);
        const auto found =
            std::count_if(numbers.begin(), numbers.end(), [&](double x) { return std::abs(x) > beyond; });
        EXPECT_NEAR(static_cast<double>(found), share * kCount, 5 * std::sqrt(share * kCount) + 1) << beyond;
    }

    std::sort(numbers.begin(), numbers.end());
    double distance = 0;
    for (int i = 0; i < kCount; ++i) {
        const double below = probability_below(numbers[static_cast<std::size_t>(i)]);
        distance = std::max({distance, below - i * (1.0 / kCount), (i + 1) * (1.0 / kCount) - below});
    }
    EXPECT_LT(distance * root, 2.6);  // a correct generator exceeds this with three seeds in a million
}

TEST(Normal, NeighboursAreUncorrelated) {
    constexpr int kCount = 100'000;
    double next = 0, stream = 0;
    for (std::uint64_t i = 0; i < kCount; ++i) {
        Random random(5, i), other(5, i + 1);
        const double a = normal(random), b = normal(random);
        next += a * b / kCount;
        stream += a * normal(other) / kCount;
    }
    EXPECT_NEAR(next, 0, 5 / std::sqrt(kCount));
    EXPECT_NEAR(stream, 0, 5 / std::sqrt(kCount));
}

}  // namespace
}  // namespace synchrono

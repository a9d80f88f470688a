// Proves that counts follow the distribution: mean, variance and, for a small mean, each probability. Each
// bound is five standard deviations of the estimate; a correct generator exceeds it with one seed in a
// million.
#include "common/base/random_poisson.hpp"

#include <array>
#include <gtest/gtest.h>

namespace synchrono {
namespace {

TEST(Poisson, HasTheMeanAndVarianceOfItsDistribution) {
    constexpr int kCount = 20'000;
    for (const double expected : {0.05, 1.0, 7.5, 100.0}) {
        Random random(20260102);
        double mean = 0, square = 0;
        for (int i = 0; i < kCount; ++i) {
            const double count = poisson(random, expected);
            mean += count / kCount;
            square += (count - expected) * (count - expected) / kCount;
        }
        EXPECT_NEAR(mean, expected, 5 * std::sqrt(expected / kCount));
        // The fourth central moment is mean + 3 mean^2.
        EXPECT_NEAR(square, expected, 5 * std::sqrt((expected + 2 * expected * expected) / kCount));
    }
}

TEST(Poisson, HasItsProbabilities) {
    constexpr int kCount = 100'000;
    constexpr double kMean = 1.5;
    std::array<int, 20> met{};
    Random random(20260103);
    for (int i = 0; i < kCount; ++i) ++met.at(poisson(random, kMean));
    double probability = std::exp(-kMean);
    for (std::size_t k = 0; k < 6; ++k) {
        EXPECT_NEAR(met[k], kCount * probability, 5 * std::sqrt(kCount * probability * (1 - probability)))
            << k;
        probability *= kMean / static_cast<double>(k + 1);
    }
}

TEST(Poisson, IsZeroForAMeanOfZero) {
    Random random(1);
    for (int i = 0; i < 1'000; ++i) EXPECT_EQ(poisson(random, 0), 0u);
}

}  // namespace
}  // namespace synchrono

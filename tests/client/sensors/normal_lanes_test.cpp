// Proves that the numbers of normal_pair() are standard normal and independent. Each bound has a confidence
// of 99.9 %.
#include "client/sensors/normal_lanes.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "common/base/random.hpp"

namespace synchrono::client::sensors {
namespace {

constexpr int kPairs = 100'000;
constexpr double kTwoSided = 3.29;  // standard deviations

struct Pairs {
    std::vector<double> first, second;
    Pairs() {
        Random random(20260701);
        for (int i = 0; i < kPairs; ++i) {
            const std::uint64_t bits = random.bits();
            const NormalPair pair =
                normal_pair(static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits));
            first.push_back(pair.first);
            second.push_back(pair.second);
        }
    }
};

TEST(NormalPair, HasTheDistributionOfTheStandardNormal) {
    Pairs pairs;
    for (auto* numbers : {&pairs.first, &pairs.second}) {
        std::sort(numbers->begin(), numbers->end());
        double worst = 0;  // the statistic of Kolmogorov and Smirnov
        for (std::size_t i = 0; i < numbers->size(); ++i) {
            const double below = 0.5 * std::erfc(-(*numbers)[i] / std::numbers::sqrt2);
            worst = std::max({worst, std::abs(below - static_cast<double>(i) / kPairs),
                              std::abs(below - static_cast<double>(i + 1) / kPairs)});
        }
        EXPECT_LT(worst, 1.95 / std::sqrt(kPairs));
        double sum = 0, squares = 0;  // `squares` is chi-squared, which is normal for this many numbers
        for (const double x : *numbers) sum += x, squares += x * x;
        EXPECT_NEAR(sum, 0, kTwoSided * std::sqrt(kPairs));
        EXPECT_NEAR(squares, kPairs, kTwoSided * std::sqrt(2.0 * kPairs));
    }
}

TEST(NormalPair, HasTheTailsOfTheStandardNormal) {
    Pairs pairs;
    for (const auto* numbers : {&pairs.first, &pairs.second}) {
        for (const double limit : {2.0, 3.0}) {
            const double expected = std::erfc(limit / std::numbers::sqrt2) * kPairs;
            const auto beyond = std::count_if(numbers->begin(), numbers->end(),
                                              [&](double x) { return std::abs(x) > limit; });
            EXPECT_NEAR(static_cast<double>(beyond), expected, kTwoSided * std::sqrt(expected));
        }
    }
    EXPECT_NEAR(std::hypot(normal_pair(0, 0).first, normal_pair(0, 0).second), 5.77, 0.01);
    EXPECT_EQ(std::abs(normal_pair(~0U, 0).first) + std::abs(normal_pair(~0U, 0).second), 0) << "ln 1";
}

TEST(NormalPair, HasIndependentNumbers) {
    const Pairs pairs;
    double product = 0, squares = 0, next = 0;
    for (std::size_t i = 0; i < kPairs; ++i) {
        product += pairs.first[i] * pairs.second[i];
        squares += (pairs.first[i] * pairs.first[i] - 1) * (pairs.second[i] * pairs.second[i] - 1);
        if (i > 0) next += pairs.first[i] * pairs.first[i - 1];
    }
    EXPECT_LT(std::abs(product), kTwoSided * std::sqrt(kPairs));
    EXPECT_LT(std::abs(squares), kTwoSided * 2 * std::sqrt(kPairs));
    EXPECT_LT(std::abs(next), kTwoSided * std::sqrt(kPairs));
}

TEST(NormalPair, HasTheRadiusOfTheExactLogarithm) {
    // Compares the radius with the one that the library's logarithm gives.
    for (std::uint32_t i = 0; i < 1'000; ++i) {
        const std::uint32_t high = i * 4'294'967, low = i * 2'654'435'761U;
        const NormalPair pair = normal_pair(high, low);
        const double u = ((high >> 8) + 1) * 0x1p-24;
        EXPECT_NEAR(std::hypot(pair.first, pair.second), std::sqrt(-2 * std::log(u)),
                    2e-6 + 1e-3 * (u > 0.999));
    }
}

}  // namespace
}  // namespace synchrono::client::sensors

// Proves that percentiles are within one percent of those of the sorted values, for times from a nanosecond
// to a quarter of an hour, and that counts, means and extremes are exact.
#include "tools/radio/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "common/base/random.hpp"

namespace synchrono::tools::radio {
namespace {

TEST(Distribution, IsEmptyAtFirst) {
    const Distribution none;
    EXPECT_EQ(none.count(), 0U);
    EXPECT_EQ(none.mean(), 0);
    EXPECT_EQ(none.quantile(0.5), 0);
}

TEST(Distribution, PercentilesAreWithinOnePercent) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        Random random(seed);
        Distribution distribution;
        std::vector<std::int64_t> values;
        double sum = 0;
        for (int i = 0; i < 20'000; ++i) {
            // The values range from nanoseconds to a quarter of an hour.
            const auto value = static_cast<std::int64_t>(std::pow(10, random.uniform(0, 12)));
            values.push_back(value);
            distribution.add(value);
            sum += static_cast<double>(value);
        }
        std::sort(values.begin(), values.end());
        for (const double share : {0.0, 0.001, 0.25, 0.5, 0.9, 0.99, 1.0}) {
            const auto rank = static_cast<std::size_t>(std::max(1.0, std::ceil(share * 20'000)));
            const auto exact = static_cast<double>(values[rank - 1]);
            EXPECT_NEAR(static_cast<double>(distribution.quantile(share)), exact, 0.008 * exact + 0.5)
                << "seed " << seed << ", share " << share;
        }
        EXPECT_EQ(distribution.count(), values.size());
        EXPECT_EQ(distribution.min(), values.front());
        EXPECT_EQ(distribution.max(), values.back());
        EXPECT_DOUBLE_EQ(distribution.mean(), sum / 20'000);
    }
}

TEST(Distribution, AFrequentValueIsExact) {
    Distribution distribution;
    for (int i = 0; i < 1000; ++i) distribution.add(100'000'000);
    distribution.add(7'654'321);
    EXPECT_EQ(distribution.quantile(0.5), 100'000'000);
    EXPECT_EQ(distribution.quantile(0), 7'654'321);
}

TEST(Distribution, SmallValuesAreExact) {
    Distribution distribution;
    for (int value = 0; value <= 255; ++value) distribution.add(value);
    for (int value = 0; value <= 255; ++value) {
        EXPECT_EQ(distribution.quantile((value + 1) / 256.0), value);
    }
}

TEST(Distribution, TakesTheLargestTime) {
    Distribution distribution;
    distribution.add(INT64_MAX);
    distribution.add(0);
    EXPECT_EQ(distribution.quantile(0), 0);
    EXPECT_GE(distribution.quantile(1), INT64_MAX / 256 * 255);
}

}  // namespace
}  // namespace synchrono::tools::radio

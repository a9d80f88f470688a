// Proves the statistics against values that were computed independently: means and deviations with Python's
// module statistics, quantiles of Student's t by integrating its density and bisecting.
#include "tools/sweep/statistics.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace synchrono::tools::sweep {
namespace {

using Pairs = std::vector<std::pair<double, double>>;

Summary summary(const std::vector<double>& values) { return summary_of(values).value(); }

TEST(SummaryOf, NothingHasNoSummary) { EXPECT_FALSE(summary_of(std::vector<double>{})); }

TEST(SummaryOf, ASingleValueHasNoDeviationAndNoInterval) {
    const Summary one = summary({4});
    EXPECT_EQ(one.n, 1u);
    EXPECT_EQ(one.mean, 4);
    EXPECT_FALSE(one.deviation);
    EXPECT_FALSE(one.half_width);
    EXPECT_FALSE(one.low95());
    EXPECT_FALSE(one.high95());
}

TEST(SummaryOf, TwoValuesHaveAWideInterval) {
    const Summary two = summary({1, 2});
    EXPECT_EQ(two.n, 2u);
    EXPECT_DOUBLE_EQ(two.mean, 1.5);
    EXPECT_NEAR(two.deviation.value(), 0.7071067811865476, 1e-12);
    EXPECT_NEAR(two.half_width.value(), 6.353102368087349, 1e-9) << "t is 12.706204736";
    EXPECT_NEAR(two.low95().value(), -4.853102368087349, 1e-9);
    EXPECT_NEAR(two.high95().value(), 7.853102368087349, 1e-9);
}

TEST(SummaryOf, IsMeanDeviationAndIntervalOfTheSample) {
    const Summary eight = summary({2, 4, 4, 4, 5, 5, 7, 9});
    EXPECT_DOUBLE_EQ(eight.mean, 5);
    EXPECT_NEAR(eight.deviation.value(), 2.138089935299395, 1e-12);
    EXPECT_NEAR(eight.half_width.value(), 1.7874879182369316, 1e-9) << "t is 2.364624252";
    const Summary five = summary({12.1, 11.4, 13.0, 12.6, 11.9});
    EXPECT_NEAR(five.mean, 12.2, 1e-12);
    EXPECT_NEAR(five.deviation.value(), 0.6204836822995426, 1e-12);
    EXPECT_NEAR(five.half_width.value(), 0.7704322497838856, 1e-9) << "t is 2.776445105";
}

TEST(SummaryOf, EqualValuesHaveNoSpread) {
    const Summary same = summary({0.1, 0.1, 0.1});
    EXPECT_EQ(same.mean, 0.1);
    EXPECT_EQ(same.deviation.value(), 0) << "rounding must not give a deviation";
    EXPECT_EQ(same.half_width.value(), 0);
}

TEST(SummaryOf, ALargeMeanDoesNotHideASmallDeviation) {
    const Summary far = summary({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16});
    EXPECT_DOUBLE_EQ(far.mean, 1e9 + 10);
    EXPECT_NEAR(far.deviation.value(), 5.477225575051661, 1e-9);
}

TEST(PairedDifferenceOf, ComparesWithinPairs) {
    const auto paired =
        paired_difference_of(Pairs{{12.1, 10.9}, {11.4, 11.0}, {13.0, 11.2}, {12.6, 12.8}, {11.9, 10.1}});
    ASSERT_TRUE(paired);
    EXPECT_EQ(paired->difference.n, 5u);
    EXPECT_NEAR(paired->difference.mean, -1.0, 1e-12);
    EXPECT_NEAR(paired->difference.deviation.value(), 0.8831760866327852, 1e-12);
    EXPECT_NEAR(paired->difference.half_width.value(), 1.0966079508459077, 1e-9);
    EXPECT_NEAR(paired->d_z.value(), -1.1322770341445951, 1e-9);
}

TEST(PairedDifferenceOf, HasNoEffectSizeWithoutDeviation) {
    EXPECT_FALSE(paired_difference_of(Pairs{}));
    const auto one = paired_difference_of(Pairs{{1, 3}}).value();
    EXPECT_EQ(one.difference.mean, 2);
    EXPECT_FALSE(one.difference.deviation);
    EXPECT_FALSE(one.d_z);
    const auto same = paired_difference_of(Pairs{{0.1, 0.2}, {0.2, 0.3}, {0.7, 0.8}}).value();
    EXPECT_NEAR(same.difference.mean, 0.1, 1e-12);
    EXPECT_EQ(same.difference.deviation.value(), 0) << "rounding must not give a deviation";
    EXPECT_FALSE(same.d_z);
}

}  // namespace
}  // namespace synchrono::tools::sweep

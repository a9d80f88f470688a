// Proved here: runs that differ in their seed only are one group with mean and spread, and the page shows
// each group and each run, whatever they are called.
#include "tools/study/comparison.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace synchrono::tools {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

RunComparison two_by_three() {
    RunComparison comparison{
        .title = "6 runs of crossing", .parameters = {"power"}, .figures = {"collisions", "smallest_ttc_s"}};
    for (const char* power : {"10", "20"}) {
        for (const int seed : {1, 2, 3}) {
            comparison.runs.push_back({.values = {power},
                                       .seed = std::to_string(seed),
                                       .figures = {seed * (power[0] - '0'), std::nullopt},
                                       .good = seed != 3,
                                       .verdict = seed == 3 ? "bad <luck>" : "all good",
                                       .name = fmt::format("power{}_seed{}", power, seed),
                                       .link = fmt::format("power{}_seed{}/report.html", power, seed)});
        }
    }
    comparison.runs[0].figures[1] = 1.5;
    return comparison;
}

TEST(Comparisons, GroupRunsThatDifferInTheirSeed) {
    const auto groups = groups_of(two_by_three());
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[1].values, (std::vector<std::string>{"20"}));
    EXPECT_EQ(groups[1].runs, 3u);
    EXPECT_EQ(groups[1].good, 2u);
    const FigureSpread& collisions = groups[1].figures[0];
    EXPECT_EQ(collisions.runs, 3u);
    EXPECT_NEAR(collisions.mean, 4, 1e-12);
    EXPECT_NEAR(collisions.deviation, 2, 1e-12);
    EXPECT_EQ(collisions.low, 2);
    EXPECT_EQ(collisions.high, 6);
    EXPECT_EQ(groups[0].figures[1].runs, 1u);
    EXPECT_EQ(groups[0].figures[1].deviation, 0);
    EXPECT_EQ(groups[1].figures[1].runs, 0u) << "no run has it";
}

TEST(Comparisons, ThePageShowsGroupsAndRuns) {
    const std::string page = comparison_page(two_by_three());
    EXPECT_THAT(page,
                AllOf(HasSubstr("6 runs of crossing"), HasSubstr("4 of 6 runs good"), HasSubstr("4 &#177; 2"),
                      HasSubstr("href=\"power20_seed3/report.html\""), HasSubstr("bad &lt;luck&gt;"),
                      HasSubstr("aria-label=\"collisions\""), Not(HasSubstr("<luck>"))));
}

TEST(Comparisons, OfSeedsAloneAreOneGroup) {
    RunComparison comparison{.title = "t", .figures = {"stops"}};
    comparison.runs = {{.seed = "1", .figures = {4}, .name = "seed1"},
                       {.seed = "2", .figures = {6}, .name = "seed2"}};
    const auto groups = groups_of(comparison);
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_NEAR(groups[0].figures[0].mean, 5, 1e-12);
    EXPECT_THAT(comparison_page(comparison), AllOf(HasSubstr("<td>all</td>"), HasSubstr("<th>seed</th>")));
    EXPECT_THAT(comparison_page({.title = "none"}), HasSubstr("0 of 0 runs good"));
}

TEST(Comparisons, FiguresThatNoRunHasHaveNoPlot) {
    RunComparison comparison{.title = "t", .parameters = {"a", "b"}, .figures = {"none", "one"}};
    comparison.runs = {{.values = {"x", "y"}, .figures = {std::nullopt, -2}, .name = "r"}};
    EXPECT_THAT(comparison_page(comparison),
                AllOf(Not(HasSubstr("aria-label=\"none\"")), HasSubstr("aria-label=\"one\"")));
}

}  // namespace
}  // namespace synchrono::tools

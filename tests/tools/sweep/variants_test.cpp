// Proves which runs statistics put together: runs that differ only in their seed, and pairs of runs with the
// same seed that differ in one parameter. Runs that are not good never count.
#include "tools/sweep/variants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/sweep/make_sweep.hpp"

namespace synchrono::tools::sweep {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::size_t kDelay = place_of("mean_delay_s");

TEST(Variants, AreRunsThatDifferOnlyInTheirSeed) {
    const SweepResult sweep = planned_sweep({"a=1,2", "seed=7,8", "b=x,y"});
    const auto all = variants(sweep.plan);
    ASSERT_EQ(all.size(), 4u);
    EXPECT_THAT(all[0].values, ElementsAre("1", "x"));
    EXPECT_THAT(all[0].runs, ElementsAre(0, 2));
    EXPECT_THAT(all[1].values, ElementsAre("1", "y"));
    EXPECT_THAT(all[1].runs, ElementsAre(1, 3));
    EXPECT_THAT(all[3].values, ElementsAre("2", "y"));
    EXPECT_THAT(all[3].runs, ElementsAre(5, 7));
    EXPECT_EQ(variants(planned_sweep({"seed=1..3"}).plan).size(), 1u);
    EXPECT_EQ(variants(planned_sweep({"a=1..3"}).plan).size(), 3u);
}

TEST(Variants, CountAndSummariseGoodRunsOnly) {
    const SweepResult sweep = partly_failed_sweep();
    const auto all = variants(sweep.plan);
    const std::size_t collisions = place_of("collisions");
    EXPECT_EQ(count_runs(sweep, all[0]).made, 2u);
    EXPECT_EQ(count_runs(sweep, all[0]).good, 2u);
    EXPECT_EQ(count_runs(sweep, all[1]).made, 1u);
    EXPECT_EQ(count_runs(sweep, all[1]).good, 0u);
    EXPECT_EQ(summary_of(sweep, all[0], collisions)->mean, 1.5);
    EXPECT_EQ(summary_of(sweep, all[0], kDelay)->n, 1u) << "one of the reports has no delay";
    EXPECT_FALSE(summary_of(sweep, all[1], collisions)) << "a bad run must not count";
}

TEST(Comparisons, DifferInOneParameterFromItsFirstValue) {
    const SweepResult sweep = planned_sweep({"a=1,2,3", "b=x,y", "c=0", "seed=1,2"});
    const auto all = variants(sweep.plan);
    std::vector<std::string> found;
    for (const Comparison& one : comparisons(sweep.plan, all)) {
        const auto &from = all[one.baseline].values, &to = all[one.compared].values;
        found.push_back(sweep.plan.parameters[one.parameter].label + ":" + from[0] + from[1] + "-" + to[0] +
                        to[1]);
    }
    EXPECT_THAT(found,
                ElementsAre("a:1x-2x", "a:1y-2y", "a:1x-3x", "a:1y-3y", "b:1x-1y", "b:2x-2y", "b:3x-3y"));
}

TEST(Comparisons, NeedSeveralSeeds) {
    for (const auto& over : {std::vector<const char*>{"a=1,2"}, {"a=1,2", "seed=1"}}) {
        SweepResult sweep = over.size() == 1 ? planned_sweep({over[0]}) : planned_sweep({over[0], over[1]});
        EXPECT_THAT(comparisons(sweep.plan, variants(sweep.plan)), IsEmpty());
    }
}

TEST(Compare, PairsRunsWithTheSameSeed) {
    const SweepResult sweep = good_sweep();
    const auto all = variants(sweep.plan);
    const ComparedFigure compared = compare(sweep, all[0], all[1], kDelay);
    ASSERT_TRUE(compared.paired);
    EXPECT_NEAR(compared.paired->difference.mean, -1, 1e-12);
    EXPECT_NEAR(compared.paired->d_z.value(), -1.1322770341445951, 1e-9);
    EXPECT_THAT(compared.left_out_seeds, IsEmpty());
}

TEST(Compare, LeavesOutPairsThatAreNotWhole) {
    SweepResult sweep = good_sweep();
    sweep.runs[1] = {};                                        // seed 2 of the baseline was not made
    sweep.runs[7] = made_run(false, {{"mean_delay_s", 100}});  // seed 3 of the other variant is bad
    sweep.runs[3].result->figures[kDelay].reset();             // seed 4 has no delay
    const auto all = variants(sweep.plan);
    const ComparedFigure compared = compare(sweep, all[0], all[1], kDelay);
    ASSERT_TRUE(compared.paired);
    EXPECT_EQ(compared.paired->difference.n, 2u);
    EXPECT_NEAR(compared.paired->difference.mean, -1.5, 1e-12) << "seeds 1 and 5";
    EXPECT_THAT(compared.left_out_seeds, ElementsAre("2", "3", "4"));
    for (SweepRun& run : sweep.runs) run = {};
    EXPECT_FALSE(compare(sweep, all[0], all[1], kDelay).paired);
}

}  // namespace
}  // namespace synchrono::tools::sweep

// Proves which runs a sweep plans, how their folders are named, and which command lines are refused.
#include "tools/sweep/sweep_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace synchrono::tools::sweep {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

using Values = std::vector<std::string>;

Values over(const std::string& text) {
    const auto parameter = parse_over(text);
    return parameter ? parameter->values : Values{parameter.error().text};
}

Values names(std::initializer_list<const char*> texts) {
    std::vector<SweepParameter> parameters;
    for (const char* text : texts) parameters.push_back(parse_over(text).value());
    const auto plan = plan_sweep(std::move(parameters));
    if (!plan) return {plan.error().text};
    Values all;
    for (const SweepPoint& point : plan->points) all.push_back(point.name);
    return all;
}

TEST(ParseOver, TakesListsAndRanges) {
    EXPECT_EQ(parse_over("a.b[0]=1,2")->path, "a.b[0]");
    EXPECT_THAT(over("a=1"), ElementsAre("1"));
    EXPECT_THAT(over("a=1,10,50"), ElementsAre("1", "10", "50"));
    EXPECT_THAT(over("a=3..5"), ElementsAre("3", "4", "5"));
    EXPECT_THAT(over("a=-1..1"), ElementsAre("-1", "0", "1"));
    EXPECT_THAT(over("a=7..7"), ElementsAre("7"));
    EXPECT_THAT(over("a=9223372036854775806..9223372036854775807"),
                ElementsAre("9223372036854775806", "9223372036854775807"));
    EXPECT_THAT(over("a=max,2x"), ElementsAre("max", "2x"));
    EXPECT_THAT(over("a=../x.json"), ElementsAre("../x.json"));
    EXPECT_THAT(over("a=x=1,y=2"), ElementsAre("x=1", "y=2"));
    EXPECT_THAT(over("a=1..2,5"), ElementsAre("1..2", "5")) << "a range stands alone";
    EXPECT_THAT(over("a=1..10000"), SizeIs(10'000));
}

TEST(ParseOver, KeepsCommasWithinAValue) {
    EXPECT_THAT(over(R"(a=[1,2],{"x":[3,4],"y":"a,]"},"b,\",c",null)"),
                ElementsAre("[1,2]", R"({"x":[3,4],"y":"a,]"})", R"("b,\",c")", "null"));
}

TEST(ParseOver, RefusesMissingAndRepeatedValues) {
    for (const char* text : {"", "a", "=1"})
        EXPECT_EQ(over(text)[0],
                  "'" + std::string(text) + "': expected PATH=VALUE,VALUE,... or PATH=FIRST..LAST");
    for (const char* text : {"a=", "a=1,", "a=,1", "a=1,,2"})
        EXPECT_EQ(over(text)[0],
                  "'" + std::string(text) + "': a value is missing in '" + std::string(text).substr(2) + "'");
    EXPECT_EQ(over("a=1,2,1")[0], "'a=1,2,1': 1 is given twice");
    EXPECT_EQ(over("a=2..1")[0], "'a=2..1': 2..1: expected FIRST..LAST with FIRST at most LAST");
    EXPECT_EQ(over("a=1..10001")[0], "'a=1..10001': 1..10001 has more than 10000 values");
    EXPECT_EQ(over("a=-9223372036854775808..9223372036854775807")[0],
              "'a=-9223372036854775808..9223372036854775807': -9223372036854775808..9223372036854775807 has "
              "more than 10000 values");
}

TEST(ParseSeeds, TakesSeedsOnly) {
    EXPECT_THAT(parse_seeds("1..3")->values, ElementsAre("1", "2", "3"));
    EXPECT_THAT(parse_seeds("4,18446744073709551615")->values, ElementsAre("4", "18446744073709551615"));
    EXPECT_EQ(parse_seeds("1..3")->path, "seed");
    for (const char* text : {"", "x", "-1..1", "1.5", "3..1", "1,1", "1..."})
        EXPECT_FALSE(parse_seeds(text)) << text;
}

TEST(PlanSweep, VariesTheLastParameterFirst) {
    const auto plan = plan_sweep({parse_over("r.a=1,2").value(), parse_over("seed=7..9").value()}).value();
    ASSERT_EQ(plan.points.size(), 6u);
    EXPECT_THAT(plan.points[1].values, ElementsAre("1", "8"));
    EXPECT_THAT(plan.settings(plan.points[5]), ElementsAre("r.a=2", "seed=9"));
    EXPECT_THAT(names({"r.a=1,2", "seed=7,8"}),
                ElementsAre("a=1,seed=7", "a=1,seed=8", "a=2,seed=7", "a=2,seed=8"));
}

TEST(PlanSweep, NamesFoldersBrieflyAndUniquely) {
    EXPECT_THAT(names({"a.x=1", "b.x=2"}), ElementsAre("a.x=1,b.x=2"))
        << "the last key alone would be ambiguous";
    EXPECT_THAT(names({"l[0]=../a b/c"}), ElementsAre("l_0=.._a_b_c"));
    EXPECT_THAT(names({R"(dsrc={"model":"ideal","n":-1},{"model": "ideal","n":-1})"}),
                ElementsAre("dsrc=model_ideal_n_-1", "dsrc=model_ideal_n_-1-2"));
    const std::string value(300, 'v');
    EXPECT_THAT(names({("a=" + value + "," + value + "w").c_str()}),
                ElementsAre("a=" + value.substr(0, 60), "a=" + value.substr(0, 60) + "-2"));
    const auto seeds = plan_seeds(parse_seeds("3..4").value()).value();
    EXPECT_EQ(seeds.points[0].name, "seed3");
    EXPECT_EQ(seeds.points[1].name, "seed4");
}

TEST(PlanSweep, RefusesTheSamePathTwiceAndTooManyRuns) {
    EXPECT_EQ(names({"a=1", "a=2"})[0], "'a' is given twice");
    EXPECT_EQ(names({"a=1..101", "b=1..100"})[0], "expected at most 10000 runs in all");
    EXPECT_THAT(names({"a=1..100", "b=1..100"}), SizeIs(10'000));
}

}  // namespace
}  // namespace synchrono::tools::sweep

// Proves that counters add up, keep maxima, and may be read while their owner writes. Their names are listed
// in the order of the enum, each with the rule by which the counters of several programs are combined.
#include "common/base/counters.hpp"

#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace synchrono {
namespace {

enum class Fruit { apples, pears, count_ };

TEST(Counters, StartAtZeroAndAddUp) {
    Counters<Fruit> counters;
    EXPECT_EQ(counters.get(Fruit::apples), 0u);
    counters.add(Fruit::apples);
    counters.add(Fruit::apples, 41);
    EXPECT_EQ(counters.get(Fruit::apples), 42u);
    EXPECT_EQ(counters.get(Fruit::pears), 0u);
}

TEST(Counters, RaiseToNeverLowers) {
    Counters<Fruit> counters;
    counters.raise_to(Fruit::pears, 7);
    counters.raise_to(Fruit::pears, 3);
    EXPECT_EQ(counters.get(Fruit::pears), 7u);
    counters.raise_to(Fruit::pears, 8);
    EXPECT_EQ(counters.get(Fruit::pears), 8u);
}

TEST(Counters, EachVisitsThemInTheOrderOfTheEnum) {
    Counters<Fruit> counters;
    counters.add(Fruit::pears, 2);
    std::vector<std::string> lines;
    counters.each({"apples", "pears"}, [&](const CounterName& name, std::uint64_t value) {
        lines.push_back(std::string(name.text) + "=" + std::to_string(value));
    });
    EXPECT_EQ(lines, (std::vector<std::string>{"apples=0", "pears=2"}));
}

TEST(Counters, ARowSaysHowProgramsAreCombined) {
    constexpr CounterNames<Fruit> kNames{"apples", {"pears", OverPrograms::largest}};
    Counters<Fruit> counters;
    std::vector<OverPrograms> rows;
    counters.each(kNames,
                  [&](const CounterName& name, std::uint64_t) { rows.push_back(name.over_programs); });
    EXPECT_EQ(rows, (std::vector{OverPrograms::sum, OverPrograms::largest}));
}

TEST(Counters, ReaderOnAnotherThreadSeesThemGrow) {
    constexpr std::uint64_t kCount = 100'000;
    Counters<Fruit> counters;
    std::jthread writer([&] {
        for (std::uint64_t i = 0; i < kCount; ++i) counters.add(Fruit::apples);
    });
    std::uint64_t last = 0;
    while (last < kCount) {
        const std::uint64_t now = counters.get(Fruit::apples);
        ASSERT_GE(now, last);
        last = now;
    }
    EXPECT_EQ(last, kCount);
}

}  // namespace
}  // namespace synchrono

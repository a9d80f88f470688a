// Proves that random processes have the promised distribution from their first step on, whatever the period,
// and that their value at an index does not depend on which samples were taken before. The tests run many
// processes, each with a fixed seed of its own. They check variances by chi-square, correlations by Fisher's
// z, and mean durations by the chi-square of sums of exponential numbers, all within 99.9 % bounds.
#include "client/sensors/random_process.hpp"

#include <gtest/gtest.h>

#include "tests/client/sensors/inner_fixture.hpp"

namespace synchrono::client::sensors {
namespace {

using testing::chi_square_share;
using testing::expect_correlation;
using testing::expect_normal;
using testing::kZ;

constexpr int kMany = 20'000;

TEST(RandomProcess, GaussMarkovHasItsSigmaAtOnceAndDecaysExponentially) {
    for (const int steps : {1, 4}) {  // the same time in one step or in four
        std::vector<double> first, after_half, after_two;
        for (int key = 0; key < kMany; ++key) {
            GaussMarkov process(3, 10, 5.0 / steps);
            Random random(static_cast<std::uint64_t>(key));
            process.step(random, Step::first);
            first.push_back(process.value());
            for (int i = 1; i <= 4 * steps; ++i) {
                process.step(random, Step::next);
                if (i == steps) after_half.push_back(process.value());
            }
            after_two.push_back(process.value());
        }
        expect_normal(first, 0, 3);
        expect_normal(after_half, 0, 3);
        expect_normal(after_two, 0, 3);
        expect_correlation(first, after_half, std::exp(-0.5));
        expect_correlation(first, after_two, std::exp(-2.0));
    }
}

TEST(RandomProcess, RandomWalkGrowsWithTheRootOfTime) {
    std::vector<double> after_1s, after_9s;
    for (int key = 0; key < kMany; ++key) {
        RandomWalk walk(0.2, 0.5);
        Random random(static_cast<std::uint64_t>(key));
        walk.step(random, Step::first);
        ASSERT_EQ(walk.value(), 0);
        for (int i = 1; i <= 18; ++i) {
            walk.step(random, Step::next);
            if (i == 2) after_1s.push_back(walk.value());
        }
        after_9s.push_back(walk.value());
    }
    expect_normal(after_1s, 0, 0.2);
    expect_normal(after_9s, 0, 0.6);
    expect_correlation(after_1s, after_9s, 1.0 / 3);
}

TEST(RandomProcess, OutagesHaveTheirMeanDurationAndInterval) {
    constexpr double kEvery_s = 5, kDuration_s = 2, kPeriod_s = 0.01;
    constexpr int kOutages = 1'000;
    Outage outage(kEvery_s, kDuration_s, kPeriod_s);
    Random random(7);
    outage.step(random, Step::first);
    int steps = 0;
    while (!outage.is_out()) {
        outage.step(random, Step::next);
        ASSERT_LT(++steps, 10'000'000);
    }
    double out_s = 0, in_s = 0;
    for (int ended = 0; ended < kOutages;) {
        const bool before = outage.is_out();
        (before ? out_s : in_s) += kPeriod_s;
        outage.step(random, Step::next);
        ASSERT_LT(++steps, 10'000'000);
        if (!before && outage.is_out()) ++ended;
    }
    // Outages, and times between them, go unseen if they are shorter than a period. This makes each mean
    // longer by the factor `unseen`.
    const auto bounds = chi_square_share(2 * kOutages);
    const double unseen = 1 + kPeriod_s / 2 * (1 / kEvery_s + 1 / kDuration_s);
    EXPECT_GT(out_s / kOutages, bounds.low * kDuration_s * unseen);
    EXPECT_LT(out_s / kOutages, bounds.high * kDuration_s * unseen);
    EXPECT_GT(in_s / kOutages, bounds.low * kEvery_s * unseen);
    EXPECT_LT(in_s / kOutages, bounds.high * kEvery_s * unseen);
}

TEST(RandomProcess, OutagesStartInTheirSteadyState) {
    int out = 0, out_later = 0;
    for (int key = 0; key < kMany; ++key) {
        Outage outage(6, 2, 0.5);
        Random random(static_cast<std::uint64_t>(key));
        outage.step(random, Step::first);
        out += outage.is_out() ? 1 : 0;
        for (int i = 0; i < 20; ++i) outage.step(random, Step::next);
        out_later += outage.is_out() ? 1 : 0;
    }
    const double bound = kZ * std::sqrt(0.25 * 0.75 / kMany);
    EXPECT_NEAR(static_cast<double>(out) / kMany, 0.25, bound);
    EXPECT_NEAR(static_cast<double>(out_later) / kMany, 0.25, bound);
}

TEST(RandomProcess, OutagesCanBeSwitchedOff) {
    Outage outage(0, 2, 0.1);
    Random random(1);
    for (int i = 0; i < 10'000; ++i) {
        outage.step(random, i == 0 ? Step::first : Step::next);
        ASSERT_FALSE(outage.is_out());
    }
}

TEST(RandomProcess, SkippedSamplesChangeNothing) {
    struct Walker {
        SampleRandom random{42};
        GaussMarkov process{1, 10, 1};
        double at(std::uint64_t index) {
            Random rest = random.advance(index, [this](Random& r, Step step) { process.step(r, step); });
            return process.value() + 10 * rest.uniform();
        }
    };
    Walker every, some, again;
    again.at(0);
    again.random.restart();
    for (std::uint64_t i = 3; i <= 40; ++i) {
        const double expected = every.at(i);
        if (i == 3 || i % 7 == 0) {
            EXPECT_EQ(some.at(i), expected);
        }
        EXPECT_EQ(again.at(i), expected) << "begun again at 3";
    }
}

TEST(RandomProcessDeathTest, SamplesMustNotBeTakenTwice) {
    SampleRandom random(1);
    random.advance(5, [](Random&, Step) {});
    EXPECT_DEATH(random.advance(5, [](Random&, Step) {}), "index > ");
}

TEST(RandomProcess, QuantisesToTheNearestMultiple) {
    EXPECT_EQ(quantised(0.3, 0.25), 0.25);
    EXPECT_EQ(quantised(-0.4, 0.25), -0.5);
    EXPECT_EQ(quantised(0.3, 0), 0.3);
    EXPECT_EQ(quantised(0, 0), 0);
    EXPECT_EQ(quantised(30, 1e-310), 30);
    EXPECT_EQ(quantised(-0.3, 1e-16), -0.3);
}

}  // namespace
}  // namespace synchrono::client::sensors

// Proves that path losses agree with values computed by hand, that the table follows the formula, and that
// the reach is the distance beyond which the power stays below the threshold.
#include "comm_server/channel/internal/path_gain.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace synchrono::comm_server::channel {
namespace {

constexpr double kFrequency_hz = 5.89e9;

double db(double ratio) { return 10 * std::log10(ratio); }

TEST(PathGain, FreeSpaceHasTheKnownLoss) {
    EXPECT_NEAR(db(free_space_gain(kFrequency_hz, 1)), -47.85, 0.01);
    EXPECT_NEAR(db(free_space_gain(kFrequency_hz, 1000)), -107.85, 0.01);
}

TEST(PathGain, TwoRaysInterfereAsGeometrySays) {
    // The wavelength is 50.9 mm, both antennas are 1.5 m high. At 88.4 m the reflected ray is one wavelength
    // longer than the direct ray. The road reflects -0.622 of the amplitude, so the sum is 0.378, which is
    // -8.45 dB. At 176.8 m the reflected ray is half a wavelength longer, and the sum is 1.787, which is
    // +5.04 dB.
    const auto over_free = [](double m) {
        return db(two_ray_gain(kFrequency_hz, 1.5, 1.5, m) / free_space_gain(kFrequency_hz, m));
    };
    EXPECT_NEAR(over_free(88.4), -8.45, 0.05);
    EXPECT_NEAR(over_free(176.8), 5.04, 0.05);
}

TEST(PathGain, TwoRaysFallWithTheFourthPowerFarAway) {
    // Far away the gain tends to (h1 h2 / d^2)^2.
    EXPECT_NEAR(two_ray_gain(kFrequency_hz, 1.5, 1.5, 10'000) / std::pow(1.5 * 1.5 / 1e8, 2), 1, 0.02);
    EXPECT_NEAR(two_ray_gain(kFrequency_hz, 1.5, 6, 15'000) / std::pow(1.5 * 6 / 2.25e8, 2), 1, 0.05);
}

TEST(PathGain, PowerLawStartsFromFreeSpaceAtOneMetre) {
    EXPECT_NEAR(db(log_distance_gain(kFrequency_hz, 2.2, 1)), -47.85, 0.01);
    EXPECT_NEAR(db(log_distance_gain(kFrequency_hz, 2.2, 100)), -47.85 - 44, 0.01);
}

TEST(PathGain, TableFollowsTheFormula) {
    for (const auto kind : {config::PathLoss::Kind::two_ray, config::PathLoss::Kind::log_distance}) {
        config::RadioChannel spec;
        spec.path_loss = {kind, 2.7};
        const PathGain gain(spec, 100);
        for (double m = 1; m < 16'000; m *= 1.0013) {
            const double exact = kind == config::PathLoss::Kind::two_ray
                                     ? two_ray_gain(kFrequency_hz, 1.5, 1.5, m)
                                     : log_distance_gain(kFrequency_hz, 2.7, m);
            const double found = double{gain.at(static_cast<float>(m * m))};
            // Decibels can be compared at all distances because the two rays never cancel altogether.
            EXPECT_NEAR(db(found), db(100 * exact), 0.05) << m;
        }
        EXPECT_EQ(gain.at(0), gain.at(1)) << "distances below 1 m count as 1 m";
    }
}

TEST(PathGain, ReachIsTheLastDistanceAboveThePower) {
    config::RadioChannel spec;
    spec.path_loss = {config::PathLoss::Kind::log_distance, 2};
    const PathGain gain(spec, 100);
    EXPECT_NEAR(gain.reach_m(100 * free_space_gain(kFrequency_hz, 500)), 500, 0.5);
    EXPECT_EQ(gain.reach_m(1e-30), PathGain::kFarthest_m);
    EXPECT_EQ(gain.reach_m(1e30), PathGain::kNearest_m);
}

}  // namespace
}  // namespace synchrono::comm_server::channel

// Proves that the gamma law and its inverse agree with an independent library, and that draws have the mean
// and the variance of the law.
#include "comm_server/channel/internal/fading.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <gtest/gtest.h>

#include "common/base/random.hpp"

namespace synchrono::comm_server::channel {
namespace {

const std::vector<double> kShapes{0.5, 0.75, 1, 1.5, 3, 10, 50};

TEST(Gamma, AgreesWithAnotherLibrary) {
    for (const double m : kShapes) {
        for (const double x : {1e-6, 0.01, 0.2, 0.9, 1.0, 1.7, 4.0}) {
            EXPECT_NEAR(gamma_below(m, x), boost::math::gamma_p(m, m * x), 1e-12) << m << " " << x;
        }
        for (const double share : {1e-9, 1e-4, 0.1, 0.5, 0.9, 0.9999}) {
            const double expected = boost::math::gamma_p_inv(m, share) / m;
            EXPECT_NEAR(gamma_quantile(m, share) / expected, 1, 1e-9) << m << " " << share;
        }
    }
    EXPECT_NEAR(gamma_quantile(1, 0.5), std::log(2.0), 1e-12)
        << "a shape of 1 is Rayleigh fading, whose power is exponential";
}

TEST(Fading, DrawsAreQuantilesOfTheGammaLaw) {
    for (const double m : kShapes) {
        const Fading fading(m);
        for (const std::uint32_t u : {0U, 1U, 77U, 1U << 16, 0x3fffffffU, 0x7fffffffU, 0x80000000U,
                                      0xc0000001U, 0xfff00000U, 0xffffffffU}) {
            const double share = (u + 0.5) * 0x1p-32;
            const double expected = share < 0.5 ? boost::math::gamma_p_inv(m, share) / m
                                                : boost::math::gamma_q_inv(m, (~u + 0.5) * 0x1p-32) / m;
            EXPECT_NEAR(double{fading.draw(u)} / expected, 1, 2e-3) << m << " " << u;
        }
    }
}

TEST(Fading, DrawsNeverFallAsTheUniformNumberRises) {
    const Fading fading(1.5);
    float last = 0;
    for (std::uint64_t u = 0; u < (1ULL << 32); u += 999'983) {
        const float drawn = fading.draw(static_cast<std::uint32_t>(u));
        EXPECT_GE(drawn, last);
        last = drawn;
    }
}

TEST(Fading, DrawsHaveTheMeanAndTheVarianceOfTheLaw) {
    constexpr int kDraws = 100'000;
    for (const double m : kShapes) {
        const Fading fading(m);
        Random random(7);
        double sum = 0, squares = 0;
        for (int i = 0; i < kDraws; ++i) {
            const double x = double{fading.draw(static_cast<std::uint32_t>(random.bits()))};
            sum += x;
            squares += x * x;
        }
        const double mean = sum / kDraws, variance = squares / kDraws - mean * mean;
        // The gamma law of mean 1 has the variance 1/m and the fourth central moment 3/m^2 + 6/m^3.
        EXPECT_NEAR(mean, 1, 4 * std::sqrt(1 / m / kDraws)) << m;
        EXPECT_NEAR(variance, 1 / m, 4 * std::sqrt((2 / (m * m) + 6 / (m * m * m)) / kDraws)) << m;
    }
}

}  // namespace
}  // namespace synchrono::comm_server::channel

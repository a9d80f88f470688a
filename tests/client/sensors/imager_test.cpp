// Proves that a camera's noise has the mean, the variance and the distribution that the sensor's file says,
// and depends on nothing but key, sample and pixel. Each bound has a confidence of 99.9 %; seeds are fixed.
#include "client/sensors/imager.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "common/picture/srgb.hpp"

namespace synchrono::client::sensors {
namespace {

constexpr std::size_t kValues = 60'000;
constexpr double kSigmas = 3.29;  // two-sided 99.9 %

config::CameraSpec spec_with(double noise_sigma, double shot_noise) {
    config::CameraSpec spec;
    spec.noise_sigma = noise_sigma;
    spec.shot_noise = shot_noise;
    return spec;
}

std::vector<std::uint8_t> picture_of(const Imager& imager, float light, std::uint64_t key = 1,
                                     std::uint64_t index = 0) {
    std::vector<std::uint8_t> pixels(kValues);
    imager.develop(std::vector<float>(kValues, light), key, index, pixels);
    return pixels;
}

/// Mean and variance of a picture's linear light, on a scale from 0 to 255.
struct Moments {
    double mean = 0, variance = 0;
};
Moments moments_of(const std::vector<std::uint8_t>& pixels) {
    Moments m;
    const auto count = static_cast<double>(pixels.size());
    for (const std::uint8_t pixel : pixels) m.mean += 255 * picture::linear(pixel) / count;
    for (const std::uint8_t pixel : pixels)
        m.variance += std::pow(255 * picture::linear(pixel) - m.mean, 2) / (count - 1);
    return m;
}

TEST(Imager, WithoutNoiseFollowsTheCurveAndSaturates) {
    const Imager imager(spec_with(0, 0));
    const std::vector<float> light{
        0, 0.001F, 0.05F, 0.214F, 0.9F, 1, 1.5F, 100, -1, std::numeric_limits<float>::quiet_NaN(), 0, 0};
    std::vector<std::uint8_t> pixels(light.size());
    imager.develop(light, 1, 1, pixels);
    for (std::size_t i = 0; i < light.size(); ++i) {
        const double share = std::min(std::max(0.0F, light[i]), 1.0F);
        EXPECT_NEAR(pixels[i], 255 * picture::srgb_from_linear(share), 1) << light[i];
    }
    EXPECT_EQ(pixels.front(), 0);
    EXPECT_EQ(pixels[7], 255);
}

TEST(Imager, NoiseHasTheVarianceOfReadNoiseAndShotNoise) {
    struct Case {
        double noise_sigma, shot_noise;
        float light;
    };
    for (const Case& one : {Case{5, 0, 0.25F}, Case{0, 0.5, 0.25F}, Case{0, 0.5, 0.6F}, Case{4, 0.3, 0.4F}}) {
        const auto m = moments_of(picture_of(Imager(spec_with(one.noise_sigma, one.shot_noise)), one.light));
        const double light = 255 * one.light;
        double variance = one.noise_sigma * one.noise_sigma + one.shot_noise * light;
        EXPECT_NEAR(m.mean, light, kSigmas * std::sqrt(variance / kValues) + 0.03);
        // `step` is one step of the picture in linear light. Rounding to it adds a twelfth of its square to
        // the variance.
        const double step = 2.4 / 1.055 * std::pow(one.light, 1 - 1 / 2.4);
        variance += step * step / 12;
        EXPECT_NEAR(m.variance, variance, variance * (kSigmas * std::sqrt(2.0 / kValues) + 0.005));
    }
}

TEST(Imager, NoiseIsNormalAndIndependentInEachChannel) {
    const float light = 0.5F;
    const double sigma = 10;
    const auto pixels = picture_of(Imager(spec_with(sigma, 0)), light);
    std::array<double, 4> beyond{};
    double product = 0;
    for (std::size_t i = 0; i < kValues; ++i) {
        const double off = (255 * picture::linear(pixels[i]) - 255 * light) / sigma;
        for (std::size_t k = 1; k < 4; ++k)
            beyond[k] += std::abs(off) > static_cast<double>(k) ? 1.0 / kValues : 0;
        if (i % 3 == 2) continue;
        product += off * (255 * picture::linear(pixels[i + 1]) - 255 * light) / sigma / (kValues * 2.0 / 3);
    }
    for (std::size_t k = 1; k < 4; ++k) {
        const double share = std::erfc(static_cast<double>(k) / std::sqrt(2.0));
        // A step of the picture is an eighth of sigma. The share may therefore also be wrong by the share of
        // the numbers that lie within half a step of the bound.
        const double half_step = 0.065 * 2 * std::exp(-0.5 * static_cast<double>(k * k)) / std::sqrt(6.28);
        EXPECT_NEAR(beyond[k], share, kSigmas * std::sqrt(share / kValues) + half_step);
    }
    EXPECT_NEAR(product, 0, kSigmas / std::sqrt(kValues * 2.0 / 3));
}

TEST(Imager, NoiseDependsOnKeyAndSampleAlone) {
    const Imager imager(spec_with(5, 0.1));
    const auto first = picture_of(imager, 0.3F, 1, 7);
    EXPECT_EQ(picture_of(Imager(spec_with(5, 0.1)), 0.3F, 1, 7), first);
    EXPECT_NE(picture_of(imager, 0.3F, 2, 7), first);
    EXPECT_NE(picture_of(imager, 0.3F, 1, 8), first);
}

}  // namespace
}  // namespace synchrono::client::sensors

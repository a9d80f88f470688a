// Proves that at every distance the share of messages that arrive agrees with theory, for both path losses
// and for several shapes of the fading. In theory the share is the probability to survive the noise,
// integrated over the gamma law of the fading. The seed is fixed; the tolerance is four standard deviations
// of the share, plus 0.002.
#include <cmath>
#include <gtest/gtest.h>

#include "comm_server/channel/internal/ofdm.hpp"
#include "comm_server/channel/internal/path_gain.hpp"
#include "tests/comm_server/channel/channel_bench.hpp"

namespace synchrono::comm_server::channel {
namespace {

using testing::at_ms;
using testing::ChannelBench;

constexpr int kMessages = 3000;
constexpr std::size_t kBytes = 200;

/// Returns the share of messages that should arrive when the mean ratio of signal to noise is `snr` and the
/// gamma law has the shape `m`. Sums over the density of the law in equal steps of log x.
double expected_share(const BitRate& rate, double m, double snr) {
    const auto bits = static_cast<double>(frame_bits(kBytes));
    double sum = 0;
    constexpr double kStep = 0.01;
    for (double log_x = -20; log_x < 5; log_x += kStep) {
        const double x = std::exp(log_x);
        // This is the density times x, because the steps are those of log x.
        const double density = std::exp(m * std::log(m * x) - m * x - std::lgamma(m));
        sum += density * kStep * std::exp(bits * std::log1p(-std::min(1.0, bit_error(rate, snr * x))));
    }
    return sum;
}

void check(config::RadioChannel spec, double m, const std::vector<double>& distances_m) {
    spec.model = config::RadioChannel::Model::fading;
    spec.nakagami = {{0, m}};
    ChannelBench bench(spec, {}, 42);
    bench.place(0, 0);
    for (std::uint32_t i = 0; i < distances_m.size(); ++i) bench.place(i + 1, distances_m[i]);
    for (int i = 0; i < kMessages; ++i) bench.send(0, at_ms(2 * i), kBytes);
    bench.advance(at_ms(2 * kMessages));
    ASSERT_EQ(bench.reports.size(), static_cast<std::size_t>(kMessages));

    const BitRate& rate = *find_bit_rate(spec.bit_rate_bit_s);
    const double over_noise_db = spec.power_dbm + 2 * spec.antenna_gain_db - spec.noise_dbm;
    int in_between = 0;
    for (std::uint32_t i = 0; i < distances_m.size(); ++i) {
        int arrived = 0;
        for (const auto& reported : bench.reports) arrived += reported.outcome(i + 1) == Outcome::delivered;
        const double gain =
            spec.path_loss.kind == config::PathLoss::Kind::two_ray
                ? two_ray_gain(spec.frequency_hz, spec.antenna_height_m, spec.antenna_height_m,
                               distances_m[i])
                : log_distance_gain(spec.frequency_hz, spec.path_loss.exponent, distances_m[i]);
        const double expected = expected_share(rate, m, gain * std::pow(10, over_noise_db / 10));
        const double tolerance = 4 * std::sqrt(expected * (1 - expected) / kMessages) + 2e-3;
        EXPECT_NEAR(double{1} * arrived / kMessages, expected, tolerance)
            << "m = " << m << " at " << distances_m[i] << " m";
        in_between += expected > 0.1 && expected < 0.9;
    }
    EXPECT_GE(in_between, 1) << "at least one distance must have an intermediate share";
}

class DeliveryRatio : public ::testing::TestWithParam<double> {};

TEST_P(DeliveryRatio, AgreesWithTheClosedFormOverTwoRays) {
    check({}, GetParam(), {50, 88.4, 200, 400, 600, 800, 900, 1000, 1100});
}

TEST_P(DeliveryRatio, AgreesWithTheClosedFormOverAPowerLaw) {
    config::RadioChannel spec;
    spec.path_loss = {config::PathLoss::Kind::log_distance, 2.8};
    spec.bit_rate_bit_s = 12e6;
    spec.antenna_gain_db = 1;
    check(spec, GetParam(), {20, 60, 100, 150, 180, 200, 210, 220, 230, 240, 260, 280, 330});
}

INSTANTIATE_TEST_SUITE_P(Shapes, DeliveryRatio, ::testing::Values(0.5, 1.0, 1.5, 3.0, 10.0));

}  // namespace
}  // namespace synchrono::comm_server::channel

// Proves that the measured angle is that of the front wheels at the present steering input, with the noise
// and the bias of the sensor's file, and rounded to whole steps. Chi-square checks the noise and the bias
// within 99.9 % bounds, with fixed seeds.
#include <vector>

#include "common/geo/angle.hpp"
#include "tests/client/sensors/inner_fixture.hpp"

namespace synchrono::client::sensors {
namespace {

using testing::expect_normal;
using testing::Inner;

using geo::kRad;
const SimDuration kPeriod = SimDuration::milliseconds(10);

TEST(SteeringSensor, MeasuresTheAngleOfTheFrontWheels) {
    Inner inner(config::SteeringSpec{}, kPeriod);
    const double full_rad = config::figures(sedan()).steering_angle_max_rad;
    ASSERT_GT(full_rad, 0.3);
    const auto sensor = inner.make();
    std::uint64_t index = 0;
    for (const double input : {1.0, 0.25, 0.0, -1.0}) {
        inner.at.motion.applied[body::DriverInputs::kSteering] = input;
        EXPECT_NEAR(inner.take<SynSteeringAngle>(*sensor, index++).angle_rad, input * full_rad, 1e-12);
    }
}

TEST(SteeringSensor, EachSampleHasItsOwnNoise) {
    const Inner inner(config::SteeringSpec{.noise_sigma_deg = 0.3}, kPeriod);
    const auto sensor = inner.make();
    std::vector<double> errors;
    for (std::uint64_t i = 0; i < 5'000; ++i)
        errors.push_back(inner.take<SynSteeringAngle>(*sensor, i).angle_rad / kRad);
    expect_normal(errors, 0, 0.3);
}

TEST(SteeringSensor, HasAConstantBias) {
    const Inner inner(config::SteeringSpec{.bias_sigma_deg = 0.5}, kPeriod);
    std::vector<double> biases;
    for (std::uint64_t key = 0; key < 5'000; ++key) {
        const auto sensor = inner.make(key);
        biases.push_back(inner.take<SynSteeringAngle>(*sensor, 0).angle_rad / kRad);
        sensor->restart();
        ASSERT_EQ(inner.take<SynSteeringAngle>(*sensor, 3).angle_rad / kRad, biases.back());
    }
    expect_normal(biases, 0, 0.5);
}

TEST(SteeringSensor, MeasuresInWholeStepsOfItsResolution) {
    const Inner inner(config::SteeringSpec{.noise_sigma_deg = 2, .resolution_deg = 0.1}, kPeriod);
    const auto sensor = inner.make();
    for (std::uint64_t i = 0; i < 200; ++i) {
        const double steps = inner.take<SynSteeringAngle>(*sensor, i).angle_rad / (0.1 * kRad);
        ASSERT_NEAR(steps, std::round(steps), 1e-9);
    }
}

}  // namespace
}  // namespace synchrono::client::sensors

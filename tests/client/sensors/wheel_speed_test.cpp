// Proves that measured wheel speeds are those of the engine with the errors that the sensor's file specifies:
// constant scales, and noise in each number. Chi-square checks the errors within 99.9 % bounds, with fixed
// seeds. Also proves that an encoder gives whole ticks and loses none, and that a vehicle without wheels gets
// an empty sample.
#include <numbers>
#include <vector>

#include "tests/client/sensors/inner_fixture.hpp"

namespace synchrono::client::sensors {
namespace {

using testing::expect_normal;
using testing::Inner;

const SimDuration kPeriod = SimDuration::milliseconds(10);
constexpr double kPeriod_s = 0.01;

struct WheelSpeedTest : ::testing::Test {
    std::vector<body::Wheel> wheels{4};

    Inner rig(const config::WheelSpeedSpec& spec) {
        Inner inner(spec, kPeriod);
        inner.at.wheels = &wheels;
        return inner;
    }
    void turn(std::initializer_list<double> speeds_rad_s) {
        wheels.resize(speeds_rad_s.size());
        auto wheel = wheels.begin();
        for (const double speed : speeds_rad_s) (wheel++)->speed_rad_s = speed;
    }
};

TEST_F(WheelSpeedTest, MeasuresExactlyWithoutErrors) {
    const Inner inner = rig({});
    turn({10, 11, 0, -3});
    const auto sensor = inner.make();
    Reading reading;
    inner.take(*sensor, 0, reading);
    const SynWheelSpeeds& measured = std::get<WheelSpeeds>(reading).head;
    ASSERT_EQ(measured.count, 4u);
    EXPECT_EQ(std::vector(measured.speeds_rad_s, measured.speeds_rad_s + 4),
              (std::vector<double>{10, 11, 0, -3}));
    EXPECT_EQ(measured.radius_m, sedan().tyre.radius_m);
}

TEST_F(WheelSpeedTest, IsEmptyWhenTheEngineHasNoWheels) {
    Inner inner = rig({.noise_sigma_rad_s = 1});
    const auto sensor = inner.make();
    Reading reading;
    inner.take(*sensor, 0, reading);
    EXPECT_EQ(std::get<WheelSpeeds>(reading).head.count, 4u);
    wheels.clear();
    inner.take(*sensor, 1, reading);
    EXPECT_EQ(std::get<WheelSpeeds>(reading).head.count, 0u);
    inner.at.wheels = nullptr;
    inner.take(*sensor, 2, reading);
    EXPECT_EQ(std::get<WheelSpeeds>(reading).head.count, 0u);
}

TEST_F(WheelSpeedTest, TheRadiusIsUnknownWhenTheFileHasNone) {
    Inner inner = rig({});
    inner.scenario.vehicles["sedan"] = shipped("m113");
    Reading reading;
    inner.take(*inner.make(), 0, reading);
    EXPECT_TRUE(std::isnan(std::get<WheelSpeeds>(reading).head.radius_m));
}

TEST_F(WheelSpeedTest, EachWheelHasItsOwnConstantScaleError) {
    const Inner inner = rig({.scale_sigma = 0.01});
    std::vector<double> scales;
    for (std::uint64_t key = 0; key < 2'000; ++key) {
        const auto sensor = inner.make(key);
        turn({10, 10, 10, 10});
        const auto slow = inner.take<WheelSpeeds>(*sensor, 0).speeds_rad_s;
        turn({-50, -50, -50, -50});
        const auto quick = inner.take<WheelSpeeds>(*sensor, 7).speeds_rad_s;
        for (std::size_t i = 0; i < 4; ++i) {
            scales.push_back(slow[i] / 10 - 1);
            ASSERT_NEAR(quick[i] / -50, slow[i] / 10, 1e-12);
        }
    }
    expect_normal(scales, 0, 0.01);
    EXPECT_NE(scales[0], scales[1]);
}

TEST_F(WheelSpeedTest, EachSpeedHasItsOwnNoise) {
    const Inner inner = rig({.noise_sigma_rad_s = 0.2});
    turn({10, 0, 10, -10});
    const auto sensor = inner.make();
    std::vector<double> errors;
    for (std::uint64_t i = 0; i < 2'000; ++i) {
        const auto measured = inner.take<WheelSpeeds>(*sensor, i).speeds_rad_s;
        for (std::size_t k = 0; k < 4; ++k) errors.push_back(measured[k] - wheels[k].speed_rad_s);
    }
    expect_normal(errors, 0, 0.2);
}

TEST_F(WheelSpeedTest, AnEncoderCountsWholeTicksAndLosesNone) {
    const Inner inner = rig({.ticks_per_turn = 96});
    const double tick_rad = 2 * std::numbers::pi / 96;
    const auto sensor = inner.make();
    std::array<double, 4> truth{}, measured_rad{};
    double furthest = 0;
    for (std::uint64_t i = 0; i < 3'000; ++i) {
        const double speed = 20 * std::sin(0.002 * static_cast<double>(i));
        turn({speed, 0.5 * speed, -speed, 0});
        furthest = std::max(furthest, truth[0]);
        const auto measured = inner.take<WheelSpeeds>(*sensor, i).speeds_rad_s;
        for (std::size_t k = 0; k < 4; ++k) {
            const double ticks = measured[k] * kPeriod_s / tick_rad;
            ASSERT_NEAR(ticks, std::round(ticks), 1e-9);
            truth[k] += wheels[k].speed_rad_s * kPeriod_s;
            measured_rad[k] += measured[k] * kPeriod_s;
            ASSERT_LT(std::abs(measured_rad[k] - truth[k]), tick_rad * (1 + 1e-9));
        }
    }
    EXPECT_GT(furthest, 100) << "there and back again";
    EXPECT_EQ(measured_rad[3], 0);
}

TEST_F(WheelSpeedTest, ANoisyEncoderOnAStandingWheelMakesNoTicks) {
    const Inner inner = rig({.noise_sigma_rad_s = 100, .ticks_per_turn = 1'000});
    // engines leave such tiny speeds on standing wheels; the second wheel really turns
    turn({1e-9, 1, -1e-9, 0});
    const auto measured = inner.take<WheelSpeeds>(*inner.make(), 0).speeds_rad_s;
    EXPECT_EQ(measured[0], 0);
    EXPECT_NE(measured[1], 0);
    EXPECT_EQ(measured[2], 0);
}

TEST_F(WheelSpeedTest, BeginsWithTheSameFractionOfATickEachTime) {
    const Inner inner = rig({.ticks_per_turn = 50});
    turn({3, 4, 5, 6});
    const auto sensor = inner.make(), fresh = inner.make();
    for (std::uint64_t i = 0; i < 10; ++i) inner.take<WheelSpeeds>(*sensor, i);
    sensor->restart();
    for (std::uint64_t i = 20; i < 60; ++i)
        EXPECT_EQ(inner.take<WheelSpeeds>(*sensor, i).speeds_rad_s,
                  inner.take<WheelSpeeds>(*fresh, i).speeds_rad_s);
}

}  // namespace
}  // namespace synchrono::client::sensors

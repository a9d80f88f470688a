/// For tests: single sensors of a standing or driving sedan, and bounds for the random part of their samples.
#pragma once

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <span>
#include <vector>

#include "client/sensors/sensor.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::sensors::testing {

/// A two-sided bound of 99.9 %, in standard deviations. A correct sensor exceeds the bound with one seed in a
/// thousand; with the fixed seeds of the tests it does not.
inline constexpr double kZ = 3.2905;

/// The bounds of a chi-square variable divided by its degrees of freedom (Wilson and Hilferty).
struct Bounds {
    double low = 0, high = 0;
};
inline Bounds chi_square_share(double freedom) {
    const double a = 2 / (9 * freedom), b = kZ * std::sqrt(a);
    return {std::pow(1 - a - b, 3), std::pow(1 - a + b, 3)};
}

/// Expects independent normal numbers with this mean and standard deviation.
inline void expect_normal(std::span<const double> numbers, double mean, double sigma) {
    const auto n = static_cast<double>(numbers.size());
    double sum = 0, squares = 0;
    for (const double x : numbers) {
        sum += x - mean;
        squares += (x - mean) * (x - mean);
    }
    EXPECT_LT(std::abs(sum / n), kZ * sigma / std::sqrt(n));
    const Bounds share = chi_square_share(n);
    EXPECT_GT(squares / n, share.low * sigma * sigma);
    EXPECT_LT(squares / n, share.high * sigma * sigma);
}

/// Expects pairs of normal numbers with this correlation (Fisher's z).
inline void expect_correlation(std::span<const double> a, std::span<const double> b, double expected) {
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += a[i] * b[i];
        aa += a[i] * a[i];
        bb += b[i] * b[i];
    }
    const double z = std::atanh(ab / std::sqrt(aa * bb));
    EXPECT_NEAR(z, std::atanh(expected), kZ / std::sqrt(static_cast<double>(a.size()) - 3));
}

/// A scenario of one sedan with one sensor. A test may make the sensor as often as it needs.
struct Inner {
    explicit Inner(config::SensorModel model, SimDuration period) : Inner({}, std::move(model), period) {}
    Inner(config::Scenario of, config::SensorModel model, SimDuration period) : scenario(std::move(of)) {
        scenario.vehicles["sedan"] = sedan();
        agent.vehicle = "sedan";
        spec.period = period;
        spec.model = std::move(model);
    }

    std::unique_ptr<Sensor> make(std::uint64_t key = 1) const {
        const SensorSetup setup{.scenario = scenario,
                                .agent = agent,
                                .mounted = mounted,
                                .spec = spec,
                                .key = key,
                                .position = position,
                                .orientation = orientation,
                                .world = world};
        switch (spec.model.index()) {
            case 0:
                return make_gps(setup, std::get<config::GpsSpec>(spec.model));
            case 1:
                return make_imu(setup, std::get<config::ImuSpec>(spec.model));
            case 2:
                return make_wheel_speed(setup, std::get<config::WheelSpeedSpec>(spec.model));
            case 3:
                return make_steering(setup, std::get<config::SteeringSpec>(spec.model));
            default:
                return make_state(setup, std::get<config::StateSpec>(spec.model));
        }
    }
    /// Takes a sample as the suite does. The vehicle enters at time 0, and sample `index` is measured (index
    /// + 1) periods later.
    void take(Sensor& sensor, std::uint64_t index, Reading& reading) const {
        BodyState now = at;
        now.time = SimTime{} + spec.period * (static_cast<std::int64_t>(index) + 1);
        sensor.sample(now, index, reading);
    }
    template <typename Held>
    Held take(Sensor& sensor, std::uint64_t index) const {
        Reading reading;
        take(sensor, index, reading);
        return std::get<Held>(reading);
    }

    config::Scenario scenario;
    config::AgentSpec agent;
    config::MountedSensor mounted;
    config::SensorSpec spec;
    geo::Vec3 position;
    geo::Quaternion orientation;
    RayWorld* world = nullptr;
    BodyState at{};
};

}  // namespace synchrono::client::sensors::testing

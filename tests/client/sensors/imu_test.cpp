// Proves that an IMU measures the motion of the place where it is mounted: in the embedded engine, the sum of
// its samples is the vehicle's motion. Also proves that its errors are those of its data sheet. At rest, the
// overlapping Allan deviation of the samples is N at 1 s, K at 3 s, and 0.664 B at the floor of the curve; N
// is the noise of the data sheet, K the random walk of the bias, and B the bias instability. The bounds are
// the 99.9 % bounds of chi-square with the equivalent degrees of freedom of each kind of noise (W. J. Riley,
// Handbook of Frequency Stability Analysis). Biases, scales and misalignments vary among devices as widely as
// the data sheet says. Samples stay within the range and are whole steps of the resolution. All seeds are
// fixed.
#include <algorithm>
#include <numbers>
#include <vector>

#include "client/engine/embedded/embedded_engine.hpp"
#include "common/geo/angle.hpp"
#include "tests/client/sensors/inner_fixture.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;
using testing::Bounds;
using testing::chi_square_share;
using testing::expect_normal;
using testing::Inner;

using geo::kRad;
constexpr double kG = 9.80665, kGravity = 9.81;
constexpr double kPerRootHour = 1.0 / 60;
const SimDuration kPeriod = SimDuration::milliseconds(100);

void expect_near(SynVec3 measured, Vec3 expected, double within = 1e-12) {
    EXPECT_NEAR(measured.x, expected.x, within);
    EXPECT_NEAR(measured.y, expected.y, within);
    EXPECT_NEAR(measured.z, expected.z, within);
}

/// Returns the samples of all axes at rest, without gravity.
using Axes = std::array<std::vector<double>, 6>;
Axes at_rest(const Inner& imu, std::uint64_t key, std::uint64_t samples) {
    Axes axes;
    const auto sensor = imu.make(key);
    Reading reading;
    for (std::uint64_t i = 0; i < samples; ++i) {
        imu.take(*sensor, i, reading);
        const auto& measured = std::get<SynImu>(reading);
        const std::array all{
            measured.acceleration.x,     measured.acceleration.y,     measured.acceleration.z - kGravity,
            measured.angular_velocity.x, measured.angular_velocity.y, measured.angular_velocity.z};
        for (std::size_t axis = 0; axis < 6; ++axis) axes[axis].push_back(all[axis]);
    }
    return axes;
}

/// Returns the overlapping Allan variance over `m` samples.
double allan_variance(const std::vector<double>& rates, std::size_t m) {
    std::vector<double> sums{0};
    for (const double rate : rates) sums.push_back(sums.back() + rate);
    double squares = 0;
    const std::size_t terms = sums.size() - 2 * m;
    for (std::size_t i = 0; i < terms; ++i) {
        const double step = sums[i + 2 * m] - 2 * sums[i + m] + sums[i];
        squares += step * step;
    }
    const auto w = static_cast<double>(m);
    return squares / (2 * w * w * static_cast<double>(terms));
}

/// Returns the equivalent degrees of freedom of the Allan variance over m samples, computed from n cumulative
/// sums. There is one such function for each kind of noise.
double white_freedom(double n, double m) {
    return (3 * (n - 1) / (2 * m) - 2 * (n - 2) / n) * 4 * m * m / (4 * m * m + 5);
}
double flicker_freedom(double n, double m) { return 5 * n * n / (4 * m * (n + 3 * m)); }
double walk_freedom(double n, double m) {
    return (n - 2) / m * ((n - 1) * (n - 1) - 3 * m * (n - 1) + 4 * m * m) / ((n - 3) * (n - 3));
}

/// Expects that over `m` samples the Allan deviation of the accelerometers is `acceleration` and that of the
/// gyroscopes is `turning`. Allows for the bounds of chance and for a further share `model` of the deviation.
/// Averages the variances of three axes and `keys` devices.
void expect_allan(const Inner& imu, int keys, std::uint64_t samples, std::size_t m, double acceleration,
                  double turning, double (*freedom_of)(double, double), double model = 0) {
    std::array<double, 2> sum{};
    for (int key = 0; key < keys; ++key) {
        const Axes axes = at_rest(imu, static_cast<std::uint64_t>(key) + 100, samples);
        for (std::size_t axis = 0; axis < 6; ++axis) sum[axis / 3] += allan_variance(axes[axis], m);
    }
    const double freedom = 3 * keys * freedom_of(static_cast<double>(samples + 1), static_cast<double>(m));
    const Bounds share = chi_square_share(freedom);
    for (std::size_t i = 0; i < 2; ++i) {
        const double deviation = std::sqrt(sum[i] / (3 * keys)) / (i == 0 ? acceleration : turning);
        EXPECT_GT(deviation, std::sqrt(share.low) - model) << i << ", over " << m << " samples";
        EXPECT_LT(deviation, std::sqrt(share.high) + model) << i << ", over " << m << " samples";
    }
}

TEST(Imu, AllanDeviationAtOneSecondIsTheNoiseOfTheDataSheet) {
    const Inner imu(
        config::ImuSpec{.accelerometer = {.noise_ug_rt_hz = 80}, .gyroscope = {.noise_deg_rt_h = 0.3}},
        kPeriod);
    // There are 4,400 degrees of freedom, which determine the deviation to 3.5 %.
    expect_allan(imu, 1, 10'000, 10, 80e-6 * kG, 0.3 * kRad * kPerRootHour, white_freedom);
}

TEST(Imu, NoiseOfASampleGrowsWithTheRootOfTheRate) {
    for (const std::int64_t period_ms : {1, 16}) {
        const Inner imu(
            config::ImuSpec{.accelerometer = {.noise_ug_rt_hz = 80}, .gyroscope = {.noise_deg_rt_h = 0.3}},
            SimDuration::milliseconds(period_ms));
        const Axes axes = at_rest(imu, 5, 10'000);
        const double root_hz = std::sqrt(1e3 / static_cast<double>(period_ms));
        for (std::size_t axis = 0; axis < 6; ++axis)
            expect_normal(axes[axis], 0, root_hz * (axis < 3 ? 80e-6 * kG : 0.3 * kRad * kPerRootHour));
    }
}

TEST(Imu, AllanDeviationHasTheFloorOfTheBiasInstability) {
    const Inner imu(config::ImuSpec{.accelerometer = {.bias_instability_ug = 40},
                                    .gyroscope = {.bias_instability_deg_h = 10}},
                    kPeriod);
    const double floor = std::sqrt(2 * std::numbers::ln2 / std::numbers::pi);  // 0.664
    // The deviation is level from 5 s to 50 s within 2 %. Chance adds 3.5 to 11.5 %, since there are 4,500 to
    // 420 degrees of freedom.
    for (const std::size_t m : {50U, 150U, 500U})
        expect_allan(imu, 3, 20'000, m, floor * 40e-6 * kG, floor * 10 * kRad / 3600, flicker_freedom, 0.02);
}

TEST(Imu, AllanDeviationAtThreeSecondsIsTheRandomWalkOfTheBias) {
    const Inner imu(config::ImuSpec{.accelerometer = {.random_walk_ug_rt_h = 500},
                                    .gyroscope = {.random_walk_deg_h_rt_h = 60}},
                    kPeriod);
    // There are 2,000 degrees of freedom, which determine the deviation to 5.2 %.
    expect_allan(imu, 1, 20'000, 30, 500e-6 * kG * kPerRootHour, 60 * kRad / 3600 * kPerRootHour,
                 walk_freedom);
}

TEST(Imu, TurnOnBiasIsConstantInARunAndVariesAmongDevices) {
    const Inner imu(config::ImuSpec{.accelerometer = {.bias_mg = 5}, .gyroscope = {.bias_deg_h = 100}},
                    kPeriod);
    std::array<std::vector<double>, 2> biases;
    for (std::uint64_t key = 0; key < 3'000; ++key) {
        const Axes axes = at_rest(imu, key, 2);
        for (std::size_t axis = 0; axis < 6; ++axis) {
            biases[axis / 3].push_back(axes[axis][0]);
            ASSERT_EQ(axes[axis][1], axes[axis][0]);
        }
    }
    expect_normal(biases[0], 0, 5e-3 * kG);
    expect_normal(biases[1], 0, 100 * kRad / 3600);
}

TEST(Imu, ScaleAndMisalignmentVaryAmongDevices) {
    Inner imu(config::ImuSpec{.accelerometer = {.scale_ppm = 2'000, .misalignment_mrad = 3},
                              .gyroscope = {.scale_ppm = 400, .misalignment_mrad = 1}},
              kPeriod);
    imu.at.motion.angular_velocity = {0, 2, 0};
    std::array<std::vector<double>, 2> scale, across;
    for (std::uint64_t key = 0; key < 3'000; ++key) {
        const SynImu measured = imu.take<SynImu>(*imu.make(key), 0);
        scale[0].push_back(measured.acceleration.z / kGravity - 1);
        across[0].push_back(measured.acceleration.x / kGravity);
        across[0].push_back(measured.acceleration.y / kGravity);
        scale[1].push_back(measured.angular_velocity.y / 2 - 1);
        across[1].push_back(measured.angular_velocity.x / 2);
        across[1].push_back(measured.angular_velocity.z / 2);
    }
    expect_normal(scale[0], 0, 2e-3);
    expect_normal(across[0], 0, 3e-3);
    expect_normal(scale[1], 0, 4e-4);
    expect_normal(across[1], 0, 1e-3);
}

TEST(Imu, MeasuresGravityAtRestAndNothingInFreeFall) {
    Inner imu(config::ImuSpec{}, kPeriod);
    const auto sensor = imu.make();
    expect_near(imu.take<SynImu>(*sensor, 0).acceleration, {0, 0, kGravity});
    imu.at.motion.acceleration = {0, 0, -kGravity};
    expect_near(imu.take<SynImu>(*sensor, 1).acceleration, {});
    // The vehicle heads north with its nose down by 30 degrees and brakes at 2 m/s^2.
    imu.at.motion.orientation = geo::Quaternion::from_yaw(90 * kRad) *
                                geo::Quaternion{std::cos(15 * kRad), 0, std::sin(15 * kRad), 0};
    imu.at.motion.acceleration = {0, -2, 0};
    expect_near(imu.take<SynImu>(*sensor, 2).acceleration,
                {-2 * std::cos(30 * kRad) - kGravity * std::sin(30 * kRad), 0,
                 kGravity * std::cos(30 * kRad) - 2 * std::sin(30 * kRad)});
}

TEST(Imu, MeasuresInTheAxesOfItsMount) {
    Inner imu(config::ImuSpec{}, kPeriod);
    imu.orientation = geo::Quaternion::from_yaw(90 * kRad);  // points to the left
    imu.at.motion.acceleration = {3, 0, 0};
    imu.at.motion.angular_velocity = {0.5, 0.1, 0.2};
    const SynImu measured = imu.take<SynImu>(*imu.make(), 0);
    expect_near(measured.acceleration, {0, -3, kGravity});
    expect_near(measured.angular_velocity, {0.1, -0.5, 0.2});
}

TEST(Imu, MeasuresTheEffectOfItsLeverArmInATurn) {
    Inner imu(config::ImuSpec{}, kPeriod);
    imu.position = {2, 0, 0.5};
    const auto sensor = imu.make();
    imu.at.motion.angular_velocity = {0, 0, 0.5};
    // The acceleration is towards the axis, which is 2 m away. The first sample cannot know how the angular
    // velocity changes.
    expect_near(imu.take<SynImu>(*sensor, 0).acceleration, {-0.5 * 0.5 * 2, 0, kGravity});
    imu.at.motion.angular_velocity = {0, 0.2, 0.8};
    // The angular velocity changes by (0, 0.2, 0.3) in 0.1 s; the arm is (2, 0, 0.5).
    const Vec3 turning{0, 0.2, 0.8}, arm = imu.position;
    const Vec3 expected = cross({0, 2, 3}, arm) + cross(turning, cross(turning, arm)) + Vec3{0, 0, kGravity};
    expect_near(imu.take<SynImu>(*sensor, 1).acceleration, expected);
    expect_near(imu.take<SynImu>(*sensor, 2).acceleration,
                cross(turning, cross(turning, arm)) + Vec3{0, 0, kGravity});
    imu.at.motion.angular_velocity = {0, 0, 4};
    sensor->restart();
    expect_near(imu.take<SynImu>(*sensor, 3).acceleration, {-32, 0, kGravity}, 1e-9);
}

TEST(Imu, IntegratesToTheMotionOfTheVehicle) {
    const SimDuration step = SimDuration::milliseconds(1);
    const auto engine = engine::make_embedded_engine(step);
    constexpr AgentId kCar{0};
    geo::Motion start;
    start.position.z = config::figures(sedan()).cg_height_m;
    start.velocity = {15, 0, 0};
    engine->add(kCar, {.vehicle = sedan(), .start = start});

    Inner imu(config::ImuSpec{}, step);
    imu.position = {1.5, 0.3, 0.4};
    imu.orientation = geo::Quaternion::from_yaw(30 * kRad);
    const SensorSetup setup{.scenario = imu.scenario,
                            .agent = imu.agent,
                            .mounted = imu.mounted,
                            .spec = imu.spec,
                            .position = imu.position,
                            .orientation = imu.orientation};
    const auto sensor = imu.make();
    geo::Quaternion attitude = motion_at(engine->motion(kCar), setup).orientation;
    Vec3 velocity = motion_at(engine->motion(kCar), setup).velocity;
    for (std::uint64_t i = 0; i < 6'000; ++i) {
        const double t = 1e-3 * static_cast<double>(i);
        engine->set_controls(kCar, body::DriverInputs{.steering = 0.1 * std::sin(2 * t),
                                                      .throttle = t < 3 ? 0.6 : 0.0,
                                                      .braking = t < 4 ? 0.0 : 0.3});
        engine->advance(step);
        imu.at.motion = engine->motion(kCar);
        const SynImu measured = imu.take<SynImu>(*sensor, i);
        const Vec3 half =
            Vec3{measured.angular_velocity.x, measured.angular_velocity.y, measured.angular_velocity.z} *
            5e-4;
        attitude = (attitude * geo::Quaternion{1, half.x, half.y, half.z}).normalised();
        const Vec3 force{measured.acceleration.x, measured.acceleration.y, measured.acceleration.z};
        velocity = velocity + (attitude.rotate(force) - Vec3{0, 0, kGravity}) * 1e-3;
    }
    const geo::Motion truth = motion_at(imu.at.motion, setup);
    const geo::Quaternion off = truth.orientation.conjugate() * attitude;
    EXPECT_LT(2 * std::hypot(off.x, off.y, off.z), 0.05 * kRad);
    EXPECT_LT(length(velocity - truth.velocity), 0.02) << "after six seconds";
    EXPECT_GT(length(truth.velocity - start.velocity), 3) << "it has been driven";
}

TEST(Imu, SaturatesAtTheEndsOfItsRangeAndFlagsIt) {
    Inner imu(config::ImuSpec{.accelerometer = {.range_g = 2}, .gyroscope = {.range_deg_s = 100}}, kPeriod);
    const auto sensor = imu.make();
    EXPECT_EQ(imu.take<SynImu>(*sensor, 0).saturated, 0u);
    imu.at.motion.acceleration = {-30, 19.6, 30};
    imu.at.motion.angular_velocity = {1.7, -2, 1.8};
    const SynImu measured = imu.take<SynImu>(*sensor, 1);
    expect_near(measured.acceleration, {-2 * kG, 19.6, 2 * kG});
    expect_near(measured.angular_velocity, {1.7, -100 * kRad, 100 * kRad});
    EXPECT_EQ(measured.saturated, 1U << 0 | 1U << 2 | 1U << 4 | 1U << 5);
}

TEST(Imu, MeasuresInWholeStepsOfItsResolution) {
    Inner imu(config::ImuSpec{.accelerometer = {.noise_ug_rt_hz = 3'000, .resolution_mg = 0.5},
                              .gyroscope = {.noise_deg_rt_h = 5, .resolution_deg_s = 0.06}},
              kPeriod);
    const auto sensor = imu.make();
    for (std::uint64_t i = 0; i < 200; ++i) {
        const SynImu measured = imu.take<SynImu>(*sensor, i);
        for (const double a : {measured.acceleration.x, measured.acceleration.y, measured.acceleration.z}) {
            const double steps = a / (0.5e-3 * kG);
            ASSERT_NEAR(steps, std::round(steps), 1e-9);
        }
        for (const double w :
             {measured.angular_velocity.x, measured.angular_velocity.y, measured.angular_velocity.z}) {
            const double steps = w / (0.06 * kRad);
            ASSERT_NEAR(steps, std::round(steps), 1e-9);
        }
    }
}

}  // namespace
}  // namespace synchrono::client::sensors

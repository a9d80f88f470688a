// Proves what a vehicle finds out about itself from samples. It extrapolates a fix that arrives late,
// straight on and in a turn, wherever the antenna is. Without a fix it keeps certain values for a certain
// time. A value that no sensor measures comes from the vehicle's bus.
#include "client/radio/own_state.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

#include "tests/support/vehicles.hpp"

namespace synchrono::client::radio {
namespace {

constexpr SimDuration kBeat = SimDuration::milliseconds(5);
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// A vehicle that drives on a circle about (0, radius), at first along x, with sensors that are exact but may
/// be late.
struct OwnStateTest : testing::Test {
    void mount(std::uint32_t kind, SynVec3 place = {0, 0, 0}, double yaw_rad = 0) {
        mounted.push_back({.name = "s",
                           .model = "s",
                           .kind = kind,
                           .reserved = 0,
                           .period_ns = 1,
                           .delay_ns = 0,
                           .position = place,
                           .orientation = {std::cos(yaw_rad / 2), 0, 0, std::sin(yaw_rad / 2)}});
    }
    body::BodyMotion motion_at(SimTime time) const {
        const double along_m = speed_m_s * time.since_start().to_seconds(), angle = along_m / radius_m;
        body::BodyMotion motion;
        motion.position = {radius_m * std::sin(angle), radius_m * (1 - std::cos(angle)), figures.cg_height_m};
        motion.orientation = geo::Quaternion::from_yaw(angle + (reverses ? std::numbers::pi : 0));
        motion.velocity = geo::Vec3{std::cos(angle), std::sin(angle), 0} * speed_m_s;
        motion.angular_velocity.z = speed_m_s / radius_m;
        motion.applied[body::DriverInputs::kSteering] = 0.25;
        return motion;
    }
    SynGps fix_at(SimTime time) const {
        const body::BodyMotion motion = motion_at(time);
        const SynVec3& arm = mounted[0].position;
        const geo::Vec3 antenna = motion.position + motion.orientation.rotate({arm.x, arm.y, arm.z});
        SynGps fix{};
        fix.position = {antenna.x, antenna.y, antenna.z};
        fix.accuracy_m = 0.5;
        fix.speed_m_s = speed_m_s;
        fix.yaw_rad = speed_m_s < 0.5 ? kUnknown : std::atan2(motion.velocity.y, motion.velocity.x);
        return fix;
    }
    /// Makes the next heartbeat, in which these samples arrive.
    const OwnState& step(std::vector<SynSample> samples = {}) {
        now = now + kBeat;
        const SynSensors new_samples{.struct_size = sizeof(SynSensors),
                                     .sensors_count = static_cast<std::uint32_t>(mounted.size()),
                                     .sensors = mounted.data(),
                                     .samples = samples.data(),
                                     .samples_count = static_cast<std::uint32_t>(samples.size()),
                                     .reserved = 0};
        return sensed.step(now, motion_at(now), new_samples);
    }
    SynSample sample(std::uint32_t sensor, const void* data, std::int64_t age_ms = 0) const {
        return {.sensor = sensor,
                .kind = mounted[sensor].kind,
                .index = 0,
                .time_ns = (now + kBeat - SimDuration::milliseconds(age_ms)).count_ns(),
                .arrival_ns = (now + kBeat).count_ns(),
                .data = data};
    }

    const config::VehicleFigures figures = config::figures(sedan());
    double speed_m_s = 15, radius_m = 1e9;
    bool reverses = false;
    std::vector<SynSensor> mounted;
    SensedState sensed{figures};
    SimTime now;
};

TEST_F(OwnStateTest, ExtrapolatesALateFixStraightAndInTurns) {
    mount(SYN_SENSOR_GPS, {-1, 0.3, 0.9});
    for (const double radius : {1e9, 30.0, -30.0}) {
        radius_m = radius;
        sensed = SensedState(figures);
        now = SimTime{} + SimDuration::milliseconds(995);
        step();
        const SynGps fix = fix_at(now + kBeat - SimDuration::milliseconds(100));
        step({sample(0, &fix, 100)});
        for (int i = 0; i < 20; ++i) step();
        const OwnState& own = step();
        const body::BodyMotion truth = motion_at(now);
        EXPECT_NEAR(own.position.x, truth.position.x, 0.02) << radius;
        EXPECT_NEAR(own.position.y, truth.position.y, 0.02) << radius;
        EXPECT_NEAR(own.position.z, 0, 1e-9);
        EXPECT_NEAR(own.yaw_rad, truth.orientation.yaw(), 1e-9);
        EXPECT_NEAR(own.speed_m_s, 15, 1e-12);
        EXPECT_NEAR(own.accuracy_m, 0.5 + 0.1 * 15 * 0.205, 1e-9);
    }
}

TEST_F(OwnStateTest, HoldsItsPlaceForThreeSecondsWithoutAFix) {
    mount(SYN_SENSOR_GPS);
    EXPECT_TRUE(std::isnan(step().position.x));
    EXPECT_TRUE(std::isnan(step().speed_m_s));
    SynGps fix = fix_at(now + kBeat);
    step({sample(0, &fix)});
    const SimTime fixed = now;
    SynGps none{};
    none.position = {kUnknown, kUnknown, kUnknown};
    while (now < fixed + SensedState::kHold) {
        const OwnState& own = step({sample(0, &none)});
        ASSERT_NEAR(own.position.x, motion_at(now).position.x, 1e-6);
    }
    const OwnState& lost = step();
    EXPECT_TRUE(std::isnan(lost.position.x) && std::isnan(lost.accuracy_m));
    EXPECT_FALSE(std::isnan(lost.speed_m_s));
    fix = fix_at(now + kBeat);
    const OwnState& found = step({sample(0, &fix)});
    EXPECT_NEAR(found.position.x, motion_at(now).position.x, 1e-6);
}

TEST_F(OwnStateTest, KeepsItsHeightWhenAFixHasNone) {
    mount(SYN_SENSOR_GPS, {0, 0, 1});
    SynGps fix = fix_at(now + kBeat);
    fix.position.z = kUnknown;
    EXPECT_TRUE(std::isnan(step({sample(0, &fix)}).position.z)) << "it never had one";
    EXPECT_FALSE(std::isnan(step().position.x));
    fix = fix_at(now + kBeat);
    fix.position.z += 3;
    step({sample(0, &fix)});
    fix = fix_at(now + kBeat);
    fix.position.z = kUnknown;
    EXPECT_NEAR(step({sample(0, &fix)}).position.z, 3, 1e-12);
}

TEST_F(OwnStateTest, KnowsItsHeadingOnlyOnceItHasMoved) {
    mount(SYN_SENSOR_GPS);
    speed_m_s = 0;
    SynGps fix = fix_at(now + kBeat);
    EXPECT_TRUE(std::isnan(step({sample(0, &fix)}).yaw_rad));
    speed_m_s = 5;
    fix = fix_at(now + kBeat);
    EXPECT_NEAR(step({sample(0, &fix)}).yaw_rad, motion_at(now).orientation.yaw(), 1e-9);
    // The course of a fix is ignored at low speed, where it is only noise.
    fix.speed_m_s = 1;
    fix.yaw_rad = 2;
    EXPECT_NEAR(step({sample(0, &fix)}).yaw_rad, motion_at(now).orientation.yaw(), 1e-6);
}

TEST_F(OwnStateTest, KnowsItsHeadingWhenItReverses) {
    mount(SYN_SENSOR_GPS);
    reverses = true;
    SynGps fix = fix_at(now + kBeat);
    step({sample(0, &fix)});
    const OwnState& own = step();
    EXPECT_NEAR(std::abs(own.yaw_rad), std::numbers::pi, 1e-6);
    EXPECT_NEAR(own.position.x, motion_at(now).position.x, 1e-6);
    EXPECT_NEAR(own.speed_m_s, 15, 1e-12);
}

TEST_F(OwnStateTest, BelievesItsSensorsRatherThanTheBus) {
    mount(SYN_SENSOR_GPS);
    mount(SYN_SENSOR_WHEEL_SPEED);
    mount(SYN_SENSOR_IMU, {}, std::numbers::pi / 2);  // mounted so that it points to the left
    mount(SYN_SENSOR_STEERING);
    const double speeds[]{10, 12, 10, 12};
    const SynWheelSpeeds wheels{.speeds_rad_s = speeds, .count = 4, .reserved = 0, .radius_m = 0.5};
    SynImu imu{};
    imu.acceleration = {3, -2, 9.81};
    imu.angular_velocity = {0, 0, 0.2};
    const SynSteeringAngle steering{0.07};
    const SynGps fix = fix_at(now + kBeat);
    const OwnState& own = step({sample(0, &fix), sample(1, &wheels), sample(2, &imu), sample(3, &steering)});
    EXPECT_DOUBLE_EQ(own.speed_m_s, 5.5);
    EXPECT_NEAR(own.acceleration.x, 2, 1e-12);
    EXPECT_NEAR(own.acceleration.y, 3, 1e-12);
    EXPECT_NEAR(own.acceleration.z, 0, 1e-12);
    EXPECT_DOUBLE_EQ(own.yaw_rate_rad_s, 0.2);
    EXPECT_DOUBLE_EQ(own.steering_angle_rad, 0.07);
}

TEST_F(OwnStateTest, UsesTheSpeedOfTheFixIfTheWheelRadiusIsUnknown) {
    mount(SYN_SENSOR_GPS);
    mount(SYN_SENSOR_WHEEL_SPEED);
    const double speeds[]{10, 10};
    const SynWheelSpeeds wheels{.speeds_rad_s = speeds, .count = 2, .reserved = 0, .radius_m = kUnknown};
    SynGps fix = fix_at(now + kBeat);
    step({sample(0, &fix), sample(1, &wheels)});
    fix = fix_at(now + kBeat);
    EXPECT_DOUBLE_EQ(step({sample(0, &fix), sample(1, &wheels)}).speed_m_s, 15);
}

TEST_F(OwnStateTest, UsesTheBusForValuesWithoutASensor) {
    mount(SYN_SENSOR_GPS);
    const OwnState& own = step();
    EXPECT_DOUBLE_EQ(own.steering_angle_rad, 0.25 * figures.steering_angle_max_rad);
    EXPECT_DOUBLE_EQ(own.yaw_rate_rad_s, motion_at(now).angular_velocity.z);
}

}  // namespace
}  // namespace synchrono::client::radio

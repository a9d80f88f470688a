// Proves what those sensors have in common that measure the vehicle itself; the tests use the files that
// ship. The same key gives the same bits, and another key gives other bits, except for the true state, which
// is exact to the last bit. Samples that are left out do not change later ones. restart() forgets all earlier
// samples, and measuring allocates nothing.
#include <cstring>
#include <optional>
#include <string>

#include "client/sensors/ray_world.hpp"
#include "tests/client/sensors/inner_fixture.hpp"
#include "tests/client/sensors/ray_fixture.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::sensors {
namespace {

using testing::Inner;

const ground::PlaneGround kLevel;

struct ShippedInnerSensor : ::testing::TestWithParam<const char*> {
    ShippedInnerSensor() {
        auto read =
            config::load_sensor(std::string(SYN_SOURCE_DIR "/vehicles/sensors/") + GetParam() + ".json");
        if (!read) throw std::runtime_error(read.error().text);
        rig.emplace(testing::scenario_with("", 1), read->model, read->period);
        world.emplace(rig->scenario, nullptr, kLevel);
        rig->world = &*world;
        rig->position = {0.4, 0.1, 0.6};
        rig->at.wheels = &wheels;
        rig->at.motion.position = {10, 20, 0.6};
        rig->at.motion.velocity = {8, 6, 0};
        rig->at.motion.angular_velocity = {0.01, 0.02, 0.3};
        rig->at.motion.applied[body::DriverInputs::kSteering] = 0.2;
        for (body::Wheel& wheel : wheels) wheel.speed_rad_s = 30;
    }

    /// Returns everything that a sample holds, as bytes.
    static std::string bits(const Reading& reading) {
        const auto of = [](const auto* first, std::size_t count) {
            return std::string(reinterpret_cast<const char*>(first), count * sizeof(*first));
        };
        if (const auto* measured = std::get_if<WheelSpeeds>(&reading))
            return of(measured->head.speeds_rad_s, measured->head.count);
        if (const auto* measured = std::get_if<SynGps>(&reading)) return of(measured, 1);
        if (const auto* measured = std::get_if<SynImu>(&reading)) return of(measured, 1);
        if (const auto* measured = std::get_if<SynSteeringAngle>(&reading)) return of(measured, 1);
        return of(&std::get<SynMotion>(reading), 1);
    }
    std::string sample(Sensor& sensor, std::uint64_t index) const {
        Reading reading;
        rig->take(sensor, index, reading);
        return bits(reading);
    }

    std::vector<body::Wheel> wheels{4};
    std::optional<Inner> rig;
    std::optional<RayWorld> world;
};

TEST_P(ShippedInnerSensor, OnlyTheSameKeyGivesTheSameBits) {
    const auto one = rig->make(1), same = rig->make(1), other = rig->make(2);
    bool differs = false;
    for (std::uint64_t i = 0; i < 50; ++i) {
        const std::string measured = sample(*one, i);
        ASSERT_EQ(measured, sample(*same, i));
        differs |= measured != sample(*other, i);
    }
    EXPECT_EQ(differs, std::string(GetParam()) != "state");
}

TEST_P(ShippedInnerSensor, SkippedSamplesChangeNothing) {
    if (GetParam() == std::string("wheel_encoder")) return;  // an encoder counts the ticks of every sample
    const auto every = rig->make(), some = rig->make();
    for (std::uint64_t i = 0; i < 60; ++i) {
        const std::string measured = sample(*every, i);
        if (i == 0 || i % 9 == 4) {
            ASSERT_EQ(measured, sample(*some, i));
        }
    }
}

TEST_P(ShippedInnerSensor, RestartForgetsEverything) {
    const auto used = rig->make(), fresh = rig->make();
    for (std::uint64_t i = 0; i < 20; ++i) sample(*used, i);
    used->restart();
    fresh->restart();
    for (std::uint64_t i = 40; i < 60; ++i) ASSERT_EQ(sample(*used, i), sample(*fresh, i));
}

TEST_P(ShippedInnerSensor, AllocatesNothingOnceItRuns) {
    const auto sensor = rig->make();
    Reading reading;
    rig->take(*sensor, 0, reading);
    const std::uint64_t before = log::testing::allocations_of_this_thread();
    for (std::uint64_t i = 1; i < 50; ++i) rig->take(*sensor, i, reading);
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedInnerSensor,
                         ::testing::Values("gps_automotive", "gps_survey", "gps_phone", "imu_mems_consumer",
                                           "imu_mems_industrial", "imu_tactical", "wheel_speed_abs",
                                           "wheel_encoder", "steering_eps", "state"),
                         [](const auto& file) { return file.param; });

TEST(StateSensor, MeasuresTheCentreOfGravityWhereverItIsMounted) {
    Inner rig(config::StateSpec{}, SimDuration::milliseconds(10));
    rig.position = {1, 2, 3};
    rig.orientation = geo::Quaternion::from_yaw(1);
    geo::Motion& motion = rig.at.motion;
    motion = {.position = {1.1, 2.2, 3.3},
              .orientation = {0.1, 0.7, 0.5, 0.5},
              .velocity = {4, 5, 6},
              .angular_velocity = {7, 8, 9},
              .acceleration = {-1, -2, -3}};
    const SynMotion measured = rig.take<SynMotion>(*rig.make(), 0);
    const double expected[]{1.1, 2.2, 3.3, 0.1, 0.7, 0.5, 0.5, 4, 5, 6, 7, 8, 9, -1, -2, -3};
    static_assert(sizeof measured == sizeof expected);
    EXPECT_EQ(std::memcmp(&measured, expected, sizeof measured), 0);
}

}  // namespace
}  // namespace synchrono::client::sensors

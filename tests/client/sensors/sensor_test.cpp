// Proves where the data of a reading lies, and how a sensor moves with the vehicle on which it is mounted.
#include "client/sensors/sensor.hpp"

#include <gtest/gtest.h>
#include <numbers>

namespace synchrono::client::sensors {
namespace {

TEST(SensorTest, DataOfAReadingIsItsHeadWhereItHasOne) {
    Reading reading = SynGps{};
    EXPECT_EQ(data_of(reading), &std::get<SynGps>(reading));
    reading = PointCloud{};
    EXPECT_EQ(data_of(reading), &std::get<PointCloud>(reading).head);
}

TEST(SensorTest, AMountAheadMovesSidewaysWhenItsVehicleTurns) {
    const config::Scenario scenario;
    const config::AgentSpec agent;
    const config::MountedSensor mounted;
    const config::SensorSpec spec;
    const SensorSetup setup{.scenario = scenario,
                            .agent = agent,
                            .mounted = mounted,
                            .spec = spec,
                            .position = {2, 0, 1},
                            .orientation = geo::Quaternion::from_yaw(std::numbers::pi / 2)};
    geo::Motion body;
    body.position = {10, 20, 0.5};
    body.orientation = geo::Quaternion::from_yaw(std::numbers::pi);
    body.velocity = {-3, 0, 0};
    body.angular_velocity = {0, 0, 0.5};
    const geo::Motion motion = motion_at(body, setup);
    EXPECT_NEAR(motion.position.x, 8, 1e-12);
    EXPECT_NEAR(motion.position.y, 20, 1e-12);
    EXPECT_NEAR(motion.position.z, 1.5, 1e-12);
    EXPECT_NEAR(motion.velocity.x, -3, 1e-12);
    EXPECT_NEAR(motion.velocity.y, -1, 1e-12);  // south, which is to the left of a vehicle that heads west
    EXPECT_NEAR(motion.orientation.yaw(), -std::numbers::pi / 2, 1e-12);
}

}  // namespace
}  // namespace synchrono::client::sensors

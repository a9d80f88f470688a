// Proves that vehicles take three controls and stop safely by braking, publish and read both types of state,
// and have brake lights and wheels. Also proves that as_vehicle() returns the vehicle that an agent names.
#include "client/kind/vehicle/vehicle_kind.hpp"

#include <gtest/gtest.h>

#include "client/body/machine_state_codec.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::kind {
namespace {

struct VehicleKindTest : ::testing::Test {
    VehicleKindTest() {
        scenario.vehicles["sedan"] = sedan();
        agent.vehicle = "sedan";
        motion.position = {1, 2, 0.5};
        motion.velocity = {10, 0, 0};
        motion.applied = body::DriverInputs{0.5, 0.25, 0.125};
        machinery.wheels.resize(4);
        machinery.gear = 3;
    }
    config::Scenario scenario;
    config::AgentSpec agent;
    body::BodyMotion motion;
    body::Machinery machinery;
    const BodyKind& kind = vehicle_kind();
};

TEST_F(VehicleKindTest, ReadsWhatItPublishes) {
    for (const auto type_url : {body::kVehicleStateTypeUrl, body::kMachineStateTypeUrl}) {
        const bool has_machinery = type_url == body::kMachineStateTypeUrl;
        ASSERT_NE(kind.state_named(type_url), nullptr);
        EXPECT_EQ(kind.state_named(type_url)->has_machinery, has_machinery);
        Bytes state;
        kind.append_state(state, type_url, motion, machinery);
        body::BodyMotion read;
        body::Machinery read_machinery;
        ASSERT_TRUE(kind.read_state(type_url, state, read, &read_machinery));
        EXPECT_EQ(read.position, motion.position);
        EXPECT_EQ(read.applied, motion.applied);
        EXPECT_EQ(read_machinery.wheels.size(), has_machinery ? 4u : 0u);
        EXPECT_TRUE(kind.read_state(type_url, state, read, nullptr));
    }
}

TEST_F(VehicleKindTest, OrdersItsControlsSteeringThrottleBraking) {
    const auto controls = kind.controls();
    ASSERT_EQ(controls.size(), 3u);
    EXPECT_EQ(controls[body::DriverInputs::kSteering].name, "steering");
    EXPECT_EQ(controls[body::DriverInputs::kSteering].low, -1);
    EXPECT_EQ(controls[body::DriverInputs::kThrottle].name, "throttle");
    EXPECT_EQ(controls[body::DriverInputs::kThrottle].low, 0);
    EXPECT_EQ(controls[body::DriverInputs::kBraking].name, "braking");
    EXPECT_EQ(controls[body::DriverInputs::kBraking].high, 1);
    const body::DriverInputs inputs{-0.5, 0.25, 0.75};
    EXPECT_EQ(body::driver_inputs(inputs), inputs);
}

TEST_F(VehicleKindTest, SafeStopBrakesFullyAndKeepsTheSteering) {
    EXPECT_EQ(kind.safe_stop(body::DriverInputs{-0.5, 0.25, 0}), (body::DriverInputs{-0.5, 0, 1}));
    EXPECT_EQ(kind.safe_stop_text(), "the vehicle brakes to a stop");
}

TEST_F(VehicleKindTest, ReadsNoOtherType) {
    Bytes state;
    kind.append_state(state, body::kVehicleStateTypeUrl, motion, {});
    body::BodyMotion read;
    EXPECT_EQ(kind.state_named("/test.Other"), nullptr);
    EXPECT_FALSE(kind.read_state("/test.Other", state, read, nullptr));
    EXPECT_EQ(read.position, geo::Vec3{});
}

TEST_F(VehicleKindTest, BrakeLightsGoOnWithThePedal) {
    motion.applied[body::DriverInputs::kBraking] = body::kBrakeLightsFrom;
    EXPECT_TRUE(kind.shows_braking(motion));
    motion.applied[body::DriverInputs::kBraking] = body::kBrakeLightsFrom / 2;
    EXPECT_FALSE(kind.shows_braking(motion));
}

TEST_F(VehicleKindTest, WheelsSteerAndRollWithTheVehicle) {
    const auto wheels = kind.wheels_of(scenario, agent, motion, 2);
    ASSERT_EQ(wheels.size(), 4u);
    EXPECT_GT(wheels[0].pose.orientation.yaw(), 0.1) << "to the left";
    EXPECT_NEAR(wheels[0].spin_rad, 2 / sedan().tyre.radius_m, 1e-12);
    EXPECT_NEAR(wheels[0].speed_rad_s, 10 / sedan().tyre.radius_m, 1e-12);
}

TEST_F(VehicleKindTest, ReturnsTheVehicleThatItsAgentNames) {
    EXPECT_EQ(kind.as_vehicle(scenario, agent), &scenario.vehicles.at("sedan"));
}

TEST_F(VehicleKindTest, BrokenContractsStopTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    Bytes state;
    EXPECT_DEATH(kind.append_state(state, "/test.Other", motion, {}), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::kind

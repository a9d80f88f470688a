// Proves that the codec of MachineState agrees with the class that protoc generates, and that it refuses
// everything that is not a usable state.
#include "client/body/machine_state_codec.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <string>

#include "client/body/vehicle_state_codec.hpp"
#include "common/base/limits.hpp"
#include "proto/state.pb.h"

namespace synchrono::client::body {
namespace {

BodyMotion some_motion() {
    BodyMotion motion;
    motion.position = {1, -2, 0.5};
    motion.velocity = {3, 4, 0};
    motion.applied = DriverInputs{-0.5, 0.25, 0};
    return motion;
}

Wheel some_wheel(double steer, double camber) {
    const geo::Quaternion lean{std::cos(camber / 2), std::sin(camber / 2), 0, 0};
    return {.pose = {.position = {1.5, 0.75, -0.25}, .orientation = geo::Quaternion::from_yaw(steer) * lean},
            .spin_rad = 0.5 - 4 * std::numbers::pi,
            .speed_rad_s = 30};
}

Machinery some_machinery() {
    return {.wheels = {some_wheel(0.25, 0.125), some_wheel(-0.5, 0)}, .engine_rpm = 2500, .gear = -1};
}

std::string written(const BodyMotion& motion, const Machinery& machinery) {
    Bytes out;
    append_machine_state(out, motion, machinery);
    return std::string(as_text(out));
}

bool decodes(const std::string& bytes, std::string_view type_url = kMachineStateTypeUrl) {
    BodyMotion motion;
    return decode_vehicle(type_url, as_byte_view(bytes), motion);
}

TEST(MachineStateCodec, WritesWhatProtobufReads) {
    MachineState state;
    const std::string bytes = written(some_motion(), some_machinery());
    ASSERT_TRUE(state.ParseFromString(bytes));
    EXPECT_EQ(state.SerializeAsString(), bytes);
    EXPECT_EQ(state.vehicle().y_m(), -2);
    ASSERT_EQ(state.wheels_size(), 2);
    EXPECT_EQ(state.wheels(0).x_m(), 1.5f);
    EXPECT_NEAR(state.wheels(0).steer_rad(), 0.25, 1e-6);
    EXPECT_NEAR(state.wheels(0).camber_rad(), 0.125, 1e-6);
    EXPECT_NEAR(state.wheels(0).spin_rad(), 0.5, 1e-6) << "within a turn";
    EXPECT_NEAR(state.wheels(1).steer_rad(), -0.5, 1e-6);
    EXPECT_EQ(state.engine_rpm(), 2500);
    EXPECT_EQ(state.gear(), -1);
}

TEST(MachineStateCodec, ReadsBackWhatItWrote) {
    const std::string bytes = written(some_motion(), some_machinery());
    BodyMotion motion;
    Machinery machinery;
    ASSERT_TRUE(decode_vehicle(kMachineStateTypeUrl, as_byte_view(bytes), motion, &machinery));
    EXPECT_EQ(motion.position, some_motion().position);
    EXPECT_EQ(motion.applied, some_motion().applied);
    ASSERT_EQ(machinery.wheels.size(), 2u);
    EXPECT_EQ(machinery.wheels[0].pose.position, (geo::Vec3{1.5, 0.75, -0.25}));
    EXPECT_NEAR(machinery.wheels[0].pose.orientation.yaw(), 0.25, 1e-6);
    EXPECT_EQ(machinery.gear, -1);
    EXPECT_EQ(written(motion, machinery), bytes);
}

TEST(MachineStateCodec, ReadsAVehicleStateWithoutMachinery) {
    std::array<std::byte, kVehicleStateBytesMax> bytes;
    const std::size_t length = encode(some_motion(), bytes);
    BodyMotion motion;
    Machinery machinery = some_machinery();
    ASSERT_TRUE(decode_vehicle(kVehicleStateTypeUrl, ByteView(bytes).first(length), motion, &machinery));
    EXPECT_EQ(motion.position, some_motion().position);
    EXPECT_TRUE(machinery.wheels.empty());
}

TEST(MachineStateCodec, LeavesOutWheelsBeyondTheMaximum) {
    Machinery many;
    many.wheels.resize(kWheelsMax + 3, some_wheel(0.1, 0.1));
    MachineState state;
    const std::string bytes = written(some_motion(), many);
    ASSERT_TRUE(state.ParseFromString(bytes));
    EXPECT_EQ(state.wheels_size(), static_cast<int>(kWheelsMax));
    EXPECT_LT(bytes.size() + 128, limits::kStateBytesMax) << "header and type URL must fit as well";
}

TEST(MachineStateCodec, RefusesMalformedStates) {
    const std::string good = written(some_motion(), some_machinery());
    EXPECT_TRUE(decodes(good));
    EXPECT_FALSE(decodes(good, "/synchrono.SignalsState"));
    EXPECT_FALSE(decodes(good.substr(0, good.size() - 3)));
    EXPECT_FALSE(decodes("")) << "no vehicle in it";
    MachineState state;
    ASSERT_TRUE(state.ParseFromString(good));
    MachineState wrong = state;
    wrong.mutable_vehicle()->set_vx_m_s(std::numeric_limits<float>::infinity());
    EXPECT_FALSE(decodes(wrong.SerializeAsString()));
    wrong = state;
    wrong.mutable_wheels(1)->set_spin_rad(std::numeric_limits<float>::quiet_NaN());
    EXPECT_FALSE(decodes(wrong.SerializeAsString()));
    wrong = state;
    wrong.set_engine_rpm(std::numeric_limits<float>::infinity());
    EXPECT_FALSE(decodes(wrong.SerializeAsString()));
    wrong = state;
    while (wrong.wheels_size() <= static_cast<int>(kWheelsMax)) *wrong.add_wheels() = state.wheels(0);
    EXPECT_FALSE(decodes(wrong.SerializeAsString()));
}

}  // namespace
}  // namespace synchrono::client::body

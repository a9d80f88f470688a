/// Proves that the codec of VehicleState writes the same bytes and reads the same values as the class that
/// protoc generates, refuses everything that is not a usable state, and allocates nothing.

#include "client/body/vehicle_state_codec.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

#include "common/base/random.hpp"
#include "proto/state.pb.h"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::body {
namespace {

BodyMotion random_motion(Random& r) {
    BodyMotion m;
    const auto vec = [&](double size) {
        return geo::Vec3{r.uniform(-size, size), r.uniform(-size, size),
                         r.chance(0.3) ? 0 : r.uniform(-size, size)};
    };
    m.position = vec(1e5);
    m.orientation = geo::Quaternion{r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1), 0.1}.normalised();
    m.velocity = vec(60);
    m.angular_velocity = vec(3);
    m.acceleration = vec(10);
    m.applied = DriverInputs{r.uniform(-1, 1), r.uniform(), r.chance(0.5) ? 0 : r.uniform()};
    return m;
}

VehicleState as_proto(const BodyMotion& m) {
    VehicleState s;
    s.set_x_m(m.position.x);
    s.set_y_m(m.position.y);
    s.set_z_m(m.position.z);
    s.set_qw(static_cast<float>(m.orientation.w));
    s.set_qx(static_cast<float>(m.orientation.x));
    s.set_qy(static_cast<float>(m.orientation.y));
    s.set_qz(static_cast<float>(m.orientation.z));
    s.set_vx_m_s(static_cast<float>(m.velocity.x));
    s.set_vy_m_s(static_cast<float>(m.velocity.y));
    s.set_vz_m_s(static_cast<float>(m.velocity.z));
    s.set_wx_rad_s(static_cast<float>(m.angular_velocity.x));
    s.set_wy_rad_s(static_cast<float>(m.angular_velocity.y));
    s.set_wz_rad_s(static_cast<float>(m.angular_velocity.z));
    s.set_ax_m_s2(static_cast<float>(m.acceleration.x));
    s.set_ay_m_s2(static_cast<float>(m.acceleration.y));
    s.set_az_m_s2(static_cast<float>(m.acceleration.z));
    s.set_steering(static_cast<float>(m.applied[DriverInputs::kSteering]));
    s.set_throttle(static_cast<float>(m.applied[DriverInputs::kThrottle]));
    s.set_braking(static_cast<float>(m.applied[DriverInputs::kBraking]));
    return s;
}

using Buffer = std::array<std::byte, kVehicleStateBytesMax>;

std::string encoded(const BodyMotion& m) {
    Buffer buffer;
    return std::string(as_text({buffer.data(), encode(m, buffer)}));
}

bool decodes(const std::string& bytes) {
    BodyMotion m;
    return decode(as_byte_view(bytes), m);
}

TEST(VehicleStateCodec, WritesWhatProtobufWrites) {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const BodyMotion m = random_motion(random);
        ASSERT_EQ(encoded(m), as_proto(m).SerializeAsString());
    }
    BodyMotion minus;
    minus.velocity.x = -0.0;
    EXPECT_EQ(encoded(minus), as_proto(minus).SerializeAsString());
}

TEST(VehicleStateCodec, ReadsWhatItWrote) {
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const BodyMotion m = random_motion(random);
        BodyMotion back;
        ASSERT_TRUE(decode(as_byte_view(encoded(m)), back));
        EXPECT_EQ(back.position, m.position);
        EXPECT_NEAR(back.orientation.w, m.orientation.w, 1e-7);
        EXPECT_NEAR(geo::length(back.velocity - m.velocity), 0, 1e-5);
        EXPECT_NEAR(geo::length(back.angular_velocity - m.angular_velocity), 0, 1e-6);
        EXPECT_NEAR(geo::length(back.acceleration - m.acceleration), 0, 1e-5);
        EXPECT_NEAR(back.applied[DriverInputs::kSteering], m.applied[DriverInputs::kSteering], 1e-7);
        EXPECT_NEAR(back.applied[DriverInputs::kThrottle], m.applied[DriverInputs::kThrottle], 1e-7);
        EXPECT_NEAR(back.applied[DriverInputs::kBraking], m.applied[DriverInputs::kBraking], 1e-7);
    }
}

TEST(VehicleStateCodec, ReadsFieldsInAnyOrderAndTakesTheLastOfEach) {
    Random random(5);
    for (int i = 0; i < 300; ++i) {
        // The bytes are one state with its fields in another order, or two states one after the other. One of
        // the two may be cut after any field. Protobuf reads all of these, so the codec must read them too.
        const std::string first = as_proto(random_motion(random)).SerializeAsString();
        const std::string second = as_proto(random_motion(random)).SerializeAsString();
        synchrono::VehicleState head;
        std::size_t cut = random.below(first.size());
        while (!head.ParseFromString(first.substr(0, cut))) --cut;
        for (const std::string& bytes :
             {first.substr(cut) + first.substr(0, cut), first.substr(0, cut) + second,
              second + first.substr(0, cut), first + second}) {
            synchrono::VehicleState expected;
            ASSERT_TRUE(expected.ParseFromString(bytes));
            BodyMotion in_order, as_it_came;
            const bool usable = decode(as_byte_view(expected.SerializeAsString()), in_order);
            ASSERT_EQ(decode(as_byte_view(bytes), as_it_came), usable);
            EXPECT_EQ(as_it_came.position, in_order.position);
            EXPECT_EQ(as_it_came.velocity, in_order.velocity);
            EXPECT_EQ(as_it_came.acceleration, in_order.acceleration);
            EXPECT_EQ(as_it_came.applied[DriverInputs::kBraking], in_order.applied[DriverInputs::kBraking]);
        }
    }
}

TEST(VehicleStateCodec, SkipsUnknownFields) {
    Random random(3);
    const BodyMotion m = random_motion(random);
    BodyMotion back;
    // The codec does not know field 20 (a varint), field 21 (bytes), and field 1 with a wrong wire type.
    const std::string extra =
        std::string("\xa0\x01\x07", 3) + std::string("\xaa\x01\x02xy", 5) + std::string("\x08\x05", 2);
    ASSERT_TRUE(decode(as_byte_view(extra + encoded(m) + extra), back));
    EXPECT_EQ(back.position, m.position);
}

TEST(VehicleStateCodec, RefusesMalformedStates) {
    Random random(4);
    const std::string good = encoded(random_motion(random));
    EXPECT_FALSE(decodes(""));  // no orientation
    EXPECT_FALSE(decodes(good + std::string("\x09\x01", 2)));
    EXPECT_FALSE(decodes(good + '\xff'));
    const std::size_t ends[] = {1, 5, 10, 28, 33};  // cut within the number after a tag
    for (const std::size_t n : ends) EXPECT_FALSE(decodes(good.substr(0, n))) << n;

    const double bad[] = {std::nan(""), std::numeric_limits<double>::infinity(),
                          -std::numeric_limits<double>::infinity()};
    for (const double x : bad) {
        BodyMotion m = random_motion(random);
        m.position.y = x;
        EXPECT_FALSE(decodes(encoded(m)));
        m = random_motion(random);
        m.angular_velocity.x = x;
        EXPECT_FALSE(decodes(encoded(m)));
        m = random_motion(random);
        m.applied[DriverInputs::kBraking] = x;
        EXPECT_FALSE(decodes(encoded(m)));
        m = random_motion(random);
        m.orientation.z = x;
        EXPECT_FALSE(decodes(encoded(m)));
    }
    BodyMotion huge = random_motion(random);
    huge.orientation = {1e20, 0, 0, 0};
    EXPECT_FALSE(decodes(encoded(huge)));
}

TEST(VehicleStateCodec, RandomBytesNeitherCrashNorTouchTheResult) {
    Random random(5);
    const std::string good = encoded(random_motion(random));
    for (int i = 0; i < 20'000; ++i) {
        std::string bytes = good;
        for (std::uint64_t n = 1 + random.below(4); n > 0; --n)
            bytes[random.below(bytes.size())] = static_cast<char>(random.bits());
        bytes.resize(random.below(bytes.size() + 1));
        BodyMotion m;
        m.position.x = 42;
        if (!decode(as_byte_view(bytes), m)) {
            ASSERT_EQ(m.position.x, 42);
        }
    }
}

TEST(VehicleStateCodec, DoesNotAllocate) {
    Random random(6);
    BodyMotion m = random_motion(random);
    Buffer buffer;
    const auto before = log::testing::allocations_of_this_thread();
    for (int i = 0; i < 100; ++i) {
        const std::size_t n = encode(m, buffer);
        ASSERT_TRUE(decode({buffer.data(), n}, m));
    }
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

}  // namespace
}  // namespace synchrono::client::body

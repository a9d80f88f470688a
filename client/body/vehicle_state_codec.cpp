#include "client/body/vehicle_state_codec.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <protozero/basic_pbf_writer.hpp>
#include <protozero/buffer_fixed.hpp>
#include <protozero/pbf_reader.hpp>

#include "common/base/contract.hpp"

namespace synchrono::client::body {
namespace {

using protozero::pbf_wire_type;

static_assert(std::endian::native == std::endian::little, "fixed fields are copied as they are");

// Returns whether the numbers of a peer's state are such that dead reckoning, pilots and engines can compute
// with them.
bool usable(const BodyMotion& m) {
    const auto finite = [](geo::Vec3 v) {
        return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    };
    const geo::Quaternion& q = m.orientation;
    const double norm = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return finite(m.position) && finite(m.velocity) && finite(m.angular_velocity) && finite(m.acceleration) &&
           norm > 0.5 && norm < 2 && std::isfinite(m.applied[DriverInputs::kSteering]) &&
           std::isfinite(m.applied[DriverInputs::kThrottle]) &&
           std::isfinite(m.applied[DriverInputs::kBraking]);
}

}  // namespace

std::size_t encode(const BodyMotion& motion, std::span<std::byte> out) {
    SYN_REQUIRE(out.size() >= kVehicleStateBytesMax);
    protozero::fixed_size_buffer_adaptor buffer(reinterpret_cast<char*>(out.data()), out.size());
    protozero::basic_pbf_writer writer(buffer);
    // Zero, but not minus zero, is left out, as in protobuf.
    const auto add_double = [&](protozero::pbf_tag_type tag, double value) {
        if (std::bit_cast<std::uint64_t>(value) != 0) writer.add_double(tag, value);
    };
    const auto add_float = [&](protozero::pbf_tag_type tag, double value) {
        const auto narrow = static_cast<float>(value);
        if (std::bit_cast<std::uint32_t>(narrow) != 0) writer.add_float(tag, narrow);
    };
    add_double(1, motion.position.x);
    add_double(2, motion.position.y);
    add_double(3, motion.position.z);
    add_float(4, motion.orientation.w);
    add_float(5, motion.orientation.x);
    add_float(6, motion.orientation.y);
    add_float(7, motion.orientation.z);
    add_float(8, motion.velocity.x);
    add_float(9, motion.velocity.y);
    add_float(10, motion.velocity.z);
    add_float(11, motion.angular_velocity.x);
    add_float(12, motion.angular_velocity.y);
    add_float(13, motion.angular_velocity.z);
    add_float(14, motion.acceleration.x);
    add_float(15, motion.acceleration.y);
    add_float(16, motion.acceleration.z);
    add_float(17, motion.applied[DriverInputs::kSteering]);
    add_float(18, motion.applied[DriverInputs::kThrottle]);
    add_float(19, motion.applied[DriverInputs::kBraking]);
    return buffer.size();
}

void append_vehicle_state(Bytes& out, const BodyMotion& motion) {
    std::array<std::byte, kVehicleStateBytesMax> state;
    const std::size_t bytes = encode(motion, state);
    out.insert(out.end(), state.begin(), state.begin() + static_cast<std::ptrdiff_t>(bytes));
}

bool decode(ByteView bytes, BodyMotion& motion) {
    BodyMotion read;
    read.orientation = {0, 0, 0, 0};  // a field that is absent means zero
    double* const doubles[] = {&read.position.x, &read.position.y, &read.position.z};
    double* const floats[] = {&read.orientation.w,
                              &read.orientation.x,
                              &read.orientation.y,
                              &read.orientation.z,
                              &read.velocity.x,
                              &read.velocity.y,
                              &read.velocity.z,
                              &read.angular_velocity.x,
                              &read.angular_velocity.y,
                              &read.angular_velocity.z,
                              &read.acceleration.x,
                              &read.acceleration.y,
                              &read.acceleration.z,
                              &read.applied[DriverInputs::kSteering],
                              &read.applied[DriverInputs::kThrottle],
                              &read.applied[DriverInputs::kBraking]};
    // Nearly all messages have their fields in ascending order, as encode() writes them. This loop reads such
    // fields quickly and leaves the rest to the reader below.
    const std::byte* at = bytes.data();
    const std::byte* const end = at + bytes.size();
    for (unsigned number = 1; number <= 19; ++number) {
        const bool wide = number <= 3;
        const std::uint32_t tag =
            protozero::tag_and_type(number, wide ? pbf_wire_type::fixed64 : pbf_wire_type::fixed32);
        const std::size_t tag_bytes = tag < 0x80 ? 1 : 2;
        const std::size_t field_bytes = tag_bytes + (wide ? sizeof(double) : sizeof(float));
        if (static_cast<std::size_t>(end - at) < field_bytes) continue;
        const std::uint32_t low = tag < 0x80 ? tag : (tag & 0x7f) | 0x80;
        if (at[0] != static_cast<std::byte>(low) ||
            (tag_bytes == 2 && at[1] != static_cast<std::byte>(tag >> 7)))
            continue;
        if (wide) {
            std::memcpy(doubles[number - 1], at + tag_bytes, sizeof(double));
        } else {
            float value = 0;
            std::memcpy(&value, at + tag_bytes, sizeof value);
            *floats[number - 4] = value;
        }
        at += field_bytes;
    }
    try {
        protozero::pbf_reader reader(reinterpret_cast<const char*>(at), static_cast<std::size_t>(end - at));
        while (reader.next()) {
            // A field with a known number but another wire type counts as unknown, as in protobuf.
            const auto tag = reader.tag();
            if (tag <= 3 && reader.wire_type() == pbf_wire_type::fixed64) {
                *doubles[tag - 1] = reader.get_double();
            } else if (tag >= 4 && tag <= 19 && reader.wire_type() == pbf_wire_type::fixed32) {
                *floats[tag - 4] = reader.get_float();
            } else {
                reader.skip();
            }
        }
    } catch (const protozero::exception&) {
        return false;
    }
    if (!usable(read)) return false;
    read.orientation = read.orientation.normalised();
    motion = read;
    return true;
}

}  // namespace synchrono::client::body

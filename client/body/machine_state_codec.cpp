#include "client/body/machine_state_codec.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <protozero/basic_pbf_writer.hpp>
#include <protozero/buffer_fixed.hpp>
#include <protozero/pbf_reader.hpp>

#include "client/body/vehicle_state_codec.hpp"

namespace synchrono::client::body {
namespace {

using protozero::pbf_wire_type;

constexpr std::size_t kWheelFields = 7, kWheelBytesMax = kWheelFields * 5;
/// The longest MachineState: the VehicleState, the wheels, engine_rpm and gear, with their tags and lengths.
constexpr std::size_t kMachineBytesMax =
    (kVehicleStateBytesMax + 3) + kWheelsMax * (kWheelBytesMax + 2) + 5 + 6;

using Writer = protozero::basic_pbf_writer<protozero::fixed_size_buffer_adaptor>;

/// Writes a field. Leaves out zero, but not minus zero, as protobuf does.
void add_float(Writer& writer, protozero::pbf_tag_type tag, double value) {
    const auto narrow = static_cast<float>(value);
    if (std::bit_cast<std::uint32_t>(narrow) != 0) writer.add_float(tag, narrow);
}

/// Returns the same angle in the range from 0 to 2 pi: a float is too coarse for an angle that keeps growing.
double within_a_turn(double angle) {
    constexpr double kTurn = 2 * std::numbers::pi;
    const double rest = std::fmod(angle, kTurn);
    return rest < 0 ? rest + kTurn : rest;
}

double camber_of(const geo::Quaternion& q) {
    return std::asin(std::clamp(2 * (q.w * q.x + q.y * q.z), -1.0, 1.0));
}

std::array<double, kWheelFields> fields_of(const Wheel& wheel) {
    const geo::Vec3& at = wheel.pose.position;
    return {at.x,
            at.y,
            at.z,
            wheel.pose.orientation.yaw(),
            camber_of(wheel.pose.orientation),
            within_a_turn(wheel.spin_rad),
            wheel.speed_rad_s};
}

Wheel wheel_of(const std::array<double, kWheelFields>& fields) {
    Wheel wheel;
    wheel.pose.position = {fields[0], fields[1], fields[2]};
    const double half = fields[4] / 2;
    wheel.pose.orientation =
        geo::Quaternion::from_yaw(fields[3]) * geo::Quaternion{std::cos(half), std::sin(half), 0, 0};
    wheel.spin_rad = fields[5];
    wheel.speed_rad_s = fields[6];
    return wheel;
}

bool read_wheel(protozero::pbf_reader reader, Wheel& wheel) {
    std::array<double, kWheelFields> fields{};
    while (reader.next()) {
        const auto tag = reader.tag();
        if (tag <= kWheelFields && reader.wire_type() == pbf_wire_type::fixed32) {
            fields[tag - 1] = reader.get_float();
        } else {
            reader.skip();
        }
    }
    wheel = wheel_of(fields);
    return std::all_of(fields.begin(), fields.end(), [](double value) { return std::isfinite(value); });
}

bool read_machine(ByteView bytes, BodyMotion& motion, Machinery& machinery) {
    protozero::pbf_reader reader(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    ByteView vehicle;
    while (reader.next()) {
        const auto tag = reader.tag();
        const auto type = reader.wire_type();
        if (tag == 1 && type == pbf_wire_type::length_delimited) {
            const auto view = reader.get_view();
            vehicle = as_byte_view({view.data(), view.size()});
        } else if (tag == 2 && type == pbf_wire_type::length_delimited) {
            if (machinery.wheels.size() == kWheelsMax) return false;
            if (!read_wheel(reader.get_message(), machinery.wheels.emplace_back())) return false;
        } else if (tag == 3 && type == pbf_wire_type::fixed32) {
            machinery.engine_rpm = reader.get_float();
        } else if (tag == 4 && type == pbf_wire_type::varint) {
            machinery.gear = reader.get_sint32();
        } else {
            reader.skip();
        }
    }
    return std::isfinite(machinery.engine_rpm) && decode(vehicle, motion);
}

}  // namespace

void append_machine_state(Bytes& out, const BodyMotion& motion, const Machinery& machinery) {
    std::array<char, kMachineBytesMax> whole;
    protozero::fixed_size_buffer_adaptor buffer(whole.data(), whole.size());
    Writer writer(buffer);
    std::array<std::byte, kVehicleStateBytesMax> vehicle;
    writer.add_message(1, reinterpret_cast<const char*>(vehicle.data()), encode(motion, vehicle));
    for (std::size_t i = 0; i < std::min(machinery.wheels.size(), kWheelsMax); ++i) {
        std::array<char, kWheelBytesMax> bytes;
        protozero::fixed_size_buffer_adaptor part(bytes.data(), bytes.size());
        Writer wheel(part);
        protozero::pbf_tag_type tag = 0;
        for (const double field : fields_of(machinery.wheels[i])) add_float(wheel, ++tag, field);
        writer.add_message(2, part.data(), part.size());
    }
    add_float(writer, 3, machinery.engine_rpm);
    if (machinery.gear != 0) writer.add_sint32(4, machinery.gear);
    const ByteView written = as_byte_view({buffer.data(), buffer.size()});
    out.insert(out.end(), written.begin(), written.end());
}

bool decode_vehicle(std::string_view type_url, ByteView state, BodyMotion& motion, Machinery* machinery) {
    if (machinery != nullptr) *machinery = {};
    if (type_url == kVehicleStateTypeUrl) return decode(state, motion);
    if (type_url != kMachineStateTypeUrl) return false;
    Machinery read;
    try {
        if (!read_machine(state, motion, read)) return false;
    } catch (const protozero::exception&) {
        return false;
    }
    if (machinery != nullptr) *machinery = std::move(read);
    return true;
}

}  // namespace synchrono::client::body

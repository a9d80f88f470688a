/// Converts a BodyMotion to and from the bytes of synchrono.VehicleState (proto/state.proto). encode() and
/// decode() allocate nothing, since a client may call them at every heartbeat: encode() for its own agents,
/// and decode() for all agents that it knows of.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "client/body/body_motion.hpp"
#include "common/base/bytes.hpp"

namespace synchrono::client::body {

/// The type URL of the Any that carries a VehicleState.
inline constexpr std::string_view kVehicleStateTypeUrl = "/synchrono.VehicleState";

/// The length of the longest VehicleState: three doubles and sixteen floats with their tags.
inline constexpr std::size_t kVehicleStateBytesMax = 3 * 9 + 12 * 5 + 4 * 6;

/// Appends a VehicleState to `out`.
void append_vehicle_state(Bytes& out, const BodyMotion& motion);

/// Writes `motion` as a VehicleState to the front of `out` and returns the number of bytes. Requires an `out`
/// of at least kVehicleStateBytesMax.
std::size_t encode(const BodyMotion& motion, std::span<std::byte> out);

/// Reads a VehicleState that encode() or any protobuf library has written; unknown fields are skipped.
/// Returns false and leaves `motion` unchanged if the bytes are not a VehicleState, a number is not finite,
/// or the orientation is far from unit length.
bool decode(ByteView bytes, BodyMotion& motion);

}  // namespace synchrono::client::body

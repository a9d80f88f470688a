/// BodyMotion to and from the bytes of synchrono.VehicleState (proto/state.proto), without allocation:
/// every client does this for each of its agents and each of its peers at every heartbeat.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "client/body/body_motion.hpp"
#include "common/base/bytes.hpp"

namespace synchrono::client {

/// The type URL of the Any that carries a VehicleState.
inline constexpr std::string_view kVehicleStateTypeUrl = "/synchrono.VehicleState";

/// No encoded VehicleState is longer: three doubles and sixteen floats with their tags.
inline constexpr std::size_t kVehicleStateBytesMax = 3 * 9 + 12 * 5 + 4 * 6;

/// Appends a VehicleState to `out`.
void append_vehicle_state(Bytes& out, const BodyMotion& motion);

/// Writes `motion` to the front of `out` and returns how many bytes. Requires room for kVehicleStateBytesMax.
std::size_t encode(const BodyMotion& motion, std::span<std::byte> out);

/// Reads what `encode` or any protobuf library wrote; unknown fields are skipped. False, and `motion`
/// untouched, when the bytes are no VehicleState, a number is not finite, or the orientation has no
/// direction.
bool decode(ByteView bytes, BodyMotion& motion);

}  // namespace synchrono::client

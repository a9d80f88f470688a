/// Encodes synchrono.MachineState, and decodes the state of any vehicle. A vehicle whose engine knows wheels,
/// motor and gear has a MachineState; any other vehicle has a synchrono.VehicleState.
#pragma once

#include <cstddef>
#include <string_view>

#include "client/body/body_motion.hpp"
#include "client/body/machinery.hpp"
#include "common/base/bytes.hpp"

namespace synchrono::client::body {

/// The type URL of the Any that carries a MachineState.
inline constexpr std::string_view kMachineStateTypeUrl = "/synchrono.MachineState";

/// The most wheels in a message. Encoding leaves out further wheels; decoding refuses a message with more.
inline constexpr std::size_t kWheelsMax = 16;

/// Appends a MachineState to `out`.
void append_machine_state(Bytes& out, const BodyMotion& motion, const Machinery& machinery);

/// Reads a VehicleState or a MachineState, as `type_url` says; unknown fields are skipped. `machinery` may be
/// null; it is left empty if the state has no machinery or the function fails. Returns false and leaves
/// `motion` unchanged if the type is neither of the two, the bytes do not parse, there are more than
/// kWheelsMax wheels, a number is not finite, or the orientation is far from unit length.
bool decode_vehicle(std::string_view type_url, ByteView state, BodyMotion& motion,
                    Machinery* machinery = nullptr);

}  // namespace synchrono::client::body

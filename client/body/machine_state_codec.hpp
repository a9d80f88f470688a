/// Encodes and decodes the states that vehicles publish: synchrono.VehicleState, or synchrono.MachineState
/// if the engine also knows wheels, motor and gear.
#pragma once

#include <cstddef>
#include <string_view>

#include "client/body/body_motion.hpp"
#include "client/body/machinery.hpp"
#include "common/base/bytes.hpp"

namespace synchrono::client {

/// The type URL of the Any that carries a MachineState.
inline constexpr std::string_view kMachineStateTypeUrl = "/synchrono.MachineState";

/// The number of wheels for which a message has room; further ones are left out.
inline constexpr std::size_t kWheelsMax = 16;

/// Appends a MachineState to `out`.
void append_machine_state(Bytes& out, const BodyMotion& motion, const Machinery& machinery);

/// Reads either type of state, as the type URL says; unknown fields are skipped. `machinery` may be null;
/// it is emptied if the state has none. Returns false and leaves `motion` unchanged if the type is another
/// one, the bytes do not parse, the wheels are too many, or a number cannot be computed with.
bool decode_vehicle(std::string_view type_url, ByteView state, BodyMotion& motion,
                    Machinery* machinery = nullptr);

}  // namespace synchrono::client

/// What vehicles say of themselves, whichever kind of state it is: synchrono.VehicleState, or
/// synchrono.MachineState where the engine knows of wheels, engine and gear.
#pragma once

#include <cstddef>
#include <string_view>

#include "client/body/body_motion.hpp"
#include "client/body/machinery.hpp"
#include "common/base/bytes.hpp"

namespace synchrono::client {

/// The type URL of the Any that carries a MachineState.
inline constexpr std::string_view kMachineStateTypeUrl = "/synchrono.MachineState";

/// As many wheels as a message has room for; further ones are left out.
inline constexpr std::size_t kWheelsMax = 16;

/// Appends a MachineState to `out`.
void append_machine_state(Bytes& out, const BodyMotion& motion, const Machinery& machinery);

/// Reads either kind, as the type URL says; unknown fields are skipped. `machinery` may be null; it is
/// emptied where the state tells nothing of it. False, and `motion` untouched, when it is another kind, the
/// bytes are none of it, there are too many wheels, or a number is none that can be computed with.
bool decode_vehicle(std::string_view type_url, ByteView state, BodyMotion& motion,
                    Machinery* machinery = nullptr);

}  // namespace synchrono::client

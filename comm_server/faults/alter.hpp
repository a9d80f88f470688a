/// Changes fields of a message that is on its way. The fields have the names that they have in the message's
/// JSON form.
#pragma once

#include <string>

#include "common/base/bytes.hpp"

namespace synchrono::comm_server::faults {

/// Returns the J2735 message id that a payload begins with: its first 15 bits after the extension bit.
/// Returns 0 if the payload is too short.
std::uint16_t message_type(ByteView payload);

/// Copies `payload` to `out` with the field at `path` set to the JSON text `value`. The path starts inside
/// the message, not at its MessageFrame: "coreData.speed" or
/// "partII[0].partII-Value.VehicleSafetyExtensions.events". Returns false, and leaves `out` undefined, if the
/// payload is not a message, has no such field, or cannot have such a value.
bool alter_field(ByteView payload, const std::string& path, const std::string& value, Bytes& out);

}  // namespace synchrono::comm_server::faults

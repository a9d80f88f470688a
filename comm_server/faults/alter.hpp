/// Other values for fields of a message that is on its way, by the names that its JSON has.
#pragma once

#include <string>

#include "common/base/bytes.hpp"

namespace synchrono::comm_server {

/// The J2735 message id that a payload says it has: the first 15 bits after the one that marks additions;
/// 0 where it is too short to say.
std::uint16_t message_type(ByteView payload);

/// Replaces `out` by `payload` with the field at `path` set to the JSON text `value`. The path starts in the
/// message's own value: "coreData.speed", "partII[0].partII-Value.VehicleSafetyExtensions.events". False, and
/// `out` is of no use, where the payload is no message, has no such field, or cannot have such a value.
bool alter_field(ByteView payload, const std::string& path, const std::string& value, Bytes& out);

}  // namespace synchrono::comm_server

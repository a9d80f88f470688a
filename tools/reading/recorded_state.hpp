/// Reads the motion of a body from a state in a log, whatever the type of the state. A new type takes a row
/// in the table of the .cpp file.
#pragma once

#include <google/protobuf/any.pb.h>
#include <optional>

#include "proto/state.pb.h"

namespace synchrono::tools::reading {

/// Returns the state of a body in the form of a vehicle's state. The driver's inputs are zero if the body
/// is not steered like a vehicle. Returns nothing if the state is not that of a body or its type has no
/// row.
std::optional<VehicleState> body_state_of(const google::protobuf::Any& state);

}  // namespace synchrono::tools::reading

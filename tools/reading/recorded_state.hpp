/// How bodies moved, as the logs of a run tell it, whatever types their states have. One row of the table in
/// the .cpp file adds a type.
#pragma once

#include <google/protobuf/any.pb.h>
#include <optional>

#include "proto/state.pb.h"

namespace synchrono::tools {

/// In the words of a vehicle's state: of a body that nobody steers as a vehicle, the driver's inputs are
/// zero. None: the state tells of no body, or its type has no row.
std::optional<VehicleState> body_state_of(const google::protobuf::Any& state);

}  // namespace synchrono::tools

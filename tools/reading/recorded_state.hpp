/// What a log's records say of vehicles, whichever kind of state it is.
#pragma once

#include <google/protobuf/any.pb.h>
#include <optional>

#include "proto/state.pb.h"

namespace synchrono::tools {

/// None: it is no state of a vehicle.
inline std::optional<VehicleState> vehicle_state_of(const google::protobuf::Any& any) {
    VehicleState state;
    if (any.UnpackTo(&state)) return state;
    MachineState machine;
    if (any.UnpackTo(&machine)) return machine.vehicle();
    return std::nullopt;
}

}  // namespace synchrono::tools

#include "tools/reading/recorded_state.hpp"

#include <array>

namespace synchrono::tools::reading {
namespace {

using google::protobuf::Any;

/// Reads a state of one type. Returns nothing when the state is of another type or damaged.
using ReadState = std::optional<VehicleState> (*)(const Any& state);

std::optional<VehicleState> of_vehicle(const Any& state) {
    VehicleState vehicle;
    if (!state.UnpackTo(&vehicle)) return std::nullopt;
    return vehicle;
}

std::optional<VehicleState> of_machine(const Any& state) {
    MachineState machine;
    if (!state.UnpackTo(&machine)) return std::nullopt;
    return machine.vehicle();
}

/// One row for each type of state.
constexpr std::array<ReadState, 2> kReaders{of_vehicle, of_machine};

}  // namespace

std::optional<VehicleState> body_state_of(const Any& state) {
    for (const ReadState read : kReaders) {
        if (auto vehicle = read(state)) return vehicle;
    }
    return std::nullopt;
}

}  // namespace synchrono::tools::reading

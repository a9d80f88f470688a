/// Signals as the eye sees them: what each group shows, not for how long. They travel as
/// synchrono.SignalsState (proto/state.proto).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/config/intersection.hpp"
#include "common/geo/vector.hpp"
#include "common/signal/signal_controller.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

struct Lamp {
    config::SignalGroupId group = 0;
    signal::SignalState state = signal::SignalState::stop;

    friend bool operator==(const Lamp&, const Lamp&) = default;
};

struct SignalsInSight {
    AgentId agent;                   // who they are in the scenario
    std::uint16_t intersection = 0;  // its number in SPaT and MAP
    std::uint16_t region = 0;        // 0: none is given
    geo::Vec3 position;              // of the intersection
    std::vector<Lamp> groups;

    friend bool operator==(const SignalsInSight&, const SignalsInSight&) = default;
};

/// Signals show these groups from `time` on: news for whoever tells others of them by radio. The groups are
/// borrowed.
struct SignalsNews {
    AgentId agent;
    SimTime time;
    std::span<const signal::GroupSignal> groups;
};

/// The type URL of the Any that carries a SignalsState.
inline constexpr std::string_view kSignalsStateTypeUrl = "/synchrono.SignalsState";

/// J2735 has room for so many.
inline constexpr std::size_t kSignalGroupsMax = 255;

/// Appends intersection, region and groups to `out`. Agent and position stand in the message's header.
void append_signals_state(Bytes& out, const SignalsInSight& signals);

/// Reads what append_signals_state or any protobuf library wrote; unknown fields are skipped. Fills
/// intersection, region and groups. False when the bytes are no SignalsState, a number is out of J2735's
/// range, a group comes twice, or the lists are not equally long; then the groups are empty.
bool decode(ByteView bytes, SignalsInSight& signals);

}  // namespace synchrono::client

/// Traffic signals as the eye sees them: what each signal group shows, but not for how long. Messages carry
/// them as synchrono.SignalsState (proto/state.proto).
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

namespace synchrono::client::body {

/// The lamps of one signal group.
struct Lamp {
    config::SignalGroupId group = 0;
    signal::SignalState state = signal::SignalState::stop;

    friend bool operator==(const Lamp&, const Lamp&) = default;
};

/// All signals of one intersection.
struct SignalsInSight {
    AgentId agent;                   // the identity of the signals: they are an agent
    std::uint16_t intersection = 0;  // number of the intersection in SPaT and MAP
    std::uint16_t region = 0;        // 0: none is given
    geo::Vec3 position;              // of the intersection
    std::vector<Lamp> groups;

    friend bool operator==(const SignalsInSight&, const SignalsInSight&) = default;
};

/// A change of signals: from `time` on, the signals show `groups`, which are borrowed. The client's radio
/// link sends the change to the radio, which broadcasts the signals.
struct SignalsChange {
    AgentId agent;
    SimTime time;
    std::span<const signal::GroupSignal> groups;
};

/// The type URL of the Any that carries a SignalsState.
inline constexpr std::string_view kSignalsStateTypeUrl = "/synchrono.SignalsState";

/// The most groups of one intersection that J2735 has room for.
inline constexpr std::size_t kSignalGroupsMax = 255;

/// Appends intersection, region and groups to `out`. Agent and position are in the message's header.
void append_signals_state(Bytes& out, const SignalsInSight& signals);

/// Reads a SignalsState that append_signals_state() or any protobuf library has written; unknown fields are
/// skipped. Fills intersection, region and groups. Returns false, with empty groups, if the bytes are not a
/// SignalsState, a number is out of J2735's range, a state is unknown, a group comes twice, or there are not
/// as many states as groups.
bool decode(ByteView bytes, SignalsInSight& signals);

}  // namespace synchrono::client::body

/// The heartbeat and the gates that most tests of a client use.
#pragma once

#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::transport {

inline constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);
inline constexpr GatePolicy kWindow2{GatePolicy::Kind::window, 2};
inline constexpr GatePolicy kExact1{GatePolicy::Kind::exact, 1};

}  // namespace synchrono::client::transport

/// What the owner of signals says of them, checked: road-side units tell of nothing that cannot be.
#pragma once

#include <vector>

#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/signal/signal_controller.hpp"
#include "common/time/sim_time.hpp"
#include "proto/radio.pb.h"

namespace synchrono::comm_server {

/// What signals show from `time` on.
struct SignalsTold {
    AgentId agent;
    SimTime time;
    std::vector<signal::GroupSignal> groups;  // all, in the order of config::Signals::groups
};

/// The error says, in words that name the agent, why this cannot be: it is no signals, a group is missing, a
/// state or a time is impossible, groups in conflict are both protected.
Result<SignalsTold> read_signals(const RadioSignals& told, const config::Scenario& scenario);

}  // namespace synchrono::comm_server

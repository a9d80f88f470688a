/// Checks what the owner of signals reports about them, so that road-side units never send an impossible
/// state.
#pragma once

#include <vector>

#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/signal/signal_controller.hpp"
#include "common/time/sim_time.hpp"
#include "proto/radio.pb.h"

namespace synchrono::comm_server {

/// The state of an agent's signals from `time` on.
struct SignalsTold {
    AgentId agent;
    SimTime time;
    std::vector<signal::GroupSignal> groups;  // all, in the order of config::Signals::groups
};

/// Reads and checks a report. The error names the agent and says why the report is impossible: the agent is
/// not signals, a group is missing, a state or a time is impossible, or groups in conflict are both
/// protected.
Result<SignalsTold> read_signals(const RadioSignals& told, const config::Scenario& scenario);

}  // namespace synchrono::comm_server

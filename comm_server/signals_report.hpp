/// Checks the reports of agents that run signals, so that road-side units never send an impossible state.
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
struct SignalsReport {
    AgentId agent;
    SimTime time;
    std::vector<signal::GroupSignal> groups;  // all, in the order of config::Signals::groups
};

/// Reads and checks a report. The error names the agent and says why the report is impossible: the agent runs
/// no signals, a group is missing, a state or a time is impossible, or two groups in conflict both have a
/// protected green.
Result<SignalsReport> read_signals(const RadioSignals& report, const config::Scenario& scenario);

}  // namespace synchrono::comm_server

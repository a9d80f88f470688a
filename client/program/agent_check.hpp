/// Checks whether this client can simulate agents: its kinds of bodies, its engines, its pilots and its log
/// may object to them. With the option --check the client prints all objections; a client that takes part
/// ends at the first objection.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Something that this client cannot do for an agent, and the agent's key in the scenario that asks for it.
struct Objection {
    AgentId agent;
    std::string key;
    std::string problem;
};

/// Calls `report` with each objection. Pilots are checked by loading their libraries and creating them. If
/// there is an objection to an agent's body, the agent's engine and pilot are not checked. Agents with the
/// same body, engine and pilot are checked only once. An objection of the log is passed to `report` only for
/// the first agent that causes it.
void check_agents(const config::Scenario& scenario, const std::vector<AgentId>& agents,
                  const std::function<void(const Objection&)>& report);

/// Checks that the agents are all driven or all elements of the world, since a client cannot have both. The
/// error is one line.
Result<void> require_driven_or_elements(const config::Scenario& scenario, const std::vector<AgentId>& agents);

/// Checks the bodies of all agents of the scenario, since each client has to know the size and shape of every
/// body. The error is the first objection.
Result<void> require_known_bodies(const config::Scenario& scenario);

/// Checks these agents' engines and, if the client writes a log, whether the log can take their samples.
/// The error is the first objection. Pilots are not checked: a pilot that cannot be created stops only its
/// own agent.
Result<void> require_no_objection(const config::Scenario& scenario, const std::vector<AgentId>& agents,
                                  bool writes_log);

}  // namespace synchrono::client

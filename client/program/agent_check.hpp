/// Checks whether this client can simulate agents: its kinds of bodies, its engines, its pilots and its log
/// may object to them. The option --check reports all objections; a client that takes part ends at the
/// first one.
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

/// Calls `tell` with each objection. To find those of pilots, it loads their libraries and creates the
/// pilots. If there is an objection to an agent's body, engine and pilot of that agent are not checked.
/// Agents that differ in name and place alone are checked once, and an objection of the log is reported for
/// the first agent that causes it.
void check_agents(const config::Scenario& scenario, const std::vector<AgentId>& agents,
                  const std::function<void(const Objection&)>& tell);

/// Checks that the agents are all driven or all elements of the world, since a client takes either. The
/// error is one line.
Result<void> require_driven_or_elements(const config::Scenario& scenario, const std::vector<AgentId>& agents);

/// Checks the bodies of all agents of the scenario, since each client has to know how they appear to
/// others. The error is the first objection.
Result<void> require_known_bodies(const config::Scenario& scenario);

/// Checks these agents' engines and, if the client writes a log, whether the log can take their samples.
/// The error is the first objection. Pilots are not checked: one that cannot be created stops its own agent
/// only.
Result<void> require_no_objection(const config::Scenario& scenario, const std::vector<AgentId>& agents,
                                  bool writes_log);

}  // namespace synchrono::client

/// Whether this client can simulate agents: its kinds of bodies, its engines, its pilots and its log may
/// object to them. A check tells all objections; taking part ends at the first one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// What this client cannot do for an agent, and which of the agent's keys in the scenario asks for it.
struct Objection {
    AgentId agent;
    std::string key;
    std::string problem;
};

/// Calls `tell` with each objection, loading and making pilots to learn theirs. Where there is one to an
/// agent's body, nothing else is asked of it. Only the first is looked at of agents that differ in name and
/// place alone, and what the log cannot take is told of the first agent that has it.
void check_agents(const config::Scenario& scenario, const std::vector<AgentId>& agents,
                  const std::function<void(const Objection&)>& tell);

/// A client takes driven agents or the world's elements, not both.
Result<void> require_driven_or_elements(const config::Scenario& scenario, const std::vector<AgentId>& agents);

/// The error is the first objection to the body of an agent of the scenario: whoever takes part has to know
/// what all of them are seen as.
Result<void> require_known_bodies(const config::Scenario& scenario);

/// The error is the first objection of an engine or, where the client writes a log, of the log. Pilots are
/// not asked: one that cannot be had stops its agent and nobody else.
Result<void> require_no_objection(const config::Scenario& scenario, const std::vector<AgentId>& agents,
                                  bool writes_log);

}  // namespace synchrono::client

#include "client/program/engines.hpp"

#include <fmt/format.h>

#include "client/engine/engine_registry.hpp"
#include "client/world/world_engine.hpp"

namespace synchrono::client {

std::optional<std::string> objection_to_engine(const config::Scenario& scenario,
                                               const config::AgentSpec& agent) {
    if (agent.element) return std::nullopt;
    const EngineEntry* const engine = engine_named(agent.engine);
    const std::string why = engine != nullptr ? objection_of(*engine, scenario, agent)
                                              : fmt::format("this client has no engine '{}', only {}",
                                                            agent.engine, engine_names());
    if (why.empty()) return std::nullopt;
    return fmt::format("agent '{}': {}", agent.name, why);
}

Result<std::unique_ptr<Engine>> make_engine(const config::Scenario& scenario,
                                            const std::vector<AgentId>& agents) {
    if (!agents.empty() && scenario.agents[agents.front().value].element) return make_world_engine(scenario);
    return make_body_engine(scenario, agents);
}

}  // namespace synchrono::client

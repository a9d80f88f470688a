#include "client/program/engines.hpp"

#include <fmt/format.h>

#include "client/engine/engine_registry.hpp"
#include "client/world/world_engine.hpp"

namespace synchrono::client {

std::optional<std::string> objection_to_engine(const config::Scenario& scenario,
                                               const config::AgentSpec& agent) {
    if (agent.element) return std::nullopt;
    const engine::EngineEntry* const engine = engine::engine_named(agent.engine);
    const std::string why = engine != nullptr ? engine::objection_of(*engine, scenario, agent)
                                              : fmt::format("unknown engine '{}'; expected one of {}",
                                                            agent.engine, engine::engine_names());
    if (why.empty()) return std::nullopt;
    return fmt::format("agent '{}': {}", agent.name, why);
}

Result<std::unique_ptr<engine::Engine>> make_engine(const config::Scenario& scenario,
                                                    const std::vector<AgentId>& agents) {
    if (!agents.empty() && scenario.agents[agents.front().value].element)
        return world::make_world_engine(scenario);
    return engine::make_body_engine(scenario, agents);
}

}  // namespace synchrono::client

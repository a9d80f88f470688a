#include "client/program/engines.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "client/engine/chrono_engine_module.hpp"
#include "client/engine/engine_set.hpp"
#include "client/ground/make_ground.hpp"
#include "client/world/world_engine.hpp"

namespace synchrono::client {
namespace {

bool has_chrono(const config::AgentSpec& agent) { return agent.engine == config::kChronoEngine; }

std::string milliseconds(SimDuration time) {
    return fmt::format("{} ms", static_cast<double>(time.count_ns()) / 1e6);
}

/// Empty when Chrono can have the agent.
std::string objection_of_chrono(const config::Scenario& scenario, const config::AgentSpec& agent) {
    if (!scenario.vehicle_of(agent).has_chrono())
        return fmt::format("vehicle '{}' names no files of Chrono, its key 'chrono'", agent.vehicle);
    const auto module = chrono_engine_module();
    if (!module) return module.error().text;
    const auto checked = (*module)->check(scenario, agent);
    return checked ? std::string() : checked.error().text;
}

std::string objection_of_embedded(const config::Scenario& scenario, const config::AgentSpec& agent) {
    if (!scenario.vehicle_of(agent).has_parts())
        return fmt::format("vehicle '{}' is for the engine 'chrono' alone", agent.vehicle);
    if (scenario.step <= kEmbeddedStepMax) return {};
    return fmt::format("the embedded engines take steps of at most {}, the scenario's have {}",
                       milliseconds(kEmbeddedStepMax), milliseconds(scenario.step));
}

}  // namespace

std::optional<std::string> objection_to_engine(const config::Scenario& scenario,
                                               const config::AgentSpec& agent) {
    if (agent.element) return std::nullopt;
    std::string why;
    if (has_chrono(agent)) {
        why = objection_of_chrono(scenario, agent);
    } else if (model_of(agent.engine)) {
        why = objection_of_embedded(scenario, agent);
    } else {
        why = fmt::format("this client has no engine '{}', only 'embedded', 'single_track' and 'chrono'",
                          agent.engine);
    }
    if (why.empty()) return std::nullopt;
    return fmt::format("agent '{}': {}", agent.name, why);
}

Result<std::unique_ptr<Engine>> make_engine(const config::Scenario& scenario,
                                            const std::vector<AgentId>& agents) {
    std::vector<AgentId> embedded, chrono;
    for (const AgentId id : agents) {
        const config::AgentSpec& agent = scenario.agents[id.value];
        if (agent.element) return make_world_engine(scenario);
        (has_chrono(agent) ? chrono : embedded).push_back(id);
    }
    const auto ground = agents.empty() ? nullptr : make_ground(scenario);
    if (chrono.empty()) return make_embedded_engine(std::min(scenario.step, kEmbeddedStepMax), ground);
    const auto module = chrono_engine_module();
    if (!module) return tl::unexpected(module.error());
    auto engine = (*module)->make(scenario, ground);
    if (!engine || embedded.empty()) return engine;
    std::vector<EngineOfAgents> engines;
    engines.push_back({make_embedded_engine(scenario.step, ground), std::move(embedded)});
    engines.push_back({std::move(*engine), std::move(chrono)});
    return make_engine_set(std::move(engines));
}

}  // namespace synchrono::client

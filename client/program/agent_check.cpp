#include "client/program/agent_check.hpp"

#include <fmt/format.h>
#include <optional>
#include <set>
#include <tuple>

#include "client/kind/kind_registry.hpp"
#include "client/program/engines.hpp"
#include "client/program/pilots.hpp"
#include "client/sensors/sensor_log.hpp"

namespace synchrono::client {
namespace {

/// Returns the key of the scenario that a pilot refuses. By custom a pilot begins a complaint about a key of
/// its configuration with "config: key 'KEY'".
std::string key_refused_by(const std::string& complaint) {
    constexpr std::string_view kBefore = "config: key '";
    std::string key = "pilot.config";
    const auto before = complaint.find(kBefore);
    if (before == complaint.npos) return key;
    const auto begin = before + kBefore.size();
    const auto end = complaint.find('\'', begin);
    if (end != complaint.npos) key += "." + complaint.substr(begin, end - begin);
    return key;
}

std::optional<Objection> objection_to_pilot(const config::Scenario& scenario, const config::AgentSpec& agent,
                                            const pilot::MapView* roads) {
    if (agent.pilot.empty()) return {};
    const auto setup = pilot_setup(scenario, agent, roads);
    if (!setup) return Objection{agent.id, "pilot.library", setup.error().text};
    if (const auto library = pilot::check_pilot_library(*setup); !library)
        return Objection{agent.id, "pilot.library", library.error().text};
    if (const auto pilot = pilot::load_pilot(*setup); !pilot)
        return Objection{agent.id, key_refused_by(pilot.error().text), pilot.error().text};
    return {};
}

/// Returns the objection to an agent's body, with the agent's name; empty if there is none.
std::string named_objection_to_body(const config::Scenario& scenario, const config::AgentSpec& agent) {
    const std::string why = agent.element ? std::string() : kind::objection_to_body(scenario, agent);
    return why.empty() ? why : fmt::format("agent '{}': {}", agent.name, why);
}

}  // namespace

void check_agents(const config::Scenario& scenario, const std::vector<AgentId>& agents,
                  const std::function<void(const Objection&)>& report) {
    const auto roads = roads_of(scenario);
    std::set<std::tuple<std::string, std::string, std::string, std::string, std::string>> seen;
    std::set<std::string> too_long;
    for (const AgentId id : agents) {
        const config::AgentSpec& agent = scenario.agents[id.value];
        if (const auto why = sensors::objection_to_log(scenario, agent); why && too_long.insert(*why).second)
            report({id, "sensors", *why});
        const std::string body = agent.body ? agent.body->json : agent.vehicle,
                          kind = agent.element ? std::string() : std::string(agent.kind_of_body());
        if (!seen.emplace(agent.engine, agent.pilot, agent.pilot_config, kind, body).second) continue;
        if (const auto why = named_objection_to_body(scenario, agent); !why.empty()) {
            report({id, "body", why});
            continue;
        }
        if (const auto why = objection_to_engine(scenario, agent)) report({id, "engine", *why});
        if (const auto objection = objection_to_pilot(scenario, agent, roads.get())) report(*objection);
    }
}

Result<void> require_driven_or_elements(const config::Scenario& scenario,
                                        const std::vector<AgentId>& agents) {
    const AgentId *driven = nullptr, *element = nullptr;
    for (const AgentId& id : agents) (scenario.agents[id.value].element ? element : driven) = &id;
    if (driven == nullptr || element == nullptr) return {};
    return fail(
        fmt::format("--agents: '{}' is a {} and '{}' is an element of the world; a client can have one or "
                    "the other, not both",
                    scenario.agents[driven->value].name, scenario.agents[driven->value].kind_of_body(),
                    scenario.agents[element->value].name));
}

Result<void> require_known_bodies(const config::Scenario& scenario) {
    for (const config::AgentSpec& agent : scenario.agents) {
        if (auto why = named_objection_to_body(scenario, agent); !why.empty()) return fail(std::move(why));
    }
    return {};
}

Result<void> require_no_objection(const config::Scenario& scenario, const std::vector<AgentId>& agents,
                                  bool writes_log) {
    for (const AgentId id : agents) {
        const config::AgentSpec& agent = scenario.agents[id.value];
        if (const auto why = objection_to_engine(scenario, agent)) return fail(*why);
        if (!writes_log) continue;
        if (const auto why = sensors::objection_to_log(scenario, agent))
            return fail(fmt::format("agent '{}': {}", agent.name, *why));
    }
    return {};
}

}  // namespace synchrono::client

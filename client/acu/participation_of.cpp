#include "client/acu/participation_of.hpp"

#include "client/engine/engine_registry.hpp"

namespace synchrono::client::acu {

transport::Participation participation_of(const config::Scenario& scenario, std::span<const AgentId> agents) {
    transport::Participation participation{.agents = {}, .interest = scenario.interest};
    for (const AgentId id : agents) {
        const config::AgentSpec& spec = scenario.agents.at(id.value);
        participation.agents.push_back(
            {id, spec.name, spec.vehicle, std::string(engine::state_type_url(spec))});
        // An element may have to react to any agent, so its client needs the states of all agents.
        if (spec.element) participation.interest = {};
    }
    return participation;
}

}  // namespace synchrono::client::acu

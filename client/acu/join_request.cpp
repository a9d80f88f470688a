#include "client/acu/join_request.hpp"

#include "client/engine/engine_registry.hpp"

namespace synchrono::client {

JoinRequest join_request(const config::Scenario& scenario, const net::Token& token, std::string_view name,
                         std::span<const AgentId> agents) {
    JoinRequest request;
    request.set_protocol_version(PROTOCOL_VERSION_2);
    request.set_scenario_id(std::string(as_text(config::scenario_id(scenario).bytes)));
    request.set_join_token(std::string(as_text(token)));
    request.set_client_name(std::string(name));
    bool elements = false;
    for (const AgentId id : agents) {
        const config::AgentSpec& spec = scenario.agents.at(id.value);
        AgentDescription& agent = *request.add_agents();
        agent.set_agent(id.value);
        agent.set_name(spec.name);
        agent.set_vehicle(spec.vehicle);
        agent.set_state_type_url(std::string(state_type_url(spec)));
        elements |= spec.element.has_value();
    }
    if (elements) {
        // Whoever comes near them may matter to them, wherever that is.
        request.mutable_interest()->mutable_whole_world();
        return request;
    }
    switch (scenario.interest.kind) {
        case config::Interest::Kind::world:
            request.mutable_interest()->mutable_whole_world();
            break;
        case config::Interest::Kind::radius:
            request.mutable_interest()->set_radius_m(scenario.interest.radius_m);
            break;
        case config::Interest::Kind::agents:
            request.mutable_interest()->mutable_agents();
            for (const AgentId id : scenario.interest.agents)
                request.mutable_interest()->mutable_agents()->add_agent(id.value);
            break;
    }
    return request;
}

}  // namespace synchrono::client

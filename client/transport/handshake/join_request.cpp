#include "client/transport/handshake/join_request.hpp"

#include "common/base/bytes.hpp"

namespace synchrono::client::transport {

JoinRequest join_request(const config::ScenarioId& scenario, const Participation& participation) {
    JoinRequest request;
    request.set_protocol_version(PROTOCOL_VERSION_4);
    request.set_scenario_id(std::string(as_text(scenario.bytes)));
    for (const Entrant& entrant : participation.agents) {
        AgentDescription& agent = *request.add_agents();
        agent.set_agent(entrant.id.value);
        agent.set_name(entrant.name);
        agent.set_vehicle(entrant.vehicle);
        agent.set_state_type_url(entrant.state_type_url);
    }
    for (const PilotHash& pilot : participation.pilots) {
        ::synchrono::PilotHash& sent = *request.add_pilots();
        sent.set_name(pilot.name);
        sent.set_hash(pilot.hash);
    }
    const config::Interest& interest = participation.interest;
    switch (interest.kind) {
        case config::Interest::Kind::world:
            request.mutable_interest()->mutable_whole_world();
            break;
        case config::Interest::Kind::radius:
            request.mutable_interest()->set_radius_m(interest.radius_m);
            break;
        case config::Interest::Kind::agents:
            request.mutable_interest()->mutable_agents();
            for (const AgentId id : interest.agents)
                request.mutable_interest()->mutable_agents()->add_agent(id.value);
            break;
    }
    return request;
}

}  // namespace synchrono::client::transport

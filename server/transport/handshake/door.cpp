#include "server/transport/handshake/door.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/limits.hpp"

namespace synchrono::server::transport {
namespace {

config::Interest interest_of(const Interest& wire) {
    config::Interest interest;
    if (wire.has_radius_m()) {
        interest.kind = config::Interest::Kind::radius;
        interest.radius_m = wire.radius_m();
    } else if (wire.has_agents()) {
        interest.kind = config::Interest::Kind::agents;
        for (const auto agent : wire.agents().agent()) interest.agents.push_back(AgentId{agent});
        std::sort(interest.agents.begin(), interest.agents.end());
        interest.agents.erase(std::unique(interest.agents.begin(), interest.agents.end()),
                              interest.agents.end());
    }
    return interest;
}

/// Returns whether a client with the interest `wanted` gets no more than one with the interest `given`.
bool is_within(const config::Interest& wanted, const config::Interest& given) {
    using Kind = config::Interest::Kind;
    if (given.kind == Kind::world) return true;
    if (wanted.kind != given.kind) return false;
    return given.kind == Kind::radius ? wanted.radius_m <= given.radius_m
                                      : std::includes(given.agents.begin(), given.agents.end(),
                                                      wanted.agents.begin(), wanted.agents.end());
}

}  // namespace

Door::Door(World& world, const config::Scenario& scenario, config::Credentials credentials)
    : world_(world),
      scenario_(scenario),
      credentials_(std::move(credentials)),
      scenario_id_(config::scenario_id(scenario)) {
    config::require_agents_below(credentials_, scenario.agents.size());
}

std::optional<Door::Objection> Door::objection_to_world(std::uint32_t version,
                                                        const std::string& scenario_id) const {
    if (version != PROTOCOL_VERSION_4) {
        return Objection{
            DoorCounter::declined_version,
            {JoinDeclined::VERSION, fmt::format("the server speaks protocol version {}, the client {}",
                                                static_cast<int>(PROTOCOL_VERSION_4), version)}};
    }
    if (as_text(scenario_id_.bytes) != scenario_id) {
        return Objection{DoorCounter::declined_scenario,
                         {JoinDeclined::SCENARIO, fmt::format("the server runs another scenario ({} '{}')",
                                                              scenario_id_.to_hex(), scenario_.name)}};
    }
    return std::nullopt;
}

std::optional<Declined> Door::objection_to_radio(const RadioHello& hello, const std::string& client) {
    auto no = objection_to_world(hello.protocol_version(), hello.scenario_id());
    const config::Credential* credential = config::find_credential(credentials_, client);
    if (!no && (credential == nullptr || !credential->radio)) {
        no = {DoorCounter::declined_credential,
              {JoinDeclined::CREDENTIAL,
               fmt::format("the credential '{}' is not that of the communication server", client)}};
    }
    if (!no) return std::nullopt;
    counters_.add(no->counter);
    return std::move(no->declined);
}

std::optional<Door::Objection> Door::objection(const JoinRequest& request, const config::Interest& interest,
                                               const std::string& client) const {
    if (world_.ended()) return std::nullopt;  // World::admit then declines the client, whatever it requests
    if (auto no = objection_to_world(request.protocol_version(), request.scenario_id())) return no;
    const auto not_allowed = [](std::string text) {
        return Objection{DoorCounter::declined_credential, {JoinDeclined::CREDENTIAL, std::move(text)}};
    };
    std::vector<std::uint32_t> agents;
    for (const AgentDescription& agent : request.agents()) agents.push_back(agent.agent());
    if (std::string no = config::objection_to_agents(credentials_, client, agents); !no.empty())
        return not_allowed(std::move(no));
    if (!config::find_credential(credentials_, client)->watch && !is_within(interest, scenario_.interest))
        return not_allowed(fmt::format(
            "the credential '{}' does not allow to see more than the scenario's interest", client));
    for (const AgentDescription& agent : request.agents()) {
        const config::AgentSpec& spec = scenario_.agents[agent.agent()];
        if (agent.name() != spec.name || agent.vehicle() != spec.vehicle)
            return Objection{
                DoorCounter::declined_description,
                {JoinDeclined::MALFORMED,
                 fmt::format("agent {}: expected the name '{}' and the vehicle '{}' of the scenario",
                             agent.agent(), spec.name, spec.vehicle)}};
    }
    if (request.agents().empty() && world_.watchers_named(client) >= limits::kWatchersPerCredentialMax)
        return Objection{
            DoorCounter::declined_crowded,
            {JoinDeclined::FULL, fmt::format("{} clients watch with the credential '{}', the most that may",
                                             limits::kWatchersPerCredentialMax, client)}};
    return std::nullopt;
}

tl::expected<Member*, Declined> Door::admit(MemberId id, const JoinRequest& request,
                                            const std::string& client, MemberLink& link) {
    config::Interest interest = interest_of(request.interest());
    if (auto no = objection(request, interest, client)) {
        counters_.add(no->counter);
        return tl::unexpected(std::move(no->declined));
    }
    return world_.admit(id,
                        {.client_name = client,
                         .agents = {request.agents().begin(), request.agents().end()},
                         .interest = std::move(interest)},
                        link);
}

}  // namespace synchrono::server::transport

#include "server/transport/handshake/door.hpp"

#include <algorithm>
#include <fmt/format.h>

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

JoinWish wish_of(const JoinRequest& request) {
    return {.client_name = request.client_name(),
            .agents = {request.agents().begin(), request.agents().end()},
            .interest = interest_of(request.interest())};
}

}  // namespace

Door::Door(World& world, const config::Scenario& scenario, const net::Token& token)
    : world_(world),
      token_(token),
      scenario_id_(config::scenario_id(scenario)),
      scenario_name_(scenario.name) {}

std::optional<Door::Objection> Door::objection(const JoinRequest& request) const {
    if (world_.ended()) return std::nullopt;  // World::admit then declines the client, whatever it requests
    if (request.protocol_version() != PROTOCOL_VERSION_2) {
        return Objection{DoorCounter::declined_version,
                         {JoinDeclined::VERSION,
                          fmt::format("the server speaks protocol version {}, the client {}",
                                      static_cast<int>(PROTOCOL_VERSION_2), request.protocol_version())}};
    }
    if (!net::equal(token_, as_byte_view(request.join_token()))) {
        return Objection{DoorCounter::declined_token,
                         {JoinDeclined::TOKEN, "the join token is not this run's"}};
    }
    if (as_text(scenario_id_.bytes) != request.scenario_id()) {
        return Objection{DoorCounter::declined_scenario,
                         {JoinDeclined::SCENARIO, fmt::format("the server runs another scenario ({} '{}')",
                                                              scenario_id_.to_hex(), scenario_name_)}};
    }
    return std::nullopt;
}

tl::expected<Member*, Declined> Door::admit(MemberId id, const JoinRequest& request, MemberLink& link) {
    if (auto no = objection(request)) {
        counters_.add(no->counter);
        return tl::unexpected(std::move(no->declined));
    }
    return world_.admit(id, wish_of(request), link);
}

}  // namespace synchrono::server::transport

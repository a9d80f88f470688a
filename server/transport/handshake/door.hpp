/// The entrance for clients that ask to join by a JoinRequest, over any transport. It checks protocol
/// version, token and scenario, as every host must, before the world checks the rest of the request.
#pragma once

#include <optional>
#include <string>

#include "common/base/counters.hpp"
#include "common/config/scenario.hpp"
#include "common/net/token.hpp"
#include "server/world.hpp"

namespace synchrono::server::transport {

enum class DoorCounter { declined_version, declined_token, declined_scenario, count_ };
inline constexpr CounterNames<DoorCounter> kDoorCounterNames{"world.declined_version", "world.declined_token",
                                                             "world.declined_scenario"};

/// Checks the requests to join one world.
/// Threading: the world thread; counters from any.  Borrows the world.
class Door {
  public:
    /// Admits clients that have `token` and run `scenario`, which must be the world's own.
    Door(World& world, const config::Scenario& scenario, const net::Token& token);

    /// Admits the client as World::admit does, or returns the reason why the client is declined.
    tl::expected<Member*, Declined> admit(MemberId id, const JoinRequest& request, MemberLink& link);
    const Counters<DoorCounter>& counters() const { return counters_; }

  private:
    using Objection = server::Objection<DoorCounter>;
    std::optional<Objection> objection(const JoinRequest& request) const;

    World& world_;
    const net::Token token_;
    const config::ScenarioId scenario_id_;
    const std::string scenario_name_;
    Counters<DoorCounter> counters_;
};

}  // namespace synchrono::server::transport

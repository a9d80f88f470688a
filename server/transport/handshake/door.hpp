/// The door of a world to clients that ask to come in by a JoinRequest, whatever carries it: what every host
/// must refuse before the world itself looks at the wish.
#pragma once

#include <optional>
#include <string>

#include "common/base/counters.hpp"
#include "common/config/scenario.hpp"
#include "common/net/token.hpp"
#include "server/world.hpp"

namespace synchrono::server {

enum class DoorCounter { declined_version, declined_token, declined_scenario, count_ };
inline constexpr CounterNames<DoorCounter> kDoorCounterNames{"world.declined_version", "world.declined_token",
                                                             "world.declined_scenario"};

/// Threading: the world thread; counters from any.  Borrows the world.
class Door {
  public:
    /// Opens to who has the token and runs the scenario, which is the world's.
    Door(World& world, const config::Scenario& scenario, const net::Token& token);

    /// Lets the client in as World::admit does, or says why not.
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

}  // namespace synchrono::server

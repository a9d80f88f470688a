/// The entrance for clients that ask to join by a JoinRequest, over any transport. It checks the protocol
/// version, the scenario, and what the client's credential allows; every host must check these. Afterwards
/// the world checks the rest of the request.
#pragma once

#include <optional>
#include <string>

#include "common/base/counters.hpp"
#include "common/config/credentials.hpp"
#include "common/config/scenario.hpp"
#include "server/world.hpp"

namespace synchrono::server::transport {

enum class DoorCounter {
    declined_version,
    declined_scenario,
    declined_credential,
    declined_description,  // an agent's name or vehicle is not the scenario's
    declined_crowded,      // too many clients watch with the credential
    count_
};
inline constexpr CounterNames<DoorCounter> kDoorCounterNames{
    "world.declined_version", "world.declined_scenario", "world.declined_credential",
    "world.declined_description", "world.declined_crowded"};

/// Checks the requests to join one world.
/// Threading: the world thread; counters from any.  Borrows the world and the scenario.
class Door {
  public:
    /// Admits clients that have one of `credentials` and run `scenario`. Requires the scenario of the world.
    Door(World& world, const config::Scenario& scenario, config::Credentials credentials);

    /// Admits the client that has proved to hold the credential named `client`, as World::admit does, or
    /// returns the reason why it is declined.
    tl::expected<Member*, Declined> admit(MemberId id, const JoinRequest& request, const std::string& client,
                                          MemberLink& link);
    /// Returns the reason why the holder of the credential named `client` may not report for the radio, if
    /// there is one.
    std::optional<Declined> objection_to_radio(const RadioHello& hello, const std::string& client);
    const Counters<DoorCounter>& counters() const { return counters_; }

  private:
    using Objection = server::Objection<DoorCounter>;
    std::optional<Objection> objection_to_world(std::uint32_t version, const std::string& scenario_id) const;
    std::optional<Objection> objection(const JoinRequest& request, const config::Interest& interest,
                                       const std::string& client) const;

    World& world_;
    const config::Scenario& scenario_;
    const config::Credentials credentials_;
    const config::ScenarioId scenario_id_;
    Counters<DoorCounter> counters_;
};

}  // namespace synchrono::server::transport

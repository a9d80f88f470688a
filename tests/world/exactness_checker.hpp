/// Checks the messages that the clients of one world send and see against the promises of the world's gate.
/// No client is further ahead of another client's live agent than the gate allows; `window` and `exact` both
/// promise this. Every message that a client sees was sent, byte for byte, and is seen once. Under `exact`,
/// clients keep the four rules of docs/architecture.md; those that see a part of the world may miss what is
/// out of their sight, and see nothing else. The caller passes every event as it happens. The checker keeps
/// all messages, and describes each broken promise, so that a test can print the description beside the
/// test's seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/config/scenario.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::testing {

/// The states of one agent as bytes, by the index of the heartbeat.
using Trajectory = std::map<std::int64_t, std::string>;

/// Threading: one thread.  Owns: trajectories and violations; borrows the scenario.
class ExactnessChecker {
  public:
    /// Expects every agent of the scenario from the start.
    explicit ExactnessChecker(const config::Scenario& scenario);

    /// Notes that a client begins, or begins anew. From now on it counts as having sent and consumed nothing.
    void client_begins(std::size_t client, std::vector<AgentId> agents);
    /// Notes that the server has admitted the agent, whose first message will be that of heartbeat `first`.
    void agent_joined(AgentId agent, Tick first);
    /// Notes the server's decision that the agent sends nothing from this heartbeat on.
    void agent_ended(AgentId agent, Tick first_without);
    /// Notes that the client has sent the agent's message of `tick`.
    void emitted(std::size_t client, AgentId agent, Tick tick, ByteView state);
    /// Notes that the agent's message of `tick` was its last, because it has left.
    void departed(AgentId agent, Tick tick) { departures_[agent] = tick.index; }
    /// Notes that the agent's message of `tick` has become visible to the client. Messages of the client's
    /// own agents are ignored.
    void consumed(std::size_t client, AgentId agent, Tick tick, ByteView state);
    void add_violation(std::string what);

    /// Returns the first ten broken promises; empty when all is well.
    const std::vector<std::string>& violations() const { return violations_; }
    const std::map<AgentId, Trajectory>& trajectories() const { return trajectories_; }
    /// Returns the newest message of `agent` that the client has consumed, as the index of a heartbeat; -1:
    /// none.
    std::int64_t newest_consumed(std::size_t client, AgentId agent) const;

  private:
    struct Client {
        std::vector<AgentId> agents;
        std::int64_t first_emitted = -1, emitted = -1;
        std::pair<std::int64_t, AgentId> last_consumed{-1, AgentId{0}};
        std::map<AgentId, std::int64_t> consumed;
    };
    void check_lead(const Client& client, AgentId agent, std::int64_t tick);
    void check_order(std::size_t index, Client& client, AgentId agent, std::int64_t tick);
    void check_gap(std::size_t index, AgentId agent, std::int64_t before, std::int64_t tick);
    void check_complete(std::size_t index, const Client& client, std::int64_t bundle);
    void check_sight(std::size_t index, AgentId agent, std::int64_t tick);
    /// Returns whether the agent is within the interest of the client at `tick`; nothing at the edge of it,
    /// where rounding decides.
    std::optional<bool> in_sight(const Client& client, AgentId agent, std::int64_t tick) const;
    /// Returns where the agent was at `tick`; nothing if it was not in the world.
    std::optional<geo::Vec2> place_at(AgentId agent, std::int64_t tick) const;
    bool was_away(AgentId agent, std::int64_t before, std::int64_t tick) const;
    std::int64_t period(AgentId agent) const;
    bool is_exact() const { return scenario_.gate.kind == GatePolicy::Kind::exact; }

    const config::Scenario& scenario_;
    std::map<std::size_t, Client> clients_;
    std::map<AgentId, Trajectory> trajectories_;
    std::map<AgentId, std::int64_t> newest_;             // heartbeat of each live agent's newest message
    std::map<AgentId, std::vector<std::int64_t>> ends_;  // heartbeats from which on the agent sent nothing
    std::map<AgentId, std::int64_t> departures_;         // heartbeats of the last messages of those that left
    std::vector<std::string> violations_;
};

}  // namespace synchrono::testing

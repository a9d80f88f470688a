/// Judges what the clients of one world say and see, against the promises of its gate: nobody is further
/// ahead of a live agent than the gate allows (the promise of the window, which `exact` makes too); what is
/// seen was said, byte for byte, and is seen once; and under `exact`, for clients that see the whole world,
/// the four rules of docs/architecture.md. It is told of every event as it happens, keeps what every agent
/// said, and collects each broken promise in words, so that a test can print them beside its seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::testing {

/// What one agent said: the index of a heartbeat to the bytes of its state.
using Trajectory = std::map<std::int64_t, std::string>;

/// Threading: one thread.  Owns: trajectories and violations; borrows the scenario.
class ExactnessChecker {
  public:
    /// Expects every agent of the scenario from the start.
    explicit ExactnessChecker(const config::Scenario& scenario);

    /// A client begins, or begins anew at another time, and has said and seen nothing yet.
    void client_begins(std::size_t client, std::vector<AgentId> agents);
    /// The server admitted the agent, whose first message is of heartbeat `first`.
    void agent_joined(AgentId agent, Tick first);
    /// The server decided that the agent says nothing from this heartbeat on.
    void agent_ended(AgentId agent, Tick first_without);
    void emitted(std::size_t client, AgentId agent, Tick tick, ByteView state);
    /// A message of `tick` became visible to the client. Those of its own agents do not count.
    void consumed(std::size_t client, AgentId agent, Tick tick, ByteView state);
    void violate(std::string what);

    /// Broken promises, the first ten; empty when all is well.
    const std::vector<std::string>& violations() const { return violations_; }
    const std::map<AgentId, Trajectory>& trajectories() const { return trajectories_; }
    /// The newest message of `agent` that the client consumed, as the index of a heartbeat; -1 for none.
    std::int64_t newest_consumed(std::size_t client, AgentId agent) const;

  private:
    struct Client {
        std::vector<AgentId> agents;
        std::int64_t emitted = -1;
        std::pair<std::int64_t, AgentId> last_consumed{-1, AgentId{0}};
        std::map<AgentId, std::int64_t> consumed;
    };
    void check_lead(const Client& client, AgentId agent, std::int64_t tick);
    void check_order(std::size_t index, Client& client, AgentId agent, std::int64_t tick);
    void check_gap(std::size_t index, AgentId agent, std::int64_t before, std::int64_t tick);
    bool was_away(AgentId agent, std::int64_t before, std::int64_t tick) const;
    std::int64_t period(AgentId agent) const;
    bool is_exact() const { return scenario_.gate.kind == GatePolicy::Kind::exact; }

    const config::Scenario& scenario_;
    std::map<std::size_t, Client> clients_;
    std::map<AgentId, Trajectory> trajectories_;
    std::map<AgentId, std::int64_t> newest_;             // heartbeat of each live agent's newest message
    std::map<AgentId, std::vector<std::int64_t>> ends_;  // heartbeats from which on it said nothing
    std::vector<std::string> violations_;
};

}  // namespace synchrono::testing

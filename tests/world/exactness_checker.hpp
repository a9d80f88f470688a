/// Checks what the clients of one world say and see against the promises of its gate. Nobody is further
/// ahead of a live agent than the gate allows (the promise of the window, which `exact` makes too).
/// Everything that a client sees was said, byte for byte, and is seen once. Under `exact`, clients that see
/// the whole world keep the four rules of docs/architecture.md. The caller reports every event as it
/// happens; the checker keeps what every agent said, and describes each broken promise, so that a test can
/// print it beside its seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::testing {

/// The states of one agent: from the index of a heartbeat to the bytes.
using Trajectory = std::map<std::int64_t, std::string>;

/// Threading: one thread.  Owns: trajectories and violations; borrows the scenario.
class ExactnessChecker {
  public:
    /// Expects every agent of the scenario from the start.
    explicit ExactnessChecker(const config::Scenario& scenario);

    /// Notes that a client begins, or begins again at another time; it has said and seen nothing yet.
    void client_begins(std::size_t client, std::vector<AgentId> agents);
    /// Notes that the server has admitted the agent, whose first message will be that of heartbeat `first`.
    void agent_joined(AgentId agent, Tick first);
    /// Notes that, as the server has decided, the agent says nothing from this heartbeat on.
    void agent_ended(AgentId agent, Tick first_without);
    void emitted(std::size_t client, AgentId agent, Tick tick, ByteView state);
    /// Notes that a message of `tick` has become visible to the client. Messages of its own agents do not
    /// count.
    void consumed(std::size_t client, AgentId agent, Tick tick, ByteView state);
    void violate(std::string what);

    /// Returns the first ten broken promises; empty when all is well.
    const std::vector<std::string>& violations() const { return violations_; }
    const std::map<AgentId, Trajectory>& trajectories() const { return trajectories_; }
    /// Returns the newest message of `agent` that the client has consumed, as the index of a heartbeat; -1:
    /// none.
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

/// The world map: the newest states of every agent, the times at which each agent enters and ends, and how
/// far the slowest live agent has come. The map keeps the rules of time on which both gates rely. It knows
/// nothing of transports: the caller checks the sender of a message.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/limits.hpp"
#include "common/net/agent_message.hpp"
#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::server {

/// The reason why a message does not enter the world map.
enum class Refusal {
    unknown_agent,  // no live agent of that member has this number
    off_heartbeat,  // time or period is negative or not a whole number of heartbeats, the place is not
                    // finite, or something is too long
    stale,          // the map has this or a newer message already, or the flow has ended
    ahead_of_gate,  // its time is later than the gate lets any agent publish now
};

/// How an agent's stay in the world ends: it leaves on purpose, or it is lost.
enum class Departure { left, lost };

/// One message, with the parts of its header that the map needs.
struct StateEntry {
    Tick tick{-1};
    std::int64_t period = 1;  // heartbeats; 0: the last message of its flow
    float x_m = 0, y_m = 0;
    Bytes message;  // the serialised AgentMessage, as it came
};

/// One agent that has joined. The map keeps it for a while after its end, for members that have not received
/// its last messages yet.
struct WorldAgent {
    AgentId id;
    MemberId member;
    Tick enter;                 // heartbeat of its first message
    std::optional<Tick> end;    // the first heartbeat without it; none: it lives
    Tick newest{-1};            // heartbeat of its newest message; under `exact` no earlier one is missing
    Tick next_due;              // heartbeat at which its next message is due
    std::uint64_t version = 0;  // of its newest message; messages of all agents are numbered together
    /// Under `exact` the last messages, by heartbeat. Under `window` only the newest, always in the same
    /// place, which stays in the processor's caches.
    std::vector<StateEntry> history;

    bool has_message() const { return newest >= enter; }
};

/// Threading: confined to the world thread.
class WorldMap {
  public:
    WorldMap(SimDuration heartbeat, GatePolicy gate);

    /// Makes the start of the run wait until this agent has joined; the scenario has it enter at `enter`.
    /// Requires that nobody has joined yet.
    void expect(AgentId agent, Tick enter);
    /// Returns the agents for which the start still waits, ascending, but only the first `most` of them; none
    /// once the run has started.
    std::vector<AgentId> awaited(std::size_t most) const;
    bool started() const { return awaited_.empty(); }

    bool is_live(AgentId agent) const { return find(agent) != nullptr; }
    std::size_t live_agents() const { return live_count_; }
    /// Returns the first heartbeat of a client that joins with `agents` now. No agent can have published for
    /// that heartbeat yet, and it is not before the end of an earlier stay of one of these agents.
    Tick entry_for_newcomer(std::span<const AgentId> agents) const;
    /// Returns the heartbeat at which the scenario has `agent` enter; no value for an agent that is not in
    /// the scenario.
    std::optional<Tick> expected_entry(AgentId agent) const;
    /// Adds an agent that enters at `enter`. Requires that no agent with this number is live, that the number
    /// is within the limits, and that `enter` is after reached().
    void join(MemberId member, AgentId agent, Tick enter);
    /// Ends a live agent and returns the first heartbeat without it. This is the heartbeat at which its next
    /// message was due, so everything that it has published is still delivered. Before the start, the map
    /// waits again for an agent of the scenario that was lost.
    Tick remove(AgentId agent, Departure departure);

    /// Stores a message, or returns the reason why it does not. The caller has checked that `member` sent the
    /// message, and that the message has the type of state that the client announced.
    std::optional<Refusal> accept(MemberId member, const net::AgentHeader& header, ByteView message);
    /// Returns the agents whose last message has been accepted; the caller removes them.
    const std::vector<AgentId>& agents_that_left() const { return agents_that_left_; }

    /// Returns the heartbeat up to which every live agent has come, as far as the map knows. Under `exact`,
    /// all messages up to there have arrived, so the bundles are complete. Never falls; -1 before the start.
    Tick reached() const { return reached_; }
    /// Returns a live agent that kept `reached` from rising at the last check. No value if the world is empty
    /// or this agent has ended since.
    std::optional<AgentId> slowest() const;
    /// Returns whether `reached` may rise: the run has started, there are live agents, and each of them has
    /// come further than `reached`. The call is cheap: within one heartbeat all calls together check each
    /// agent about once.
    bool may_advance();
    /// Raises `reached` as far as the messages allow, but not beyond `cap`; returns whether it rose.
    bool advance(Tick cap);

    /// Returns the live agents and those that ended not long ago, by ascending id.
    std::span<const std::unique_ptr<WorldAgent>> by_id() const { return by_id_; }
    /// Returns the live agent of that id, or null.
    const WorldAgent* find(AgentId agent) const {
        return agent.value < live_.size() ? live_[agent.value] : nullptr;
    }
    /// Returns the heartbeat up to which a live `agent` has come: the one before its next message is due.
    Tick covered_up_to(const WorldAgent& agent) const { return agent.next_due - 1; }
    /// Returns the newest message of `agent` at or before `tick`. Returns null if the agent has no message by
    /// then. Under `exact` it also returns null if the agent has ended by then. Under `window` the map keeps
    /// only each agent's newest message.
    const StateEntry* newest_at(const WorldAgent& agent, Tick tick) const;
    std::uint64_t version() const { return version_; }

    SimDuration heartbeat() const { return heartbeat_; }
    GatePolicy gate() const { return gate_; }
    bool is_exact() const { return gate_.kind == GatePolicy::Kind::exact; }

  private:
    StateEntry& slot(WorldAgent& agent, Tick tick) {
        return agent.history[static_cast<std::size_t>(tick.index) % agent.history.size()];
    }
    const StateEntry* entry(const WorldAgent& agent, Tick tick) const;
    void advance_flow(WorldAgent& agent);
    void forget_ended();

    const SimDuration heartbeat_;
    const GatePolicy gate_;
    std::unordered_map<AgentId, Tick> expected_;
    std::unordered_map<AgentId, Tick> awaited_;
    std::unordered_map<AgentId, Tick> ended_;  // first heartbeat without an agent that was here before
    std::vector<WorldAgent*> live_;            // by number; null: no live agent has this number
    std::size_t live_count_ = 0;
    std::vector<std::unique_ptr<WorldAgent>> by_id_;
    std::vector<AgentId> agents_that_left_;
    Tick reached_{-1};
    std::size_t slowest_ = 0;  // index in by_id_ of an agent that held `reached_` back at the last check
    std::uint64_t version_ = 0;
};

}  // namespace synchrono::server

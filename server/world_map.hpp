/// The world map: the newest states of every agent, who is in the world from when to when, and how far the
/// slowest live agent has come. It holds the rules of time that both gates rely on. It knows no transport:
/// the caller checks who sent a message.
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
    off_heartbeat,  // time or period is negative or off the heartbeats; the period or message is too long
    stale,          // the map has this or a newer message already, or the flow has ended
    ahead_of_gate,  // no gate would have let its sender come this far
};

/// How an agent's stay in the world ends: it leaves on purpose, or it is lost.
enum class Ending { left, lost };

/// One message, with the parts of its header that the map needs.
struct StateEntry {
    Tick tick{-1};
    std::int64_t period = 1;  // heartbeats; 0: the last message of its flow
    float x_m = 0, y_m = 0;
    Bytes message;  // the serialised AgentMessage, as it came
};

/// One agent that has joined. It stays in the map for a while after its end, for members that have not
/// received its last messages yet.
struct WorldAgent {
    AgentId id;
    MemberId member;
    Tick enter;                 // heartbeat of its first message
    std::optional<Tick> end;    // the first heartbeat without it; none: it lives
    Tick newest{-1};            // of its newest message; under `exact` none before it is missing
    Tick next_due;              // no message of its flow comes before this heartbeat
    std::uint64_t version = 0;  // of the newest message, counted over the whole map
    /// Under `exact` the last messages, by heartbeat. Under `window` only the newest, always in the same
    /// place, which stays in the processor's caches.
    std::vector<StateEntry> history;

    bool has_message() const { return newest >= enter; }
};

/// Threading: confined to the world thread.
class WorldMap {
  public:
    WorldMap(SimDuration heartbeat, GatePolicy gate);

    /// Makes the start wait until this agent has joined. The scenario has it enter at `enter`. Requires
    /// that nobody has joined yet.
    void expect(AgentId agent, Tick enter);
    /// Returns at most `most` of the agents that the start still waits for; none once the run has started.
    std::vector<AgentId> awaited(std::size_t most) const;
    bool started() const { return awaited_.empty(); }

    bool is_live(AgentId agent) const { return find(agent) != nullptr; }
    std::size_t live_agents() const { return live_count_; }
    /// Returns the first heartbeat of a client that joins with `agents` now. It lies in everyone's future,
    /// and not before the end of an earlier stay of one of these agents.
    Tick entry_for_newcomer(std::span<const AgentId> agents) const;
    /// Returns the heartbeat at which the scenario has `agent` enter; nothing for an agent that it does not
    /// expect.
    std::optional<Tick> expected_entry(AgentId agent) const;
    /// Adds an agent. Requires that none of its number is live, and that the number is within the limits.
    void join(MemberId member, AgentId agent, Tick enter);
    /// Ends a live agent and returns the first heartbeat without it. At that heartbeat its flow would have
    /// spoken next, so everything that it said is still delivered. Before the start, the map waits again
    /// for an agent that the scenario expects and that was lost.
    Tick remove(AgentId agent, Ending ending);

    /// Stores a message, or returns why it does not. The caller has checked who sent it and the type of the
    /// state.
    std::optional<Refusal> accept(MemberId member, const net::AgentHeader& header, ByteView message);
    /// Returns the agents whose last message has been accepted; the caller removes them.
    const std::vector<AgentId>& finished() const { return finished_; }

    /// Returns the heartbeat up to which every live agent has said all that it has to say, so that the
    /// bundles up to it are complete. Never falls. Before the start it is -1.
    Tick reached() const { return reached_; }
    /// Returns a live agent that keeps `reached` from rising; nothing in an empty world.
    std::optional<AgentId> slowest() const;
    /// Returns whether `reached` may rise: the run has started, and there are live agents, none of which
    /// still stands at it. The call is cheap: within one heartbeat all calls together check each agent about
    /// once.
    bool may_advance();
    /// Raises `reached` as far as the messages allow, but not beyond `cap`; returns whether it rose.
    bool advance(Tick cap);

    /// Returns the live agents and those that ended not long ago, by ascending id.
    std::span<const std::unique_ptr<WorldAgent>> by_id() const { return by_id_; }
    /// Returns the live agent of that id, or null.
    const WorldAgent* find(AgentId agent) const {
        return agent.value < live_.size() ? live_[agent.value] : nullptr;
    }
    /// Returns the heartbeat up to which every message of a live `agent` is here.
    Tick reach(const WorldAgent& agent) const { return agent.next_due - 1; }
    /// Returns the newest message of `agent` at or before `tick`; null when it has not spoken by then or
    /// has ended. Under `window` the map keeps only the very newest.
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
    void follow_chain(WorldAgent& agent);
    void forget_ended();

    const SimDuration heartbeat_;
    const GatePolicy gate_;
    std::unordered_map<AgentId, Tick> expected_;
    std::unordered_map<AgentId, Tick> awaited_;
    std::unordered_map<AgentId, Tick> ended_;  // of those that were here before: when they ended
    std::vector<WorldAgent*> live_;            // by number; null: no live agent has it
    std::size_t live_count_ = 0;
    std::vector<std::unique_ptr<WorldAgent>> by_id_;
    std::vector<AgentId> finished_;
    Tick reached_{-1};
    std::size_t slowest_ = 0;  // index in by_id_ of one that held `reached_` back at the last check
    std::uint64_t version_ = 0;
};

}  // namespace synchrono::server

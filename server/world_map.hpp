/// The world map: the newest states of every agent, who is in the world from when to when, and how far the
/// slowest live agent has come. It holds the rules of time that both gates lean on, and no transport: who
/// sent a message and how is settled before it gets here.
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

/// Why a message does not enter the world map.
enum class Refusal {
    unknown_agent,  // of no live agent of that member
    off_heartbeat,  // time or period is not a whole number of heartbeats, or out of bounds
    stale,          // this or something newer is here already: a repetition, or it was overtaken
    ahead_of_gate,  // no gate would have let its sender come this far
};

/// How an agent's stay in the world ends: on purpose, or not.
enum class Ending { left, lost };

/// What is kept of one message.
struct StateEntry {
    Tick tick{-1};
    std::int64_t period = 1;  // heartbeats; zero: the last of its flow
    float x_m = 0, y_m = 0;
    Bytes message;  // the serialised AgentMessage, as it came
};

/// One agent that has joined. It stays for a while after its end, for those who have not heard its last
/// words.
struct WorldAgent {
    AgentId id;
    MemberId member;
    Tick enter;                 // of its first message
    std::optional<Tick> end;    // the first heartbeat without it; none: it lives
    Tick newest{-1};            // of its newest message; under `exact` without a gap before it
    Tick next_due;              // its flow says nothing before this one
    std::uint64_t version = 0;  // of the newest message, counted over the whole map
    /// Under `exact` the last few, by heartbeat; under `window` the newest alone, which keeps it warm in the
    /// processor's caches.
    std::vector<StateEntry> history;

    bool has_message() const { return newest >= enter; }
};

/// Threading: confined to the world thread.
class WorldMap {
  public:
    WorldMap(SimDuration heartbeat, GatePolicy gate);

    /// Heartbeat 0 waits for this agent to join. Requires that nobody has joined yet.
    void expect(AgentId agent, Tick enter);
    /// Some of those that the start still waits for, at most `most`; empty once started.
    std::vector<AgentId> awaited(std::size_t most) const;
    bool started() const { return awaited_.empty(); }

    bool is_live(AgentId agent) const { return find(agent) != nullptr; }
    std::size_t live_agents() const { return live_count_; }
    /// The first heartbeat of one who joins now: in everyone's future, and after what was said of `agent`
    /// before.
    Tick entry_for_newcomer(std::span<const AgentId> agents) const;
    /// When the scenario has `agent` enter; nothing for one that it does not expect.
    std::optional<Tick> expected_entry(AgentId agent) const;
    /// Requires that the agent is not live, and that there can be one of its number.
    void join(MemberId member, AgentId agent, Tick enter);
    /// Ends a live agent and returns the first heartbeat without it: the one at which its flow would have
    /// spoken next, so that all that it said is still heard. Before the start, one that the scenario expects
    /// is waited for again when it was lost.
    Tick remove(AgentId agent, Ending ending);

    /// Takes a message in. Who sent it and the type of the state are settled.
    std::optional<Refusal> accept(MemberId member, const net::AgentHeader& header, ByteView message);
    /// Agents whose flow has ended with the messages accepted so far; the caller removes them.
    const std::vector<AgentId>& finished() const { return finished_; }

    /// Every live agent has said all it has to say up to this heartbeat: the bundles up to it are complete.
    /// Never falls. Before the start it is -1.
    Tick reached() const { return reached_; }
    /// A live agent that keeps `reached` from rising; nothing in an empty world.
    std::optional<AgentId> slowest() const;
    /// Nobody is known to stand at `reached` any more. Cheap: over a heartbeat it looks at each agent about
    /// once.
    bool may_advance();
    /// Recomputes `reached` from what came in, but not beyond `cap`; true when it rose.
    bool advance(Tick cap);

    /// Live agents and those that ended not long ago, by ascending id.
    std::span<const std::unique_ptr<WorldAgent>> by_id() const { return by_id_; }
    /// The live one of that id, or null.
    const WorldAgent* find(AgentId agent) const {
        return agent.value < live_.size() ? live_[agent.value] : nullptr;
    }
    /// Every message of a live `agent` up to this heartbeat is here.
    Tick reach(const WorldAgent& agent) const { return agent.next_due - 1; }
    /// The newest message of `agent` at or before `tick`; null when it has not spoken by then or has ended.
    /// Under `window` only the very newest is kept.
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
    std::unordered_map<AgentId, Tick> ended_;  // the first heartbeat without those that were here before
    std::vector<WorldAgent*> live_;            // by number; null where none lives
    std::size_t live_count_ = 0;
    std::vector<std::unique_ptr<WorldAgent>> by_id_;
    std::vector<AgentId> finished_;
    Tick reached_{-1};
    std::size_t slowest_ = 0;  // index in by_id_ of one that held `reached_` back when last looked
    std::uint64_t version_ = 0;
};

}  // namespace synchrono::server

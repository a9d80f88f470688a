/// The world: who is in it and who may come in, what each may see, when time advances, who has gone silent,
/// and when the run is over. It speaks of members and knows nothing of what carries words to them and from
/// them: a transport tells it what members say, turn by turn, and hears through each one's MemberLink what
/// they are to be told.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/net/agent_message.hpp"
#include "proto/record.pb.h"
#include "server/member.hpp"
#include "server/selection.hpp"
#include "server/world_map.hpp"

namespace synchrono::server {

enum class WorldCounter {
    joins,
    leaves,
    shoot_downs,
    connections_lost,
    declined_duplicate,
    declined_full,
    declined_malformed,
    declined_stopping,
    requests,
    unknown_agent,
    off_heartbeat,
    stale,
    ahead_of_gate,
    own_stalls,
    count_
};
inline constexpr CounterNames<WorldCounter> kWorldCounterNames{"world.joins",
                                                               "world.leaves",
                                                               "world.shoot_downs",
                                                               "world.connections_lost",
                                                               "world.declined_duplicate_agent",
                                                               "world.declined_full",
                                                               "world.declined_malformed",
                                                               "world.declined_stopping",
                                                               "world.requests",
                                                               "world.dropped_unknown_agent",
                                                               "world.dropped_off_heartbeat",
                                                               "world.dropped_stale",
                                                               "world.dropped_ahead_of_gate",
                                                               "world.own_stalls"};

/// How the world stands, for people.
struct WorldStatus {
    SimTime reached;
    std::string slowest;  // an agent's name; empty in an empty world
    std::size_t clients = 0;
    std::size_t agents = 0;
    std::int64_t drift = 0;  // heartbeats from the slowest live agent to the furthest
    std::vector<std::string> awaited;
    bool started = false;
};

struct WorldSetup {
    const config::Scenario& scenario;
    bool keep_open = false;  // go on when every agent of the scenario has ended
    /// Told of every change of who is in the world.
    std::function<void(const WorldEvent&)> on_event = [](const WorldEvent&) {};
};

/// Threading: the world thread; counters from any.
/// Owns: members and the map; borrows the members' links.
class World {
  public:
    explicit World(WorldSetup setup);

    // A turn: begin, then what members say, then finish.
    /// Whatever is said until `finish` is said now.
    void begin(WallTime now);
    /// Lets a client in, which the link is told of before this returns, or says why not. The member stays
    /// where it is until it is dismissed. Requires an id that was never there before.
    tl::expected<Member*, Declined> admit(MemberId id, JoinWish wish, MemberLink& link);
    /// A message of one of the sender's agents. Who sent it and the type of the state are settled.
    void take(MemberId from, const net::AgentHeader& header, ByteView message);
    /// Something valid came from the member: it holds the world up to `have`, and may ask for what it lacks.
    void heard(Member& member, SimTime have, bool asks);
    /// The member is told how the world stands before the turn is over, whether or not that is new.
    void owe_answer(Member& member) { member.asked = answers_due_ = true; }
    /// The member cannot be reached any more. Nothing when there is none of this id.
    void lost(MemberId id) { end_member(id, AgentEnded::CONNECTION_LOST); }
    /// Ends the run on purpose.
    void stop(std::string why) { end_run({.why = std::move(why)}); }
    /// Decides what follows from all that, and tells the members.
    void finish();

    const WorldMap& map() const { return map_; }
    /// For the links, when they are to tell.
    Selection& selection() { return selection_; }

    WorldStatus status() const;
    /// Why the run is over, once it is; the lobby may still have words to carry.
    struct End {
        std::string why;
        bool good = true;
        bool left = false;  // every agent has left before the scenario's end, and none was lost
    };
    const std::optional<End>& ended() const { return ended_; }

    const Counters<WorldCounter>& counters() const { return counters_; }

  private:
    using Objection = server::Objection<WorldCounter>;
    std::optional<Objection> objection(const JoinWish& wish) const;
    void tell_newcomer(Member& member);
    void end_finished();
    void watch();
    void end_member(MemberId id, AgentEnded::Cause cause);
    void end_agent(Member& member, AgentId agent, AgentEnded::Cause cause);
    void update_received(Member& member);
    /// Its agents are among those that everybody waits for.
    bool holds_back(const Member& member) const;
    /// To every member but `except`.
    void notify_others(MemberId except, const Notice& notice);
    void notify(Member& member, Notice notice);
    void tell_everybody(bool advanced);
    void consider_the_end();
    void end_run(End end);
    Tick cap() const;
    const std::string& name_of(AgentId agent) const;

    WorldSetup setup_;
    const WallDuration progress_limit_;
    WorldMap map_;
    Selection selection_;
    std::map<MemberId, Member> members_;  // ordered, so that a run is the same each time
    std::map<AgentId, AgentDescription> descriptions_;
    std::vector<AgentId> scenario_agents_left_;  // of the scenario, not ended cleanly yet
    WallTime now_;                               // when this turn began
    std::optional<WallTime> first_turn_, last_turn_, watched_, empty_since_;
    Tick last_end_;             // the first heartbeat without the agent that ended last
    bool answers_due_ = false;  // some member is owed one
    std::optional<End> ended_;
    Counters<WorldCounter> counters_;
};

}  // namespace synchrono::server

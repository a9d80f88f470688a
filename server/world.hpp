/// The world decides who is in it and who may come in, what each member may see, when time advances, who
/// has gone silent, and when the run is over. It deals with members and does not know how messages travel.
/// In each step a transport passes in what members said, and the world answers through each member's
/// MemberLink.
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

/// The state of the world, for people.
struct WorldStatus {
    SimTime reached;
    std::string slowest;  // an agent's name; empty when the world is empty
    std::size_t clients = 0;
    std::size_t agents = 0;
    std::int64_t drift = 0;  // heartbeats from `reached` to the newest message of any agent
    std::vector<std::string> awaited;
    bool started = false;
};

struct WorldSetup {
    const config::Scenario& scenario;
    bool keep_open = false;  // continue after every agent of the scenario has ended
    /// Called with every change of who is in the world.
    std::function<void(const WorldEvent&)> on_event = [](const WorldEvent&) {};
};

/// Threading: the world thread; counters from any.
/// Owns: members and the map; borrows the members' links.
class World {
  public:
    explicit World(WorldSetup setup);

    // A step is `begin`, then calls with what members said, then `finish`.
    /// Begins a step. All calls until `finish` count as made at `now`.
    void begin(WallTime now);
    /// Admits a client and sends the welcome through `link` before it returns, or returns the reason why it
    /// does not. The member keeps its address until it is dismissed. Requires an id that was never used
    /// before.
    tl::expected<Member*, Declined> admit(MemberId id, JoinWish wish, MemberLink& link);
    /// Takes in a message of one of the sender's agents. The caller has checked who sent it and the type of
    /// the state.
    void take(MemberId from, const net::AgentHeader& header, ByteView message);
    /// Records that something valid came from the member: it has received all up to `have`, and with `asks`
    /// it wants to get what it lacks.
    void heard(Member& member, SimTime have, bool asks);
    /// Makes `finish` send the member an answer, even if nothing is new.
    void owe_answer(Member& member) { member.asked = answers_due_ = true; }
    /// Removes a member that cannot be reached any more. Does nothing when no member has this id.
    void lost(MemberId id) { end_member(id, AgentEnded::CONNECTION_LOST); }
    /// Ends the run on purpose, for the reason `why`.
    void stop(std::string why) { end_run({.why = std::move(why)}); }
    /// Ends the step: decides what follows from it, and sends that to the members.
    void finish();

    const WorldMap& map() const { return map_; }
    /// Returns the filter that links use when they compose an update.
    Selection& selection() { return selection_; }

    WorldStatus status() const;
    /// How a run ended.
    struct End {
        std::string why;
        bool good = true;
        bool left = false;  // every agent left before the scenario's end, and none was lost
    };
    /// Returns how the run ended, once it is over. Last messages may still be on their way to members.
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
    /// Returns whether everybody waits for this member: for messages of its agents or, under `exact`, for
    /// it to receive bundles.
    bool holds_back(const Member& member) const;
    /// Sends the notice to every member but `except`.
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
    std::map<MemberId, Member> members_;  // ordered, so that every run visits it in the same order
    std::map<AgentId, AgentDescription> descriptions_;
    std::vector<AgentId> scenario_agents_left_;  // agents of the scenario that have not left on purpose yet
    WallTime now_;                               // when this step began
    std::optional<WallTime> first_turn_, last_turn_, watched_, empty_since_;
    Tick last_end_;             // the first heartbeat without the agent that ended last
    bool answers_due_ = false;  // some member gets an answer at the end of the step
    std::optional<End> ended_;
    Counters<WorldCounter> counters_;
};

}  // namespace synchrono::server

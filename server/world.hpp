/// The world decides which clients may join, what each member may see, when time advances, which members
/// have fallen silent, and when the run is over. It deals with members and does not know how messages
/// travel. In each step a transport passes in the messages of members, and the world answers through each
/// member's MemberLink.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/net/agent_message.hpp"
#include "proto/record.pb.h"
#include "server/hold_ups.hpp"
#include "server/member.hpp"
#include "server/radio_line.hpp"
#include "server/selection.hpp"
#include "server/world_map.hpp"

namespace synchrono::server {

enum class WorldCounter {
    joins,             // clients
    leaves,            // agents that left on purpose
    shoot_downs,       // agents that ended because their client was silent or held the others back
    connections_lost,  // agents that ended because the connection of their client ended
    declined_duplicate,
    declined_full,
    declined_malformed,
    declined_stopping,
    declined_held_up,  // clients that were shot down and may not join now
    declined_too_often,
    requests,
    requests_refused,  // beyond the limit of a member
    unknown_agent,
    off_heartbeat,
    stale,
    ahead_of_gate,
    own_stalls,  // steps that came so late that no member could be blamed for silence
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
                                                               "world.declined_held_up",
                                                               "world.declined_too_often",
                                                               "world.requests",
                                                               "world.requests_refused",
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
    std::int64_t drift = 0;            // heartbeats from `reached` to the newest message of any agent
    std::vector<std::string> awaited;  // names of some agents for which the start waits
    bool started = false;
    std::string held_up_by;  // the client for which the others wait; empty: they have hardly waited
    double held_up_s = 0;    // for how long
};

struct WorldSetup {
    const config::Scenario& scenario;
    bool keep_open = false;  // continue after every agent of the scenario has ended
    /// Returns the least rate of the client with this credential; see HoldUpAccount.
    std::function<std::optional<double>(std::string_view client)> least_rate = nullptr;
    /// Called for every agent that joins or ends.
    std::function<void(const WorldEvent&)> on_event = [](const WorldEvent&) {};
};

/// Threading: the world thread; counters from any.
/// Owns: members and the map; borrows the members' links.
class World {
  public:
    explicit World(WorldSetup setup);

    // A step is `begin_step`, then calls for the messages of members, then `finish_step`.
    /// Begins a step. All calls until `finish_step` count as made at `now`.
    void begin_step(WallTime now);
    /// Admits a client and sends the admission through `link` before it returns, or returns the reason why
    /// the client is declined. The pointer is valid until the member is removed. Requires an id that was
    /// never used before.
    tl::expected<Member*, Declined> admit(MemberId id, JoinWish wish, MemberLink& link);
    /// Takes in a message of one of the agents of member `from`. The caller has checked that `from` sent the
    /// message, and that the message has the type of state that the client announced.
    void handle_message(MemberId from, const net::AgentHeader& header, ByteView message);
    /// Records a valid datagram of the member. The member has received everything up to `known_up_to`. If
    /// `asks` is set, it asks for what it lacks.
    void note_progress(Member& member, SimTime known_up_to, bool asks);
    /// Makes `finish_step` send the member an answer, even if nothing is new.
    void owe_answer(Member& member) { member.answer_due = answers_due_ = true; }
    /// Removes a member that cannot be reached any more. Does nothing when no member has this id.
    void remove_lost(MemberId id);
    /// Sets the way to the communication server, or null.
    void set_radio_line(RadioLine* line);
    /// Records for whom the radio waits.
    void set_radio_wait(RadioWait wait);
    /// Ends the run on purpose, for the reason `why`.
    void stop(std::string why) { end_run({.why = std::move(why)}); }
    /// Ends the step: decides what follows from the calls since begin_step, and sends that to the members.
    void finish_step();

    const WorldMap& map() const { return map_; }
    /// Returns the filter that links use when they compose an update.
    Selection& selection() { return selection_; }

    /// Returns the number of members of this name that have brought no agents.
    std::int64_t watchers_named(std::string_view client) const;
    WorldStatus status() const;
    /// The end of a run.
    struct End {
        std::string why;
        bool good = true;
        bool left = false;  // every agent of the scenario left on purpose, before the scenario's end
    };
    /// Returns how the run ended, once it is over. Last messages may still be on their way to members.
    const std::optional<End>& ended() const { return ended_; }

    const Counters<WorldCounter>& counters() const { return counters_; }

  private:
    using Objection = server::Objection<WorldCounter>;
    std::optional<Objection> objection(const JoinWish& wish);
    void send_present_agents(Member& member);
    void end_agents_that_left();
    void check_time_limits();
    void check_silence();
    /// Removes those who owe anything once the world has stood still for long, even if nobody waits for them.
    void check_standstill();
    void check_start();
    /// Charges the clients for which the others have waited until now, and shoots down those that owe too
    /// much.
    void check_hold_ups();
    /// Returns whether the slowest clients wait for radio messages, and so for the clients for which the
    /// radio waits.
    bool waits_for_radio() const;
    /// Returns the accounts of those for which others wait now.
    std::vector<HoldUpAccount*> accounts_of_culprits();
    /// Removes all members of a client from the world and from the radio.
    void shoot_down_client(const std::string& client, std::string_view why);
    void end_member(MemberId id, AgentEnded::Cause cause, std::string_view why);
    /// Returns the first heartbeat without the agent.
    Tick end_agent(Member& member, AgentId agent, AgentEnded::Cause cause);
    void update_received(Member& member);
    /// Returns whether the others wait for this member. They wait for messages of its agents. Under `exact`
    /// they also wait until it has received the bundles that the map must soon forget.
    bool holds_back(const Member& member) const;
    /// Sends the notice to every member but `except`.
    void notify_others(MemberId except, const Notice& notice);
    void notify(Member& member, Notice notice);
    void send_updates(bool advanced);
    void end_if_over();
    void end_run(End end);
    /// Returns the heartbeat beyond which the world must not advance now, even if all messages have come.
    Tick cap() const;
    const std::string& name_of(AgentId agent) const;

    WorldSetup setup_;
    HoldUps hold_ups_;
    const WallDuration standstill_limit_;
    Tick stands_at_{-1};                    // the heartbeat at which the world stands
    std::optional<WallTime> stands_since_;  // since when
    WorldMap map_;
    Selection selection_;
    std::map<MemberId, Member> members_;  // ordered, so that every run visits it in the same order
    std::map<AgentId, AgentDescription> descriptions_;
    std::vector<AgentId> scenario_agents_left_;  // agents of the scenario that have not left on purpose yet
    WallTime now_;                               // when this step began
    RadioLine* radio_line_ = nullptr;
    bool has_had_radio_ = false;
    RadioWait radio_wait_;
    std::optional<WallTime> radio_heard_;  // when the last report came
    std::optional<WallTime> first_step_, last_step_, limits_checked_, hold_ups_checked_, empty_since_;
    Tick last_end_;             // the first heartbeat without the agent that ended last
    bool answers_due_ = false;  // some member gets an answer at the end of the step
    std::optional<End> ended_;
    Counters<WorldCounter> counters_;
};

}  // namespace synchrono::server

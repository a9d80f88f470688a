/// The world thread's work: admits clients, keeps the world map, decides who has gone silent, and tells
/// clients what changed. It is turned by a thread in the server and by hand in tests; `now` is a parameter
/// and everything that reaches it comes through a queue.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/mailbox.hpp"
#include "common/config/scenario.hpp"
#include "common/net/token.hpp"
#include "proto/record.pb.h"
#include "server/commands.hpp"
#include "server/fan_out.hpp"
#include "server/intake.hpp"
#include "server/lobby.hpp"
#include "server/session.hpp"
#include "server/world_map.hpp"

namespace synchrono::server {

enum class WorldCounter {
    joins,
    leaves,
    shoot_downs,
    connections_lost,
    declined_version,
    declined_token,
    declined_scenario,
    declined_duplicate,
    declined_full,
    declined_malformed,
    declined_stopping,
    requests,
    unknown_session,
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
                                                               "world.declined_version",
                                                               "world.declined_token",
                                                               "world.declined_scenario",
                                                               "world.declined_duplicate_agent",
                                                               "world.declined_full",
                                                               "world.declined_malformed",
                                                               "world.declined_stopping",
                                                               "world.requests",
                                                               "world.dropped_unknown_session",
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
    net::Token token;
    std::uint16_t udp_port = 0;
    bool keep_open = false;  // go on when every agent of the scenario has ended
    /// Told of every change of who is in the world.
    std::function<void(const WorldEvent&)> on_event = [](const WorldEvent&) {};
};

/// Threading: one thread calls turn, status and ended; any may post and read counters.
/// Owns: sessions and the map; borrows the lobby, the intakes and their rings.
class World final : public WorldPort {
  public:
    World(WorldSetup setup, net::DatagramSocket& socket, LobbyPort& lobby);
    /// Before the first turn.
    void add_intake(Intake& intake, SpscRecordRing& ring);

    [[nodiscard]] bool post(WorldCommand command) override { return commands_.post(std::move(command)); }
    /// True when there was something to do.
    bool turn(WallTime now);

    WorldStatus status() const;
    /// Why the run is over, once it is; the lobby may still have words to carry.
    struct End {
        std::string why;
        bool good = true;
        bool left = false;  // every agent has left before the scenario's end, and none was lost
    };
    const std::optional<End>& ended() const { return ended_; }

    const Counters<WorldCounter>& counters() const { return counters_; }
    const Counters<FanOutCounter>& fan_out_counters() const { return fan_out_.counters(); }

  private:
    struct Decline {
        JoinDeclined::Reason reason;
        WorldCounter counter;
        std::string text;
    };
    void admit(const JoinAsked& asked, WallTime now);
    std::optional<Decline> objection(const JoinRequest& request) const;
    void take_records(WallTime now, bool& worked);
    void end_finished();
    void watch(WallTime now);
    void end_session(SessionId session, AgentEnded::Cause cause);
    void end_agent(Session& session, AgentId agent, AgentEnded::Cause cause);
    void update_received(Session& session);
    /// Its agents are among those that everybody waits for.
    bool holds_back(const Session& session) const;
    void post_frames(Session& session);
    /// To every session but `except`.
    void notify_others(SessionId except, const Notice& notice);
    void notify(Session& session, Notice notice);
    void tell_everybody(bool advanced);
    void consider_the_end(WallTime now);
    void stop(End end);
    Tick cap() const;
    const std::string& name_of(AgentId agent) const;

    WorldSetup setup_;
    LobbyPort& lobby_;
    const config::ScenarioId scenario_id_;
    const WallDuration progress_limit_;
    const net::WorldKey world_key_ = net::make_world_key();
    WorldMap map_;
    FanOut fan_out_;
    std::vector<std::pair<Intake*, SpscRecordRing*>> intakes_;
    Mailbox<WorldCommand> commands_;
    std::vector<WorldCommand> drained_;
    std::map<SessionId, Session> sessions_;  // ordered, so that a run is the same each time
    std::map<AgentId, AgentDescription> descriptions_;
    std::vector<AgentId> scenario_agents_left_;  // of the scenario, not ended cleanly yet
    std::optional<WallTime> first_turn_, last_turn_, watched_, empty_since_;
    Tick last_end_;             // the first heartbeat without the agent that ended last
    bool answers_due_ = false;  // some session asked
    bool frames_due_ = false;   // some session has frames for the lobby
    std::optional<End> ended_;
    Counters<WorldCounter> counters_;
};

}  // namespace synchrono::server

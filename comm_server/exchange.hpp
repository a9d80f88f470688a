/// Who is on the radio and when: admits clients, takes their batches heartbeat by heartbeat, has the router
/// route a heartbeat once everybody has told what it sends in it, and answers each with what reached it. A
/// client that dies or falls silent holds nobody up: its agents end where its batches end.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "comm_server/router.hpp"
#include "common/base/counters.hpp"
#include "common/base/limits.hpp"
#include "common/config/scenario.hpp"
#include "common/net/frame_hall.hpp"
#include "common/net/token.hpp"
#include "proto/radio.pb.h"

namespace synchrono::comm_server {

enum class ExchangeCounter {
    declined,
    batches,
    dropped_malformed,
    shot_down,
    connections_lost,
    taken_over,
    own_stalls,
    sent,
    delivered,
    lost,
    shed,
    count_
};
inline constexpr CounterNames<ExchangeCounter> kExchangeCounterNames{"exchange.declined",
                                                                     "exchange.batches",
                                                                     "exchange.dropped_malformed",
                                                                     "exchange.shot_down",
                                                                     "exchange.connections_lost",
                                                                     "exchange.taken_over",
                                                                     "exchange.own_stalls",
                                                                     "radio.sent",
                                                                     "radio.delivered",
                                                                     "radio.lost",
                                                                     "radio.shed"};

/// Keeps what happens on the radio. Everything that it is told depends on simulated time alone.
class RadioRecorder : public RouterSink, public LoadSink {
  public:
    virtual void station(const RadioStation& station, SimTime time) = 0;
    /// Everything before `until` has been told.
    virtual void routed(SimTime until) = 0;
};

struct ExchangeSetup {
    const config::Scenario& scenario;
    net::Token token;
    std::vector<RoadSideUnit> units = {};  // as make_road_side_units gives them
    bool keep_open = false;                // goes on when every client has left
    RadioRecorder* recorder = nullptr;     // may be none
};

/// Threading: one thread.  Owns: hall, router, clients; borrows scenario and recorder.
class Exchange final : private net::FrameHall::Owner, private RouterSink {
  public:
    Exchange(ExchangeSetup setup, WallTime now);

    /// Where connections are told of.
    net::StreamEvents& events() { return hall_; }
    /// To be called every few milliseconds: looks after time limits and slow readers.
    void turn(WallTime now);
    void stop(std::string_view why);

    struct End {
        bool good = true;
        std::string why;
    };
    /// There once it is over; what is queued may still have to be written.
    const std::optional<End>& end() const { return end_; }
    bool idle() const { return hall_.idle(); }
    /// Everything before this heartbeat is routed.
    Tick routed() const { return next_; }
    const Counters<ExchangeCounter>& counters() const { return counters_; }
    const Counters<FaultCounter>& fault_counters() const { return router_.fault_counters(); }
    const Counters<net::HallCounter>& hall_counters() const { return hall_.counters(); }

    /// How long the radio waits for those who were lost, when nobody else is there.
    static constexpr WallDuration kRejoinLimit = WallDuration::seconds(limits::kRejoinSeconds);

  private:
    /// What a client's agents say at one heartbeat.
    struct Batch {
        std::vector<std::pair<AgentId, geo::Vec3>> places;
        std::vector<RadioMessage> messages;
        std::vector<SignalsTold> signals;
    };
    struct Client {
        SessionId session;
        std::vector<AgentId> agents;
        Tick start;                      // of its first batch
        Tick next;                       // of the batch that it owes
        std::optional<Tick> end = {};    // the first heartbeat without it
        std::deque<Batch> batches = {};  // from the heartbeat that is routed next on; those of `start` first
        Batch open = {};                 // what of the next one has come
        WallTime heard = {};
        std::string deliveries = {};                 // RadioBundle.deliveries of this heartbeat, serialised
        std::vector<const RadioFate*> reached = {};  // by the message under way
    };
    using Clients = std::map<SessionId, Client>;

    void frame(SessionId session, const net::Endpoint& peer, ByteView bytes) override;
    void oversized(SessionId session) override;
    void gone(SessionId session) override;
    void settled(const Settled& settled) override;

    void join(SessionId session, const RadioJoin& request);
    std::string objection_to(const RadioJoin& request, JoinDeclined::Reason& reason) const;
    bool is_of(const Client& client, std::uint32_t agent) const;
    void batch(SessionId session, Client& client, const RadioBatch& batch);
    /// What is wrong with it; takes it in if nothing is.
    std::string take(Client& client, const RadioBatch& batch);
    /// The same of what it says of signals.
    std::string take_signals(Client& client, const RadioBatch& batch, SimTime from, SimTime until);
    void refuse(SessionId session, JoinDeclined::Reason reason, std::string text);
    void lose(Clients::iterator at, ExchangeCounter why);
    void dismiss();
    bool may_route() const;
    void route();
    void route_all();
    /// Queues what arrived at some agents of a client.
    void deliver(Client& client, const RadioMessage& message, ByteView payload,
                 std::span<const RadioFate* const> reached);
    void tell(Client& client, SimTime until);
    void watch();
    void end_if_over();
    void announce(RadioStation::Kind kind, AgentId id, const std::string& name, bool ended);
    void announce_agent(AgentId agent, bool ended);
    void finish(End end);

    ExchangeSetup setup_;
    const config::ScenarioId scenario_id_;
    net::FrameHall hall_;
    Router router_;
    Clients clients_;
    std::vector<Client*> client_of_;        // by agent; none: not on the radio
    std::vector<std::uint64_t> sequences_;  // by agent: of its last message
    std::vector<Tick> placed_;              // by agent: the newest heartbeat with a place of it
    std::vector<std::pair<AgentId, geo::Vec3>> places_;
    std::vector<AgentId> leaving_;
    std::vector<Client*> reached_;   // those that the message under way has reached
    std::size_t expected_;           // agents that have not joined yet
    std::vector<bool> seen_, lost_;  // by agent: has ever joined; its client died and did not come back
    std::optional<WallTime> alone_since_;
    bool started_ = false;
    Tick next_;  // the heartbeat that is routed next
    WallTime now_, began_;
    std::optional<End> end_;
    Counters<ExchangeCounter> counters_;
};

}  // namespace synchrono::comm_server

/// Decides who is on the radio and when: admits clients, takes their batches heartbeat by heartbeat, has
/// the router route a heartbeat once everybody has sent a batch for it, and sends each client what reached
/// its agents. A client that dies or falls silent holds nobody up: its agents end where its batches end.
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

/// Records what happens on the radio. All that it gets depends on simulated time alone.
class RadioRecorder : public RouterSink, public LoadSink {
  public:
    /// Records that a station has come, or that it has ended.
    virtual void station(const RadioStation& station, SimTime time) = 0;
    /// Called when everything before `until` has been recorded.
    virtual void routed(SimTime until) = 0;
};

struct ExchangeSetup {
    const config::Scenario& scenario;
    net::Token token;
    std::vector<RoadSideUnit> units = {};  // made by make_road_side_units
    bool keep_open = false;                // continue after every client has left
    RadioRecorder* recorder = nullptr;     // may be null
};

/// Threading: one thread.  Owns: hall, router, clients; borrows scenario and recorder.
class Exchange final : private net::FrameHall::Owner, private RouterSink {
  public:
    Exchange(ExchangeSetup setup, WallTime now);

    /// Returns the object to which the listener reports the events of connections.
    net::StreamEvents& events() { return hall_; }
    /// Checks time limits and slow readers. Call it every few milliseconds.
    void turn(WallTime now);
    void stop(std::string_view why);

    struct End {
        bool good = true;
        std::string why;
    };
    /// Returns how the run ended, once it is over. Queued frames may still have to be written.
    const std::optional<End>& end() const { return end_; }
    /// Returns whether all frames have been written or their readers are gone.
    bool idle() const { return hall_.idle(); }
    /// Returns the heartbeat that is routed next; everything before it has been routed.
    Tick routed() const { return next_; }
    const Counters<ExchangeCounter>& counters() const { return counters_; }
    const Counters<FaultCounter>& fault_counters() const { return router_.fault_counters(); }
    const Counters<net::HallCounter>& hall_counters() const { return hall_.counters(); }

    /// The time that the radio waits for lost clients when nobody else is there.
    static constexpr WallDuration kRejoinLimit = WallDuration::seconds(limits::kRejoinSeconds);

  private:
    /// All that a client's agents send for one heartbeat.
    struct Batch {
        std::vector<std::pair<AgentId, geo::Vec3>> places;
        std::vector<RadioMessage> messages;
        std::vector<SignalsTold> signals;
    };
    struct Client {
        SessionId session;
        std::vector<AgentId> agents;
        Tick start;                      // heartbeat of its first batch
        Tick next;                       // heartbeat of the batch that it owes
        std::optional<Tick> end = {};    // the first heartbeat without it
        std::deque<Batch> batches = {};  // complete, not routed yet; the oldest first
        Batch open = {};                 // the part of the next batch that has come
        WallTime heard = {};
        std::string deliveries = {};                 // RadioBundle.deliveries, serialised, not sent yet
        std::vector<const RadioFate*> reached = {};  // fates of the current message at its agents
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
    /// Adds a batch to what the client has sent. Returns what is wrong with it, or an empty text.
    std::string take(Client& client, const RadioBatch& batch);
    /// Does the same with the part of a batch that is about signals.
    std::string take_signals(Client& client, const RadioBatch& batch, SimTime from, SimTime until);
    void refuse(SessionId session, JoinDeclined::Reason reason, std::string text);
    void lose(Clients::iterator at, ExchangeCounter why);
    void dismiss();
    bool may_route() const;
    void route();
    void route_all();
    /// Queues a message that arrived at these agents of a client.
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
    std::vector<Client*> client_of_;        // by agent; null: not on the radio
    std::vector<std::uint64_t> sequences_;  // by agent: number of its last message
    std::vector<Tick> placed_;              // by agent: newest heartbeat for which it has a place
    std::vector<std::pair<AgentId, geo::Vec3>> places_;
    std::vector<AgentId> leaving_;
    std::vector<Client*> reached_;   // clients that the current message has reached
    std::size_t expected_;           // agents that have not joined yet
    std::vector<bool> seen_, lost_;  // by agent: ever joined; its client died and is not back
    std::optional<WallTime> alone_since_;
    bool started_ = false;
    Tick next_;  // the heartbeat that is routed next
    WallTime now_, began_;
    std::optional<End> end_;
    Counters<ExchangeCounter> counters_;
};

}  // namespace synchrono::comm_server

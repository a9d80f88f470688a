/// Decides which agents are on the radio and when: admits clients, takes their batches heartbeat by
/// heartbeat, has the router route a heartbeat once every client has sent its batch for it, and sends each
/// client the messages that reached its agents. A client that dies or falls silent does not hold the others
/// up: its agents end where its batches end.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "comm_server/router.hpp"
#include "common/base/counters.hpp"
#include "common/base/limits.hpp"
#include "common/config/credentials.hpp"
#include "common/config/scenario.hpp"
#include "common/net/frame_server.hpp"
#include "proto/handshake.pb.h"
#include "proto/radio.pb.h"

namespace synchrono::comm_server {

enum class ExchangeCounter {
    declined,
    batches,
    dropped_malformed,
    shot_down,
    connections_lost,
    expelled,
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
                                                                     "exchange.expelled",
                                                                     "exchange.taken_over",
                                                                     "exchange.own_stalls",
                                                                     "radio.sent",
                                                                     "radio.delivered",
                                                                     "radio.lost",
                                                                     "radio.shed"};

/// Records what happens on the radio. The arguments of all calls depend on simulated time, not on wall time.
class RadioRecorder : public RouterSink, public LoadSink {
  public:
    /// Called when a station has come, or has ended.
    virtual void on_station(const RadioStation& station, SimTime time) = 0;
    /// Called when everything before `until` has been recorded.
    virtual void on_routed(SimTime until) = 0;
};

struct ExchangeSetup {
    const config::Scenario& scenario;
    config::Credentials credentials;       // of all clients that may take part
    std::vector<RoadSideUnit> units = {};  // made by make_road_side_units
    bool keep_open = false;                // go on after every client has left
    RadioRecorder* recorder = nullptr;     // null: nothing is recorded
    /// Finds the secrets of clients, by which connections are secured; see net::FrameServer.
    net::TlsServer::FindSecret find_secret = nullptr;
    /// Gets for whom the radio waits, at each poll, and nobody before it computes.
    std::function<void(const RadioWait&)> on_wait = nullptr;
    /// Gets a line about each client that joins, is refused, or ends.
    net::AccessNote note = [](const std::string&, bool) {};
};

/// The radio of one run, for clients that are connected by streams.
/// Threading: one thread.  Owns: frame server, router, clients; borrows scenario and recorder.
class Exchange final : private net::FrameServer::Owner, private RouterSink {
  public:
    Exchange(ExchangeSetup setup, WallTime now);

    /// Returns the object that the listener calls for the events of connections.
    net::StreamEvents& events() { return frame_server_; }
    /// Checks time limits and slow readers. Call it every few milliseconds.
    void poll(WallTime now);
    /// Removes a client because it is out of the world.
    void expel(const RadioExpulsion& expulsion);
    /// Ends the run for the reason `why`: on purpose or, if it is not `good`, because something went wrong.
    void stop(std::string_view why, bool good = true);

    struct End {
        bool good = true;
        std::string why;
    };
    /// Returns how the run ended, once it is over. Queued frames may still have to be written.
    const std::optional<End>& end() const { return end_; }
    /// Returns whether every frame has been written or its connection has ended.
    bool all_sent() const { return frame_server_.all_sent(); }
    /// Returns the heartbeat that is routed next; everything before it has been routed.
    Tick next_heartbeat() const { return next_; }
    const Counters<ExchangeCounter>& counters() const { return counters_; }
    const Counters<faults::FaultCounter>& fault_counters() const { return router_.fault_counters(); }
    const Counters<net::FrameServerCounter>& frame_server_counters() const {
        return frame_server_.counters();
    }

    /// The time that the radio waits for lost clients when no other client is there.
    static constexpr WallDuration kRejoinLimit = WallDuration::seconds(limits::kRejoin_s);

  private:
    /// All that a client's agents send for one heartbeat.
    struct Batch {
        std::vector<std::pair<AgentId, geo::Vec3>> places;
        std::vector<RadioMessage> messages;
        std::vector<SignalsReport> signals;
        std::size_t bytes = 0;  // of the messages' payloads
    };
    /// A client that has joined, until its agents have been removed.
    struct Client {
        SessionId session;
        std::string credential;  // its name
        std::string who;         // name and address, for the log
        std::vector<AgentId> agents;
        Tick start;                      // heartbeat of its first batch
        Tick next;                       // heartbeat of the batch that it must send next
        std::optional<Tick> end = {};    // the first heartbeat without it
        std::deque<Batch> batches = {};  // complete, not routed yet; the oldest first
        Batch open = {};                 // the part of the next batch that has come
        std::size_t queued_bytes = 0;    // of the payloads in `batches`
        WallTime last_heard = {};
        std::string deliveries = {};                       // RadioBundle.deliveries, serialised, not sent yet
        std::vector<const FinalFate*> current_fates = {};  // scratch: a settled message's fates at `agents`
    };
    using Clients = std::map<SessionId, Client>;

    void on_frame(SessionId session, const net::Peer& peer, ByteView bytes) override;
    void on_oversized_frame(SessionId session, const net::Peer& peer) override;
    void on_connection_ended(SessionId session) override;
    void on_refused(const net::Peer& peer, std::string_view why) override;
    void on_settled(const Settled& settled) override;

    void join(SessionId session, const net::Peer& peer, const RadioJoin& request);
    std::string objection_to(const net::Peer& peer, const RadioJoin& request,
                             JoinDeclined::Reason& reason) const;
    bool is_of(const Client& client, std::uint32_t agent) const;
    void handle_batch(SessionId session, Client& client, const RadioBatch& batch);
    /// Adds a part of a batch, or a whole batch, to the client's open batch. Returns what is wrong with
    /// `batch`, or an empty text.
    std::string add_batch(Client& client, const RadioBatch& batch);
    /// Does the same with the signals in `batch`. The heartbeat of `batch` lasts from `from` to `until`.
    std::string add_signals(Client& client, const RadioBatch& batch, SimTime from, SimTime until);
    /// Refuses a newcomer, or a client that has joined: sends the reason and closes the connection.
    void refuse(SessionId session, JoinDeclined::Reason reason, const std::string& text);
    /// Ends a client at the batch that it owes, and forgets it if it has not sent any.
    void end_client(Clients::iterator at, ExchangeCounter counter, std::string_view why);
    void forget_unheard(Clients::iterator at);
    void remove_ended();
    /// Starts the radio once no agent is expected any more.
    void start_if_complete();
    /// Returns whether the radio waits for this client's batch.
    bool is_awaited(const Client& client) const;
    bool may_route() const;
    void route();
    void route_all();
    /// Queues a message for a client. `fates` are those of the client's agents at which it arrived.
    void deliver(Client& client, const RadioMessage& message, ByteView payload,
                 std::span<const FinalFate* const> fates);
    void send_bundle(Client& client, SimTime until);
    void check_time_limits();
    /// Reports for whom the radio waits.
    void report_wait();
    /// Takes back the last report if it names anybody: the radio is about to compute, which is not the
    /// clients' fault.
    void report_nobody();
    void end_if_over();
    void announce(RadioStation::Kind kind, AgentId id, const std::string& name, bool ended);
    void announce_agent(AgentId agent, bool ended);
    void end_run(End end);

    ExchangeSetup setup_;
    const config::ScenarioId scenario_id_;
    net::FrameServer frame_server_;
    Router router_;
    Clients clients_;
    std::vector<Client*> client_of_;        // by agent; null: not on the radio
    std::vector<std::uint64_t> sequences_;  // by agent: number of its last message
    std::vector<Tick> placed_;              // by agent: newest heartbeat for which it has a place
    std::vector<std::pair<AgentId, geo::Vec3>> places_;
    std::vector<AgentId> leaving_;
    std::vector<Client*> reached_clients_;  // scratch: the clients that a settled message has reached
    std::size_t expected_;                  // number of agents that have not joined yet
    // By agent: whether it has ever joined; whether its client was lost and has not come back.
    std::vector<bool> seen_, lost_;
    std::optional<WallTime> alone_since_;
    bool started_ = false;
    Tick next_;                     // the heartbeat that is routed next
    bool named_ = false;            // the last report names somebody
    std::set<std::string> banned_;  // credentials that may not come back
    WallTime now_, began_;
    std::optional<End> end_;
    Counters<ExchangeCounter> counters_;
};

}  // namespace synchrono::comm_server

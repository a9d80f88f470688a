/// A whole world in one process: a server and its clients on a simulated network and a hand-driven clock, all
/// from one seed. What every client emits and consumes is checked at every step against the four rules of
/// exact time and the promise of the window; what breaks is collected, so that a test can print the seed.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "client/acu/client_node.hpp"
#include "comm_server/exchange.hpp"
#include "common/base/random.hpp"
#include "common/net/sim/network.hpp"
#include "server/world.hpp"

namespace synchrono::testing {

struct FleetSetup {
    std::uint64_t seed = 1;  // of the network, the speeds of the clients and the order of turns
    config::GatePolicy gate;
    std::size_t clients = 3;
    std::size_t agents_per_client = 1;
    std::int64_t heartbeats = 40;
    std::uint64_t scenario_seed = 7;  // of what the agents do
    net::sim::Faults faults;
    config::Interest interest;
    WallDuration silence_limit = WallDuration::seconds(1);
    std::vector<std::int64_t> periods = {1};            // of agent i: periods[i % size], in heartbeats
    std::int64_t last_enters_at = 0;                    // heartbeat at which the last agent enters
    std::int64_t pilot_period = 1;                      // heartbeats
    std::int64_t radio_exchange = 1;                    // heartbeats
    std::map<std::uint32_t, std::int64_t> leaves = {};  // heartbeats at which pilots of agents say so
    bool radio = false;    // with a communication server, and a fading channel that everybody fills
    bool sensors = false;  // every vehicle has one of every kind, and tells by radio what they say
    /// Clients of the world's elements, after the others: signals of both sorts, somebody on foot who waits
    /// for them, a cone and a ball in the way, and with a radio a unit that tells of each of the signals.
    std::size_t element_clients = 0;
};

/// What one agent did: simulated time to state bytes.
using Trajectory = std::map<std::int64_t, std::string>;

class Fleet {
  public:
    explicit Fleet(FleetSetup setup);
    ~Fleet();

    /// Turns everything until all clients are done, or `limit` of the clock has passed.
    void run(WallDuration limit = WallDuration::seconds(60));
    /// Turns everything until the predicate holds; false when the limit passed first.
    bool run_until(const std::function<bool()>& done, WallDuration limit = WallDuration::seconds(60));

    // Nuisances.
    /// As by SIGKILL: the kernel closes its streams. `silently`: as by pulling the plug.
    void kill(std::size_t client, bool silently = false);
    /// Starts it anew, with the same agents.
    void restart(std::size_t client);
    void set_cut_off(std::size_t client, bool cut_off);
    void ask_to_stop(std::size_t client);
    /// A client without agents joins; its number is given.
    std::size_t add_observer();
    void stop_server(std::string why);
    void kill_server();

    bool alive(std::size_t client) const;
    client::ClientNode& node(std::size_t client);
    client::ClientNode::State state(std::size_t client) const;
    Tick tick(std::size_t client) const;
    const std::string& reason(std::size_t client) const;
    server::World& world();
    server::Intake& intake();
    net::sim::Network& network() { return *network_; }
    ManualClock& clock() { return clock_; }
    const std::map<AgentId, Trajectory>& trajectories() const { return trajectories_; }
    const std::vector<WorldEvent>& events() const { return events_; }
    /// All that happened on the radio, a line each.
    const std::string& radio_history() const { return radio_history_; }
    /// What road-side units sent, as it was sent.
    struct Told {
        SimTime time;
        AgentId unit;
        Bytes payload;
    };
    const std::vector<Told>& units_told() const { return units_told_; }
    void kill_comm_server();
    /// Newest message of `agent` that `client` has consumed, as a heartbeat.
    std::int64_t consumed(std::size_t client, AgentId agent) const;
    std::uint64_t rejoins(std::size_t client) const;

    /// Broken promises, in words; empty when all is well.
    const std::vector<std::string>& violations() const { return violations_; }
    bool all_finished() const;
    const config::Scenario& scenario() const { return scenario_; }

  private:
    struct Client;
    struct Server;
    struct CommServer;
    void turn();
    void start_client(std::size_t index, std::vector<AgentId> agents);
    void emitted(std::size_t client, AgentId agent, SimTime time, ByteView any);
    void saw(std::size_t client, const client::Peer& peer);
    void violate(std::string what);
    net::Endpoint host(std::size_t client) const;

    FleetSetup setup_;
    config::Scenario scenario_;
    net::Token token_;
    ManualClock clock_;
    Random random_;
    std::unique_ptr<net::sim::Network> network_;
    std::unique_ptr<Server> server_;
    std::unique_ptr<CommServer> comm_server_;
    std::string radio_history_;
    std::vector<Told> units_told_;
    std::vector<std::unique_ptr<Client>> clients_;
    std::map<AgentId, Trajectory> trajectories_;
    std::map<AgentId, std::int64_t> newest_;  // heartbeat of each live agent's newest message
    std::vector<WorldEvent> events_;
    std::vector<std::string> violations_;
};

}  // namespace synchrono::testing

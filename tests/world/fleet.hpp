/// A whole world in one process, all from one seed: a server and its clients, a clock that the fleet sets,
/// and a simulated network. If the clients reach the server through memory, only the radio uses the network.
/// A test describes the world in a `FleetSetup`, steps the fleet, and kills, restarts and cuts off clients as
/// it likes. An `ExactnessChecker` learns of everything that clients emit and consume.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/acu/client_node.hpp"
#include "comm_server/exchange.hpp"
#include "common/base/random.hpp"
#include "common/config/credentials.hpp"
#include "common/net/sim/network.hpp"
#include "common/net/tls.hpp"
#include "server/transport/udp/udp_transport.hpp"
#include "server/world.hpp"
#include "tests/world/exactness_checker.hpp"
#include "tests/world/fleet_scenario.hpp"

namespace synchrono::testing {

class Fleet {
  public:
    explicit Fleet(FleetSetup setup);
    ~Fleet();

    /// Steps everything until all clients are done. It is a violation if the clock passes `limit` first.
    void run(WallDuration limit = WallDuration::seconds(60));
    /// Steps everything until `done` returns true. Returns false if the clock passes `limit` first.
    bool run_until(const std::function<bool()>& done, WallDuration limit = WallDuration::seconds(60));

    // The functions below disturb the world.
    /// Kills a client as SIGKILL does: the kernel closes the client's streams. If `silently`, kills the
    /// client as a power cut does: the servers are not notified.
    void kill(std::size_t client, bool silently = false);
    /// Starts a client anew, with the same agents.
    void restart(std::size_t client);
    void set_cut_off(std::size_t client, bool cut_off);
    void ask_to_stop(std::size_t client);
    /// Adds a client without agents, and returns its number.
    std::size_t add_observer();
    void stop_server(std::string why);
    void kill_server();

    std::size_t clients() const;
    bool alive(std::size_t client) const;
    client::acu::ClientNode& node(std::size_t client);
    client::acu::ClientNode::State state(std::size_t client) const;
    Tick tick(std::size_t client) const;
    const std::string& reason(std::size_t client) const;
    server::World& world();
    /// Requires that the fleet uses datagrams.
    server::transport::Intake& intake();
    net::sim::Network& network() { return *network_; }
    ManualClock& clock() { return clock_; }
    const std::map<AgentId, Trajectory>& trajectories() const { return checker_.trajectories(); }
    const std::vector<WorldEvent>& events() const { return events_; }
    /// Returns everything that happened on the radio, one event a line.
    const std::string& radio_history() const { return radio_history_; }
    /// A message that a road-side unit sent.
    struct UnitMessage {
        SimTime time;
        AgentId unit;
        Bytes payload;
    };
    const std::vector<UnitMessage>& unit_messages() const { return unit_messages_; }
    void kill_comm_server();
    /// Returns the heartbeat of the newest message of `agent` that `client` has consumed; -1: none.
    std::int64_t consumed(std::size_t client, AgentId agent) const {
        return checker_.newest_consumed(client, agent);
    }
    std::uint64_t rejoins(std::size_t client) const;

    /// Returns descriptions of the broken promises; empty when all is well.
    const std::vector<std::string>& violations() const { return checker_.violations(); }
    bool all_finished() const;
    /// Returns the longest wall time in which no client came further, although some with agents had begun,
    /// had not ended and were not cut off.
    WallDuration longest_stall() const { return longest_stall_; }
    /// Returns the sum of a counter over the clients that are there now.
    std::uint64_t sum_of(client::acu::NodeCounter counter) const;
    const config::Scenario& scenario() const { return scenario_; }

  private:
    struct Client;
    struct Server;
    struct DatagramServer;
    struct MemoryServer;
    struct CommServer;
    void step();
    void start_client(std::size_t index, std::vector<AgentId> agents);
    void happened(const WorldEvent& event);
    Tick tick_at(SimTime time) const { return Tick{time.since_start() / scenario_.heartbeat}; }
    net::Endpoint host(std::size_t client) const;
    net::TlsIdentity identity(std::size_t client) const;

    FleetSetup setup_;
    config::Scenario scenario_;
    ExactnessChecker checker_;
    config::Credentials credentials_;
    ManualClock clock_;
    std::optional<WallTime> advanced_at_;  // when a client last came further
    WallDuration longest_stall_;
    Random random_;
    std::unique_ptr<net::sim::Network> network_;
    std::unique_ptr<Server> server_;
    std::unique_ptr<CommServer> comm_server_;
    std::string radio_history_;
    std::vector<UnitMessage> unit_messages_;
    std::vector<std::unique_ptr<Client>> clients_;
    std::vector<WorldEvent> events_;
};

}  // namespace synchrono::testing

/// The scenario of a world in one process: so many vehicles in a row, divided among so many clients, with a
/// radio, sensors and elements of the world as a test asks for them. `FleetSetup` says in a line each what a
/// test wants; `make_fleet_scenario` promises that equal setups give equal scenarios, and that seeds of the
/// network change nothing in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "common/config/scenario.hpp"
#include "common/net/sim/network.hpp"

namespace synchrono::testing {

/// What carries words between the server and the clients of a fleet: datagrams on the simulated network, or
/// function calls, which lose nothing and are never late.
enum class Carrier { datagrams, memory };

struct FleetSetup {
    std::uint64_t seed = 1;  // of the network, the speeds of the clients and the order of turns
    GatePolicy gate;
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
    std::function<void(config::Scenario&)> change = {};  // changes the scenario when all else is in it
    /// Of everything but the radio, which has the network in either case.
    Carrier carrier = Carrier::datagrams;
};

/// Vehicles come first, client by client, then the elements. The number of each agent is its place.
config::Scenario make_fleet_scenario(const FleetSetup& setup);

/// The agents of each client that is there from the start: those with vehicles first, then those of elements.
std::vector<std::vector<AgentId>> divide_agents(const config::Scenario& scenario, const FleetSetup& setup);

}  // namespace synchrono::testing

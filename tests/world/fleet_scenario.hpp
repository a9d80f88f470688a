/// The scenario of a world in one process: a number of vehicles in a row, divided among a number of
/// clients, with a radio, sensors and elements of the world if a test wants them. `FleetSetup` has a member
/// for each wish. Equal setups give equal scenarios, and the seed of the network changes nothing in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "common/config/scenario.hpp"
#include "common/net/sim/network.hpp"

namespace synchrono::testing {

/// Selects how the server and the clients of a fleet reach each other: by datagrams on the simulated
/// network, or by function calls, which lose nothing and are never late.
enum class Carrier { datagrams, memory };

struct FleetSetup {
    std::uint64_t seed = 1;  // for the network, the speeds of the clients and the order of steps
    GatePolicy gate;
    std::size_t clients = 3;
    std::size_t agents_per_client = 1;
    std::int64_t heartbeats = 40;
    std::uint64_t scenario_seed = 7;  // for what the agents do
    net::sim::Faults faults;
    config::Interest interest;
    WallDuration silence_limit = WallDuration::seconds(1);
    std::vector<std::int64_t> periods = {1};            // agent i has periods[i % size], in heartbeats
    std::int64_t last_enters_at = 0;                    // heartbeat at which the last agent enters
    std::int64_t pilot_period = 1;                      // in heartbeats
    std::int64_t radio_exchange = 1;                    // in heartbeats
    std::map<std::uint32_t, std::int64_t> leaves = {};  // by agent, heartbeat at which its pilot leaves
    bool radio = false;    // a communication server, and a fading channel with carrier sense
    bool sensors = false;  // every vehicle has one of each kind; its safety messages say what they measure
    /// The number of clients that simulate elements; their numbers follow those of the other clients. The
    /// elements are signals of both kinds, a pedestrian who waits for a signal, and a cone and a ball in the
    /// way. With a radio, each of the two intersections has a road-side unit.
    std::size_t element_clients = 0;
    std::function<void(config::Scenario&)> change = {};  // changes the scenario after everything else
    /// Carries everything but the radio, which uses the network in either case.
    Carrier carrier = Carrier::datagrams;
};

/// Returns a scenario with the vehicles first, client by client, then the elements. An agent's id is its
/// index.
config::Scenario make_fleet_scenario(const FleetSetup& setup);

/// Returns the agents of each client that is there from the start: first the clients of vehicles, then
/// those of elements.
std::vector<std::vector<AgentId>> divide_agents(const config::Scenario& scenario, const FleetSetup& setup);

}  // namespace synchrono::testing

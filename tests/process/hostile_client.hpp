/// A client that takes part honestly up to some heartbeat and then holds the others up, in one of many ways.
#pragma once

#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "common/config/credentials.hpp"
#include "common/config/scenario.hpp"
#include "common/net/endpoint.hpp"

namespace synchrono::testing {

/// The ways to hold others up. All of them keep every connection open and give signs of life.
enum class Cheat {
    publishes_no_more,    // asks the world again and again, but publishes nothing
    publishes_rarely,     // publishes a heartbeat shortly before it would count as silent
    forgets_what_it_has,  // never tells the world that updates have arrived; under `exact` alone
    sends_no_batches,     // publishes, but sends the radio signs of life only
    never_joins_radio,    // is in the world alone
    radio_alone,          // leaves the world, but stays on the radio and sends no batch
};
std::string_view to_string(Cheat cheat);

struct HostileSetup {
    const config::Scenario& scenario;
    config::Credential credential;
    std::vector<AgentId> agents;
    net::Endpoint server, radio;
    Cheat cheat;
    Tick from;  // the heartbeat from which it cheats
};

/// Runs the client on a thread of its own.
/// Threading: one thread.  Owns: the thread; borrows the scenario.
class HostileClient {
  public:
    explicit HostileClient(HostileSetup setup);
    ~HostileClient();

  private:
    std::jthread thread_;
};

}  // namespace synchrono::testing

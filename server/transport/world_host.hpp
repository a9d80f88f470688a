/// A world that is open to clients over one transport, with all that it takes: sockets, threads, how they
/// start and stop. The program makes one by the text that says where it listens, and knows nothing else of
/// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/result.hpp"
#include "common/net/token.hpp"
#include "server/world.hpp"

namespace synchrono::server {

struct HostSetup {
    std::string listen;        // where, in the transport's own spelling, without its name
    net::Token token;          // the run's, which whoever takes part was given
    std::size_t handlers = 0;  // threads that receive, where the transport can use them; 0: the world's own
};

/// Threading: one thread; WorldSetup::on_event is called on another.
class WorldHost {
  public:
    virtual ~WorldHost() = default;
    /// Lets clients come. Called once, before all below. The error is one line.
    virtual Result<void> open(const WorldSetup& setup) = 0;
    /// What clients are to be given as their server.
    virtual std::string address() const = 0;
    /// Serves until the run is over and says why. `idle` is called a few times a second with the newest
    /// status; true asks the world to stop.
    virtual World::End run(const std::function<bool(const WorldStatus&)>& idle) = 0;
    /// Every counter of the world and of what carries its words, by name.
    virtual std::vector<std::pair<CounterName, std::uint64_t>> counters() const = 0;
};

}  // namespace synchrono::server

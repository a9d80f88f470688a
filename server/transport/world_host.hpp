/// A world that is open to clients over one transport, with its sockets and threads. The program makes one
/// from the text that says where to listen, and needs to know nothing else about the transport.
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
    std::string listen;        // address in the transport's own spelling, without its name
    net::Token token;          // the run's; everybody who takes part has it
    std::size_t handlers = 0;  // threads that receive, if the transport can use them; 0: the world's own
};

/// Threading: one thread; WorldSetup::on_event is called on another.
class WorldHost {
  public:
    virtual ~WorldHost() = default;
    /// Opens the world to clients. Called once, before the functions below. The error is one line.
    virtual Result<void> open(const WorldSetup& setup) = 0;
    /// Returns the address at which clients reach this server.
    virtual std::string address() const = 0;
    /// Serves until the run is over and returns how it ended. Calls `idle` a few times a second with the
    /// newest status; when that returns true, the world is asked to stop.
    virtual World::End run(const std::function<bool(const WorldStatus&)>& idle) = 0;
    /// Returns every counter of the world and of its transport, by name.
    virtual std::vector<std::pair<CounterName, std::uint64_t>> counters() const = 0;
};

}  // namespace synchrono::server

/// A host keeps one world open to clients over one transport, and has the sockets and threads for that. The
/// program makes a host from the text of the option `--listen`, and needs to know nothing else about the
/// transport.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/result.hpp"
#include "common/config/credentials.hpp"
#include "common/net/frame_server.hpp"
#include "server/world.hpp"

namespace synchrono::server::transport {

struct HostSetup {
    std::string listen;               // address as the transport writes it, without the transport's name
    config::Credentials credentials;  // of all clients that may join
    std::optional<std::uint16_t> udp_port = {};  // where the transport has another one; none: its choice
    std::size_t handlers = 0;  // threads that receive, if the transport can use them; 0: the world's thread
    /// Gets a line about each client that joins, is refused, or ends. Called on several threads.
    net::AccessNote note = [](const std::string&, bool) {};
};

/// Threading: one thread; WorldSetup::on_event is called on another.
class WorldHost {
  public:
    virtual ~WorldHost() = default;
    /// Opens the world to clients. Called once, before the functions below. The error is one line.
    virtual Result<void> open(const WorldSetup& setup) = 0;
    /// Returns the address at which clients reach this server.
    virtual std::string address() const = 0;
    /// Serves until the run is over and returns how it ended. Calls `idle` several times a second with the
    /// newest status; if `idle` returns true, the host asks the world to stop.
    virtual World::End run(const std::function<bool(const WorldStatus&)>& idle) = 0;
    /// Returns every counter of the world and of the transport, with its name.
    virtual std::vector<std::pair<CounterName, std::uint64_t>> counters() const = 0;
};

}  // namespace synchrono::server::transport

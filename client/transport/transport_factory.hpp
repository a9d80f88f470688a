/// Where a client gets its transport from: a new one whenever it joins, first or anew. One factory reaches
/// one world in one way, and keeps what outlives a transport: how that world is reached, and the counters.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "client/transport/participation.hpp"
#include "client/transport/transport.hpp"
#include "common/base/counters.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client {

/// Is given each counter with its row: its name in logs and reports, and what it comes to over clients.
using CounterVisit = std::function<void(const CounterName& name, std::uint64_t value)>;

/// Threading: the client's loop thread; counters from any.  Outlives its transports.
class TransportFactory {
  public:
    virtual ~TransportFactory() = default;
    /// Begins to join. What comes of it the transport tells when it is turned, a failure too.
    virtual std::unique_ptr<Transport> join(const Participation& participation, WallTime now) = 0;
    /// Visits what all of its transports together have counted.
    virtual void each_counter(const CounterVisit& visit) const = 0;
};

}  // namespace synchrono::client

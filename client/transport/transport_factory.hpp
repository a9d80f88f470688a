/// Makes a client's transports, a new one each time that the client joins. One factory reaches one world in
/// one way, and keeps what outlives a single transport: the way to that world, and the counters.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "client/transport/participation.hpp"
#include "client/transport/transport.hpp"
#include "common/base/counters.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client {

/// Gets each counter's value with its row, which has its name in logs and reports and says how the values of
/// several clients are combined.
using CounterVisit = std::function<void(const CounterName& name, std::uint64_t value)>;

/// Threading: the client's loop thread; counters from any.  Outlives its transports.
class TransportFactory {
  public:
    virtual ~TransportFactory() = default;
    /// Begins to join. The transport's `turn` returns the outcome, a failure included.
    virtual std::unique_ptr<Transport> join(const Participation& participation, WallTime now) = 0;
    /// Visits the counters, each of which counts over all transports of this factory.
    virtual void each_counter(const CounterVisit& visit) const = 0;
};

}  // namespace synchrono::client

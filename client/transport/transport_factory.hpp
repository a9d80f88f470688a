/// Makes a client's transports, a new one each time that the client joins. A factory reaches one world in one
/// way, and keeps what has to outlive a single transport: the way to that world, and the counters.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "client/transport/participation.hpp"
#include "client/transport/transport.hpp"
#include "common/base/counters.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client::transport {

/// A function that gets the value of each counter. `name` is the counter's row: its name in logs and reports,
/// and how the values of several clients are combined.
using CounterVisitor = std::function<void(const CounterName& name, std::uint64_t value)>;

/// Threading: the client's loop thread; visit_counters() from any.  Outlives its transports.
class TransportFactory {
  public:
    virtual ~TransportFactory() = default;
    /// Begins to join. The transport's poll() returns the outcome, including a failure.
    virtual std::unique_ptr<Transport> join(const Participation& participation, WallTime now) = 0;
    /// Visits the counters, each of which counts over all transports of this factory.
    virtual void visit_counters(const CounterVisitor& visit) const = 0;
};

}  // namespace synchrono::client::transport

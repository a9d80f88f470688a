/// A stream in memory that breaks at the N-th operation, and its two ends. A test can repeat an exchange and
/// raise N until the exchange succeeds; then it has broken the stream at each operation of the exchange.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "common/net/stream.hpp"

namespace synchrono::net::sim {

struct StreamPairOptions {
    /// The number of the operation at which both ends close and the bytes on their way are lost. Reads and
    /// writes of both ends count as operations; the first is number 1. Without a value the stream never
    /// breaks.
    std::optional<std::uint64_t> fail_at = {};
    /// The most bytes that one read or write moves.
    std::size_t bytes_max = std::numeric_limits<std::size_t>::max();
    /// The most bytes on their way in one direction; a write that finds no room would block.
    std::size_t buffer_bytes = 256 * 1024;
};

/// Makes a stream and returns both ends, which may be destroyed in either order.
/// Threading: one thread for both ends.
std::pair<std::unique_ptr<Stream>, std::unique_ptr<Stream>> stream_pair(
    const StreamPairOptions& options = {});

}  // namespace synchrono::net::sim

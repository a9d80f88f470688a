/// Two ends of a stream in memory that break at the N-th operation. A test that raises N until its exchange
/// succeeds has been through every branch that handles a broken stream.
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
    /// Reads and writes of both ends count, from 1. At this operation both ends close, and what was on its
    /// way is lost. Without a value the stream never breaks.
    std::optional<std::uint64_t> fail_at = {};
    /// The most bytes that one read or write moves.
    std::size_t bytes_max = std::numeric_limits<std::size_t>::max();
    /// The most bytes on their way in one direction; a write beyond that would block.
    std::size_t buffer_bytes = 256 * 1024;
};

/// Threading: one thread for both ends, which may be destroyed in either order.
std::pair<std::unique_ptr<Stream>, std::unique_ptr<Stream>> stream_pair(
    const StreamPairOptions& options = {});

}  // namespace synchrono::net::sim

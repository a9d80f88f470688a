/// Two ends of a stream in memory that break at the N-th operation. A test raises N until its exchange
/// succeeds, and so has been through every branch that handles a broken stream.
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
    /// Reads and writes of both ends count, from 1; at this one both ends are closed, and what was on its way
    /// is lost. Nothing: never.
    std::optional<std::uint64_t> fail_at = {};
    /// No read or write moves more than this.
    std::size_t bytes_max = std::numeric_limits<std::size_t>::max();
    /// How much may be on its way in one direction before a write would block.
    std::size_t buffer_bytes = 256 * 1024;
};

/// Threading: one thread for both ends. Either may go first.
std::pair<std::unique_ptr<Stream>, std::unique_ptr<Stream>> stream_pair(
    const StreamPairOptions& options = {});

}  // namespace synchrono::net::sim

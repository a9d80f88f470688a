/// Whether two runs are the same, by their logs; cut ones as far as they go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "common/base/result.hpp"

namespace synchrono::tools {

struct Comparison {
    std::size_t agents = 0;
    std::uint64_t messages = 0;         // states
    std::uint64_t sensor_messages = 0;  // what sensors measured, and where they were
    std::uint64_t radio_messages = 0;
    std::optional<std::string>
        difference;  // the first in simulated time, in lines for people; none: identical
};

/// Compares what the agents published and measured, what the server decided and what the radio carried. Wall
/// times, the names of files and which client an agent ran in do not count.
Result<Comparison> compare_runs(const std::filesystem::path& one, const std::filesystem::path& two);

}  // namespace synchrono::tools

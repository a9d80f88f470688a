/// Compares the logs of two runs and finds the first difference. Truncated logs are compared as far as they
/// go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "common/base/result.hpp"

namespace synchrono::tools::logs {

/// How much was compared, and the first difference.
struct Comparison {
    std::size_t agents = 0;
    std::uint64_t messages = 0;         // states
    std::uint64_t sensor_messages = 0;  // samples, and the coordinate frames of sensors
    std::uint64_t radio_messages = 0;
    /// The difference that comes first in simulated time, as lines for people. None: the runs are identical.
    std::optional<std::string> difference;
};

/// Compares what the agents published and measured, what the server decided and what the radio carried.
/// Ignores wall times, names of files, and which client simulated an agent.
Result<Comparison> compare_runs(const std::filesystem::path& one, const std::filesystem::path& two);

}  // namespace synchrono::tools::logs

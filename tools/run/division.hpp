/// Divides the agents of a run among client programs, in contiguous ranges of nearly equal size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::tools::run {

/// Agents `first` to `last`, both included.
struct AgentRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    bool contains(std::uint32_t agent) const { return first <= agent && agent <= last; }
    /// Returns the range as credentials and the option --agents of synchrono-client have it: "3" or "0-9".
    std::string to_string() const;
    friend bool operator==(const AgentRange&, const AgentRange&) = default;
};

/// By default each agent gets a client of its own, up to this many clients.
inline constexpr std::size_t kClientsDefaultMax = 64;

/// Returns the range of the world's elements, or nothing when the scenario has none. Their numbers follow
/// those of the vehicles, and one client simulates them all. Fails when they are too many for one client.
Result<std::optional<AgentRange>> elements_range(std::size_t vehicles, std::size_t agents);

/// Divides the agents with the numbers 0 to `agents` - 1. Fails when `clients` and `agents_per_client`
/// contradict each other, or when a limit is exceeded.
Result<std::vector<AgentRange>> divide_agents(std::size_t agents, std::optional<std::size_t> clients,
                                              std::optional<std::size_t> agents_per_client);

}  // namespace synchrono::tools::run

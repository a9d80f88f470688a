/// Which client program hosts which agents of a run: contiguous ranges, as even as they can be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::tools {

/// Agents `first` to `last`, both included.
struct AgentRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    bool contains(std::uint32_t agent) const { return first <= agent && agent <= last; }
    /// As synchrono-client's --agents takes it: "3" or "0-9".
    std::string to_string() const;
    friend bool operator==(const AgentRange&, const AgentRange&) = default;
};

/// Unless the user says otherwise, one client an agent up to this many clients.
inline constexpr std::size_t kClientsDefaultMax = 64;

/// The elements of the world, which follow the vehicles and have a client of their own; none: there are none.
/// Fails when they do not fit one client.
Result<std::optional<AgentRange>> elements_range(std::size_t vehicles, std::size_t agents);

/// Divides agents 0..agents-1. Fails when the wishes cannot hold together or leave the limits.
Result<std::vector<AgentRange>> divide_agents(std::size_t agents, std::optional<std::size_t> clients,
                                              std::optional<std::size_t> agents_per_client);

}  // namespace synchrono::tools

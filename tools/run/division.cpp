#include "tools/run/division.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/limits.hpp"

namespace synchrono::tools::run {

std::string AgentRange::to_string() const {
    return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

Result<std::optional<AgentRange>> elements_range(std::size_t vehicles, std::size_t agents) {
    if (vehicles == agents) return std::nullopt;
    if (agents - vehicles > limits::kAgentsPerClientMax) {
        return fail(
            fmt::format("the scenario has {} elements of the world; one client can simulate at most {}",
                        agents - vehicles, limits::kAgentsPerClientMax));
    }
    return AgentRange{static_cast<std::uint32_t>(vehicles), static_cast<std::uint32_t>(agents - 1)};
}

Result<std::vector<AgentRange>> divide_agents(std::size_t agents, std::optional<std::size_t> clients,
                                              std::optional<std::size_t> agents_per_client) {
    if (agents == 0) return fail("the scenario has no agents");
    if (clients && *clients == 0) return fail("--clients: at least one client is needed");
    if (agents_per_client && *agents_per_client == 0)
        return fail("--agents-per-client: at least one is needed");
    if (agents_per_client) agents_per_client = std::min(*agents_per_client, agents);
    if (clients && *clients > agents) {
        return fail(fmt::format("--clients: {} clients for {} agents; expected at most one client per agent",
                                *clients, agents));
    }
    std::size_t count = std::min(agents, kClientsDefaultMax);
    if (clients) {
        count = *clients;
    } else if (agents_per_client) {
        count = (agents + *agents_per_client - 1) / *agents_per_client;
    }
    const std::size_t most = (agents + count - 1) / count;
    if (agents_per_client && most > *agents_per_client) {
        return fail(fmt::format("--clients {} with --agents-per-client {}: room for {} of {} agents", count,
                                *agents_per_client, count * *agents_per_client, agents));
    }
    if (count > limits::kClientsMax) {
        return fail(fmt::format("{} clients: a server takes at most {}", count, limits::kClientsMax));
    }
    if (most > limits::kAgentsPerClientMax) {
        return fail(
            fmt::format("{} agents in one client: at most {} fit", most, limits::kAgentsPerClientMax));
    }
    std::vector<AgentRange> ranges;
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto size = static_cast<std::uint32_t>(agents / count + (i < agents % count ? 1 : 0));
        ranges.push_back({next, next + size - 1});
        next += size;
    }
    return ranges;
}

}  // namespace synchrono::tools::run

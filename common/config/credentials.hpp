/// The credentials of a run: who may join it, and with which agents. Each client has its own credential, in a
/// file that only its owner can read; the servers have all credentials. A client never sends its secret: both
/// ends of a connection prove to each other that they hold it (common/net/tls.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/base/secret.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// The rights of one client.
struct Credential {
    std::string name;  // in logs and reports this is also the client's name
    Secret secret{};
    std::vector<AgentId> agents;  // the agents that the client may bring, ascending
    bool radio = false;  // the holder is the communication server, which says for whom the radio waits
    /// The client is started by the command that made the credential, and so need not keep a rate; see
    /// Scenario::least_rate.
    bool started_by_run = false;
    bool watch = false;  // the client may also join without agents, and see more than the scenario's interest

    /// Returns whether the client may bring this agent.
    bool owns(AgentId agent) const;
};

/// All credentials that a server accepts, with different names.
using Credentials = std::vector<Credential>;
/// Returns the credential of that name, or null.
const Credential* find_credential(std::span<const Credential> credentials, std::string_view name);
/// Returns the secret of that credential, or null.
const Secret* find_secret(std::span<const Credential> credentials, std::string_view name);

/// Returns why the client of that name may not take part with the agents of these numbers, or an empty text
/// if it may. Without agents, it must have the right to watch.
std::string objection_to_agents(std::span<const Credential> credentials, std::string_view name,
                                std::span<const std::uint32_t> agents);

/// Returns a line that names agents of the scenario that no credential allows, which would be awaited for
/// ever; empty if there are none.
std::string objection_to_missing(const Scenario& scenario, std::span<const Credential> credentials);

/// Returns the least rate of the client of that name; no value: it need not keep any.
std::optional<double> least_rate(const Scenario& scenario, std::span<const Credential> credentials,
                                 std::string_view name);
/// Returns the communication server's own credential, or null if there is none.
const Credential* radio_credential(std::span<const Credential> credentials);

/// Requires that no credential names an agent from `agent_count` on. load_credentials() makes sure of it.
void require_agents_below(std::span<const Credential> credentials, std::size_t agent_count);

/// Reads the credentials in a file of a scenario with `agent_count` agents. Accepts only a regular file that
/// belongs to this user and gives no rights to others. The error says what is wrong and never has a secret
/// in it.
Result<Credentials> load_credentials(const std::filesystem::path& file, std::size_t agent_count);
/// Reads such a file with exactly one credential: that of this client.
Result<Credential> load_own_credential(const std::filesystem::path& file, std::size_t agent_count);
/// Makes the file, readable and writable by its owner alone. Fails if the file exists, or if
/// load_credentials() would refuse a name.
Result<void> write_credentials(const std::filesystem::path& file, std::span<const Credential> credentials);

}  // namespace synchrono::config

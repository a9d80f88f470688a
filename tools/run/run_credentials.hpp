/// The client programs of a run: their names, their agents, and the credentials that allow these agents.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "tools/run/run.hpp"

namespace synchrono::tools::run {

struct ClientShare {
    std::string name;  ///< "client00", ..., and "world" for the client with the world's elements
    AgentRange agents;
};
/// Returns the clients in the order in which they are started.
std::vector<ClientShare> client_shares(const PreparedRun& run);

/// Returns the folder of the credentials in the run's folder.
std::filesystem::path credentials_folder(const PreparedRun& run);
/// Returns the file with all credentials, which the servers get.
std::filesystem::path credentials_of_all(const PreparedRun& run);
/// Returns the file with the credential of one client.
std::filesystem::path credentials_of(const PreparedRun& run, const std::string& client);

/// Says who starts the clients, except for the external ones of a run: this run itself, or people by hand.
enum class StartedBy { run, hand };
/// Makes a credential for each client and for the communication server. For each name in `watchers`, makes a
/// credential that allows to watch. Writes the files. Only their owner can read the folder and its files.
Result<void> write_run_credentials(const PreparedRun& run, StartedBy started_by,
                                   const std::vector<std::string>& watchers = {});

}  // namespace synchrono::tools::run

/// Writes command lines that start the programs of a run, for people to paste.
#pragma once

#include <string>

#include "tools/run/run.hpp"
#include "tools/run/run_credentials.hpp"

namespace synchrono::tools::run {

/// Returns a path as a shell takes it.
std::string quoted(const std::string& path);

/// The files and addresses that a client is started with.
struct ClientPlaces {
    std::string scenario, credentials, server;
    std::string radio;  ///< empty: the scenario has no radio
};
/// Returns the command line that starts a client.
std::string client_command(const ClientPlaces& places);

/// Returns lines that say how to start an external client of the run on another machine. `server` and `radio`
/// are the addresses at which the servers listen.
std::string instructions_for(const PreparedRun& run, const ClientShare& client, const std::string& server,
                             const std::string& radio);

}  // namespace synchrono::tools::run

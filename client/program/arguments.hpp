/// The command line of a client.
#pragma once

#include <string>
#include <vector>

#include "client/program/viewing.hpp"
#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/credentials.hpp"
#include "common/config/scenario.hpp"

namespace CLI {
class App;
}

namespace synchrono::client {

/// The values of the options.
struct Arguments {
    std::string scenario, server, radio, credentials, agents, out;
    ViewArguments view;
    bool check = false;
};

/// Makes the app parse its options into `arguments`, which must outlive the parsing.
void add_options(CLI::App& app, Arguments& arguments);

/// Returns the agents that --agents names. Without that option, returns the agents of the credential; if
/// `credential` is null, all agents of the scenario. It is null if the client only checks agents. The error
/// is one line.
Result<std::vector<AgentId>> agents_of(const Arguments& arguments, const config::Scenario& scenario,
                                       const config::Credential* credential);

}  // namespace synchrono::client

/// What the command line of a client says.
#pragma once

#include <string>
#include <vector>

#include "client/program/viewing.hpp"
#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace CLI {
class App;
}

namespace synchrono::client {

struct Arguments {
    std::string scenario, server, radio, token_file, agents, name, out;
    ViewArguments view;
    bool check = false;
};

/// Makes the app parse its options into `arguments`, which outlives the parsing.
void add_options(CLI::App& app, Arguments& arguments);

/// The agents that --agents names. Without it a client has nobody, and a check concerns everybody. The error
/// is one line.
Result<std::vector<AgentId>> agents_of(const Arguments& arguments, const config::Scenario& scenario);

}  // namespace synchrono::client

#include "client/program/arguments.hpp"

#include <CLI/CLI.hpp>

#include "client/transport/registry.hpp"
#include "common/config/arguments.hpp"

namespace synchrono::client {

void add_options(CLI::App& app, Arguments& arguments) {
    app.set_version_flag("--version", "synchrono-client " SYNCHRONO_VERSION ", " SYNCHRONO_CHRONO_TEXT);
    app.add_option("--scenario", arguments.scenario, "File with the scenario of the run")->required();
    app.add_option("--server", arguments.server,
                   "HOST:PORT of the dynamics server, or TRANSPORT://ADDRESS; transports: " +
                       transport::transport_names());
    app.add_option("--radio", arguments.radio,
                   "HOST:PORT of the communication server, if the scenario has a radio");
    app.add_option("--token-file", arguments.token_file,
                   "File with the join token, readable by its owner alone");
    app.add_option("--agents", arguments.agents,
                   "Agents to simulate, such as 0-9,12; without it, the client only watches");
    app.add_option("--name", arguments.name, "Name of this client in logs")
        ->default_val("client")
        ->check([](const std::string& name) {
            return name.empty() || name.find('/') != std::string::npos ? "expected a file name without '/'"
                                                                       : "";
        });
    app.add_option("--out", arguments.out, "Folder for NAME.mcap; without it, no log is written");
    app.add_flag("--view{*}", arguments.view.view, "Open a window; --view=AGENT follows that agent");
    app.add_option("--view-record", arguments.view.record,
                   "Folder for pictures of the window, 25 for each simulated second");
    app.add_option("--drive", arguments.view.drive,
                   "Agent that you drive with keys or a gamepad, in real time");
    app.add_flag("--check", arguments.check,
                 "Only check the agents (without --agents: all of the scenario); write a line of JSON for "
                 "each one that this client cannot simulate");
    app.callback([&arguments] {
        if (arguments.check) return;
        if (arguments.server.empty()) throw CLI::RequiredError("--server");
        if (arguments.token_file.empty()) throw CLI::RequiredError("--token-file");
    });
}

Result<std::vector<AgentId>> agents_of(const Arguments& arguments, const config::Scenario& scenario) {
    std::vector<AgentId> agents;
    if (!arguments.agents.empty()) {
        auto parsed = config::parse_agents(arguments.agents, scenario.agents.size());
        if (!parsed) return fail("--agents: " + parsed.error().text);
        return parsed;
    }
    if (!arguments.check) return agents;
    for (const config::AgentSpec& agent : scenario.agents) agents.push_back(agent.id);
    return agents;
}

}  // namespace synchrono::client

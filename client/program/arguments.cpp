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
    app.add_option("--credentials", arguments.credentials,
                   "File with this client's credential, readable by its owner alone");
    app.add_option(
        "--agents", arguments.agents,
        "Agents to simulate, such as 0-9,12; without it, those of the credential. A client without "
        "agents watches");
    app.add_option(
        "--out", arguments.out,
        "Folder for NAME.mcap, where NAME is that of the credential; without it, no log is written");
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
        if (arguments.credentials.empty()) throw CLI::RequiredError("--credentials");
    });
}

Result<std::vector<AgentId>> agents_of(const Arguments& arguments, const config::Scenario& scenario,
                                       const config::Credential* credential) {
    if (!arguments.agents.empty()) {
        auto parsed = config::parse_agents(arguments.agents, scenario.agents.size());
        if (!parsed) return fail("--agents: " + parsed.error().text);
        return parsed;
    }
    if (credential != nullptr) return credential->agents;
    std::vector<AgentId> agents;
    for (const config::AgentSpec& agent : scenario.agents) agents.push_back(agent.id);
    return agents;
}

}  // namespace synchrono::client

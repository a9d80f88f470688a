/// `synchrono list`: the names of scenarios, maps, vehicles, sensors and pilots that come with the programs.
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Adds the subcommand. Its callback sets `exit_code`.
void add_list_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools

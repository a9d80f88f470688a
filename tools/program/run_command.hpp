/// The command `synchrono run`: from the command line to the report.
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Adds the command; parsing runs it and leaves the exit code in `exit_code`.
void add_run_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools

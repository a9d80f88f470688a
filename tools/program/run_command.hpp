/// The command `synchrono run`: runs a scenario and prints its report.
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Adds the command to `app`. When the command line names it, parsing runs it and writes the exit code to
/// `exit_code`, which must outlive the parsing.
void add_run_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools

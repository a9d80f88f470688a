/// The command `synchrono resolve`: writes all that is needed to start the programs of a run by hand, on one
/// host or on several.
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Adds the command to `app`. When the command line names it, parsing runs it and writes the exit code to
/// `exit_code`, which must outlive the parsing.
void add_resolve_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools

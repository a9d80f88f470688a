/// The command `synchrono map`: checks a map (`check`), draws it (`draw`), and prints the MAP message of
/// one of its intersections (`message`).
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools::map {

/// Adds `map check`, `map draw` and `map message` to the program. When the command line names one of them,
/// parsing runs it and writes the program's exit code to `exit_code`, which must outlive the parsing.
void add_map_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools::map

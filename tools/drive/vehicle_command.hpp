/// The command `synchrono vehicle`: drives one vehicle alone (`drive`).
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Adds `vehicle drive` to the program. When it was asked for, parsing runs it and leaves the program's exit
/// code in `exit_code`, which must outlive the parsing.
void add_vehicle_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools

/// The command `synchrono vehicle`, which drives one vehicle alone (`drive`).
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools::drive {

/// Adds `vehicle drive` to the program. When the command line names it, parsing runs it and writes the
/// program's exit code to `exit_code`, which must outlive the parsing.
void add_vehicle_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools::drive

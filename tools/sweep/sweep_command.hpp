/// The command `synchrono sweep`, and the function that it shares with `synchrono run --seeds`, since both
/// make many runs.
#pragma once

#include <string>

#include "tools/sweep/sweep.hpp"

namespace CLI {
class App;
}

namespace synchrono::tools::sweep {

/// Makes the runs and prints their table on standard output. Returns the exit code. Error messages begin
/// with `command`.
int sweep(const std::string& command, const SweepOptions& options);

/// Adds `synchrono sweep` to the program. When the command line names it, parsing runs it and writes the
/// program's exit code to `exit_code`, which must outlive the parsing.
void add_sweep_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools::sweep

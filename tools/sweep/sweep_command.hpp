/// The commands that make many runs: `synchrono sweep`, and `synchrono run` with seeds.
#pragma once

#include <string>

#include "tools/sweep/sweep.hpp"

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Makes the runs that `options` ask for and leaves the table on standard output. Gives the exit code; what
/// is wrong is told in the name of `command`.
int sweep(const std::string& command, const SweepOptions& options);

/// Adds `synchrono sweep`; parsing runs it and leaves the exit code in `exit_code`.
void add_sweep_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools

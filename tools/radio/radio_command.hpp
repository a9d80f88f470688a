/// `synchrono log messages`, `show` and `stats`: what a run's radio carried.
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Adds them to the command `log`. When one of them was asked for, parsing runs it and leaves the program's
/// exit code in `exit_code`, which must outlive the parsing.
void add_radio_commands(CLI::App& log, int& exit_code);

}  // namespace synchrono::tools

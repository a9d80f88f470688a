/// The commands `synchrono log messages`, `show` and `stats`, which print what a run's radio carried.
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools::radio {

/// Adds these commands to the command `log`. When the command line names one of them, parsing runs it and
/// writes the program's exit code to `exit_code`, which must outlive the parsing.
void add_radio_commands(CLI::App& log, int& exit_code);

}  // namespace synchrono::tools::radio

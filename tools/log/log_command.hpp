/// The command `synchrono log`: what a run's logs hold (`info`), whether two runs are the same (`diff`),
/// what the radio carried (tools/radio/radio_command.hpp), and all that as files (tools/export_command.hpp).
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Adds `log` and all below it to the program. When one of them was asked for, parsing runs it and leaves
/// the program's exit code in `exit_code`, which must outlive the parsing.
void add_log_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools

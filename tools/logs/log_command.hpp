/// The command `synchrono log`: prints what a run's logs hold (`info`), compares two runs (`diff`), writes
/// what an agent drove (`track`), shows what the radio carried (tools/radio/radio_command.hpp), and exports
/// messages and samples as files (tools/logs/export_command.hpp).
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools::logs {

/// Adds `log` and its subcommands to the program. When the command line names one of them, parsing runs it
/// and writes the program's exit code to `exit_code`, which must outlive the parsing.
void add_log_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools::logs

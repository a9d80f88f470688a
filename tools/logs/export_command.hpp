/// `synchrono log export`: the radio's messages, and what sensors measured, as files for other programs.
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools::logs {

/// Adds `export` to the command `log`. When the command line names it, parsing runs it and writes the
/// program's exit code to `exit_code`, which must outlive the parsing.
void add_export_command(CLI::App& log, int& exit_code);

}  // namespace synchrono::tools::logs

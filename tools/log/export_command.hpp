/// `synchrono log export`: the radio's messages, and what sensors measured, as files for other programs.
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Adds it to the command `log`. When it was asked for, parsing runs it and leaves the program's exit code in
/// `exit_code`, which must outlive the parsing.
void add_export_command(CLI::App& log, int& exit_code);

}  // namespace synchrono::tools

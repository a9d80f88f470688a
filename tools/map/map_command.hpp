/// The command `synchrono map`: looks whether a map is sound (`check`), draws it (`draw`), and shows what
/// radio tells of an intersection of it (`message`).
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Adds `map check`, `map draw` and `map message` to the program. When one was asked for, parsing runs it and
/// leaves the program's exit code in `exit_code`, which must outlive the parsing.
void add_map_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools

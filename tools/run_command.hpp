/// The command `synchrono run`: from the command line to the report.
#pragma once

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Exit codes of the command.
inline constexpr int kRunGood = 0;
inline constexpr int kRunBad = 1;    ///< a program failed, or the run ended early
inline constexpr int kRunUsage = 2;  ///< the command line or the scenario is wrong; nothing was started
inline constexpr int kRunInterrupted = 130;  ///< by SIGINT or SIGTERM

/// Adds the command; parsing runs it and leaves the exit code in `exit_code`.
void add_run_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools

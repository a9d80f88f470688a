/// The program `synchrono`: the table of its subcommands, and how a command line finds one of them.
#pragma once

namespace synchrono::tools {

/// Runs what the command line asks for and gives the exit code: that of the subcommand; 2 when the command
/// line is wrong, after one line on standard error; 0 after --help and --version.
int run_program(int argc, char** argv);

}  // namespace synchrono::tools

/// The program `synchrono`: parses its command line and runs the subcommand that it names.
#pragma once

namespace synchrono::tools {

/// Runs the subcommand that the command line names and returns its exit code. Returns 2 when the command line
/// is wrong, after a message on standard error, and 0 after --help and --version. Prints an exception of the
/// subcommand in one line on standard error and returns 2.
int run_program(int argc, char** argv);

}  // namespace synchrono::tools

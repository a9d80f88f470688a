/// The program `synchrono`: parses its command line and runs the subcommand that it names.
#pragma once

namespace synchrono::tools {

/// Runs the subcommand that the command line names and returns its exit code. When the command line is wrong,
/// prints the error on standard error and returns 2. When the subcommand throws, prints the exception in one
/// line on standard error and returns 2. Returns 0 after --help and --version.
int run_program(int argc, char** argv);

}  // namespace synchrono::tools

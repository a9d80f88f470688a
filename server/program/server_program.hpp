/// The program synchrono-server: serves one scenario and prints its progress as lines of JSON.
#pragma once

namespace synchrono::server {

/// Runs the program with this command line and returns the exit code; docs/errors.md lists the codes.
int run_server(int argc, char** argv);

}  // namespace synchrono::server

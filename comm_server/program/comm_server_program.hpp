/// The program synchrono-comm-server: carries the radio messages of one scenario.
#pragma once

namespace synchrono::comm_server {

/// Runs the program with this command line and returns the exit code; docs/errors.md lists the codes.
int run_comm_server(int argc, char** argv);

}  // namespace synchrono::comm_server

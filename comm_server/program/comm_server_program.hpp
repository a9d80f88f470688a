/// The program synchrono-comm-server: carries the radio of one scenario.
#pragma once

namespace synchrono::comm_server {

/// Does what the command line says and gives the exit code, as docs/errors.md lists them.
int run_comm_server(int argc, char** argv);

}  // namespace synchrono::comm_server

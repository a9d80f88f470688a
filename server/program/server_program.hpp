/// The program synchrono-server: serves one scenario and says how it goes, a line of JSON at a time.
#pragma once

namespace synchrono::server {

/// Does what the command line says and gives the exit code, as docs/errors.md lists them.
int run_server(int argc, char** argv);

}  // namespace synchrono::server

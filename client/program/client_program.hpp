/// The program synchrono-client: takes part in a run with some agents of a scenario, or checks whether it
/// could.
#pragma once

namespace synchrono::client {

/// Does what the command line says and returns the exit code, one of those in docs/errors.md.
int run_client(int argc, char** argv);

}  // namespace synchrono::client

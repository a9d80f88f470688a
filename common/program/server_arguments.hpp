/// The command-line arguments that the dynamics server and the communication server share, and the events
/// that both write for the program that started them.
#pragma once

#include <string>

namespace synchrono::program {

struct ServerArguments {
    std::string scenario, credentials, listen = "127.0.0.1:0", out;
    bool keep_open = false;
};

/// Writes the event "listening": clients can now connect at `address`.
void write_listening(const std::string& address);
/// Writes the event "ended": the run is over, for the reason `why`. `left` says that every agent has left on
/// purpose.
void write_ended(const std::string& why, bool left = false);

}  // namespace synchrono::program

/// The command-line arguments that both servers have, and the events that both write for the program that
/// started them.
#pragma once

#include <string>

namespace synchrono::program {

struct ServerArguments {
    std::string scenario, token_file, listen = "127.0.0.1:0", out;
    bool keep_open = false;
};

/// Writes the event that clients may come; `address` is what they need to reach this server.
void tell_listening(const std::string& address);
/// Writes the event that the run is over; `left`: every agent has left it on purpose.
void tell_ended(const std::string& why, bool left = false);

}  // namespace synchrono::program

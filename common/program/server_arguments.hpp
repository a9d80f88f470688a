/// What both servers learn from their command lines, and what they tell the program that started them.
#pragma once

#include <string>

namespace synchrono::program {

struct ServerArguments {
    std::string scenario, token_file, listen = "127.0.0.1:0", out;
    bool keep_open = false;
};

/// Tells the program that started us that clients may come, and what they are to be given as their server.
void tell_listening(const std::string& address);
/// Tells it that the run is over; `left`: every agent has left it on purpose.
void tell_ended(const std::string& why, bool left = false);

}  // namespace synchrono::program

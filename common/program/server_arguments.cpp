#include "common/program/server_arguments.hpp"

#include <json/value.h>

#include "common/program/program.hpp"

namespace synchrono::program {

// The program that started a server needs these lines. A server whose reader has stopped ends all the same.
static constexpr WallDuration kWait = WallDuration::seconds(1);

void write_listening(const std::string& address) {
    Json::Value event;
    event["event"] = "listening";
    event["address"] = address;
    write_event(event, kWait);
}

void write_ended(const std::string& why, bool left) {
    Json::Value event;
    event["event"] = "ended";
    event["because"] = why;
    if (left) event["left"] = true;
    write_event(event, kWait);
}

}  // namespace synchrono::program
